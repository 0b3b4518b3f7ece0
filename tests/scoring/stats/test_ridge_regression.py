"""Linear equations are solved exactly."""

from itertools import product
from random import Random

import pytest

from scoring.stats.ratings.ridge_regression import invert, solve


def symmetric(size: int) -> list[list[float]]:
    """Return a matrix that is positive definite, because its diagonal dominates."""
    random = Random(size)
    matrix = [[0.0] * size for _ in range(size)]
    for one, other in product(range(size), repeat=2):
        matrix[one][other] = matrix[other][one] = random.uniform(-1, 1)
    for place in range(size):
        matrix[place][place] = size + random.random()
    return matrix


def times(matrix: list[list[float]], values: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


@pytest.mark.parametrize("size", [1, 2, 5, 40])
def test_solution_solves(size: int) -> None:
    matrix = symmetric(size)
    right = [float(place + 1) for place in range(size)]

    assert times(matrix, solve(matrix, right).unknowns) == pytest.approx(right)


@pytest.mark.parametrize("size", [1, 2, 5, 40])
def test_inverse_is_what_solves_for_one(size: int) -> None:
    matrix = symmetric(size)
    inverse = solve(matrix, [0.0] * size).inverse

    for place in range(size):
        unit = [float(other == place) for other in range(size)]
        assert inverse[place] == pytest.approx(solve(matrix, unit).unknowns[place])


@pytest.mark.parametrize("size", [1, 2, 5, 40])
def test_whole_inverse_undoes_the_matrix(size: int) -> None:
    matrix = symmetric(size)

    for place, row in enumerate(invert(matrix)):
        unit = [float(other == place) for other in range(size)]
        assert times(matrix, row) == pytest.approx(unit, abs=1e-9)


def test_matrix_that_is_not_definite_is_refused() -> None:
    with pytest.raises(ValueError, match="domain"):
        solve([[1.0, 2.0], [2.0, 1.0]], [1.0, 1.0])
