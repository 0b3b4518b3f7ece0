"""An exact solution of a few dozen linear equations, and how sure each unknown is."""

from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import NamedTuple


class Solution(NamedTuple):
    """The unknowns x of A x = b, and what stands on the diagonal of the inverse of A."""

    unknowns: list[float]
    inverse: list[float]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> Solution:
    """Solve A x = b for a symmetric, positive definite A, by Cholesky's decomposition.

    Raises ValueError for any other A.
    """
    inverted = _inverted(_lower(matrix))
    halfway = [sum(map(mul, row, right)) for row in inverted]
    # A is L L', so its inverse is K' K, where K inverts L.
    columns = [[row[place] for row in inverted[place:]] for place in range(len(matrix))]
    return Solution(
        [sum(map(mul, column, halfway[place:])) for place, column in enumerate(columns)],
        [sum(map(mul, column, column)) for column in columns],
    )


def invert(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric, positive definite A.

    Raises ValueError for any other A.
    """
    size = len(matrix)
    inverted = [row + [0.0] * (size - len(row)) for row in _inverted(_lower(matrix))]
    # A is L L', so its inverse is K' K, where K inverts L.
    columns = [[row[place] for row in inverted] for place in range(size)]
    return [[sum(map(mul, one, other)) for other in columns] for one in columns]


def _lower(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """L, row by row up to the diagonal."""
    lower: list[list[float]] = []
    for place, given in enumerate(matrix):
        row: list[float] = []
        for before, above in enumerate(lower):
            row.append((given[before] - sum(map(mul, row, above))) / above[before])
        row.append(sqrt(given[place] - sum(map(mul, row, row))))
        lower.append(row)
    return lower


def _inverted(lower: list[list[float]]) -> list[list[float]]:
    """K, row by row up to the diagonal."""
    inverted: list[list[float]] = []
    for place, row in enumerate(lower):
        found = [0.0] * place
        for before, weight in enumerate(row[:place]):
            for column, value in enumerate(inverted[before]):
                found[column] -= weight * value
        inverted.append([*(value / row[place] for value in found), 1 / row[place]])
    return inverted
