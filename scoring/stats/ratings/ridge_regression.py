"""Ridge regression: systems of up to a few dozen linear equations, their exact solution, and
its variance."""

from collections.abc import Iterable, Sequence
from math import sqrt
from operator import mul
from typing import NamedTuple


class Solution(NamedTuple):
    """The unknowns x of A x = b, and the diagonal of the inverse of A."""

    unknowns: list[float]
    inverse: list[float]


def normal_equations(
    rounds: Iterable[tuple[Sequence[tuple[int, int]], int, float]], unknowns: int
) -> tuple[list[list[float]], list[float]]:
    """Return A and b of the normal equations A x = b. The expected margin of a round is the sum
    of the unknowns of both players of a team, minus that of their opponents.

    `rounds` contains an entry for all rounds of the same four players: the index of each player
    among the unknowns, with 1 for the first team and -1 for the second; the number of rounds;
    and the sum of their margins from the view of the first team. So A contains, for every two
    players, the number of rounds with each other minus those against each other. b contains,
    for each player, the sum of the margins of all rounds.
    """
    matrix = [[0.0] * unknowns for _ in range(unknowns)]
    margins = [0.0] * unknowns
    for sides, number, margin in rounds:
        for place, side in sides:
            margins[place] += side * margin
            for other, its_side in sides:
                matrix[place][other] += side * its_side * number
    return matrix, margins


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> Solution:
    """Solve A x = b for a symmetric, positive definite A, by Cholesky decomposition.

    Raises ValueError for any other A.
    """
    inverted = _inverted(_lower(matrix))
    halfway = [sum(map(mul, row, right)) for row in inverted]
    # A is L L', so its inverse is K' K, where K is the inverse of L.
    columns = [[row[place] for row in inverted[place:]] for place in range(len(matrix))]
    return Solution(
        [sum(map(mul, column, halfway[place:])) for place, column in enumerate(columns)],
        [sum(map(mul, column, column)) for column in columns],
    )


def invert(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric, positive definite A.

    Raises ValueError for any other A.
    """
    size = len(matrix)
    inverted = [row + [0.0] * (size - len(row)) for row in _inverted(_lower(matrix))]
    # A is L L', so its inverse is K' K, where K is the inverse of L.
    columns = [[row[place] for row in inverted] for place in range(size)]
    return [[sum(map(mul, one, other)) for other in columns] for one in columns]


def _lower(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return L, row by row up to the diagonal."""
    lower: list[list[float]] = []
    for place, given in enumerate(matrix):
        row: list[float] = []
        for before, above in enumerate(lower):
            row.append((given[before] - sum(map(mul, row, above))) / above[before])
        row.append(sqrt(given[place] - sum(map(mul, row, row))))
        lower.append(row)
    return lower


def _inverted(lower: list[list[float]]) -> list[list[float]]:
    """Return K, row by row up to the diagonal."""
    inverted: list[list[float]] = []
    for place, row in enumerate(lower):
        found = [0.0] * place
        for before, weight in enumerate(row[:place]):
            for column, value in enumerate(inverted[before]):
                found[column] -= weight * value
        inverted.append([*(value / row[place] for value in found), 1 / row[place]])
    return inverted
