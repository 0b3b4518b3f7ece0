"""The p-values of rates and differences, compared with an enumeration of all cases."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.stats.chance import bonferroni, chance_of_difference, chance_of_rate
from scoring.stats.estimates import Proportion


@st.composite
def proportions(draw: st.DrawFn) -> Proportion:
    n = draw(st.integers(0, 25))
    return Proportion(draw(st.integers(0, n)), n)


def tail(counted: Proportion, mean: Fraction, weights: dict[int, Fraction]) -> Fraction:
    """Return twice the weight of the values that are as far from the mean as this one, or
    farther, on the same side."""
    above = counted.k > mean
    farther = [k for k in weights if (k >= counted.k if above else k <= counted.k)]
    return min(Fraction(1), 2 * sum((weights[k] for k in farther), Fraction(0)))


@given(proportions(), st.fractions(Fraction(1, 20), Fraction(19, 20)))
def test_chance_of_a_rate_is_the_tail_of_the_binomial_distribution(
    counted: Proportion, rate: Fraction
) -> None:
    n = counted.n
    weights = {k: comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(n + 1)}

    found = chance_of_rate(counted, rate)

    expected = tail(counted, rate * n, weights) if n else 1
    assert found == pytest.approx(float(expected))


@given(proportions(), proportions())
def test_chance_of_a_difference_is_the_tail_of_fishers_exact_test(
    counted: Proportion, others: Proportion
) -> None:
    both = counted + others
    ways = comb(both.n, both.k)
    weights = {
        k: Fraction(comb(counted.n, k) * comb(others.n, both.k - k), ways)
        for k in range(counted.n + 1)
        if 0 <= both.k - k <= others.n
    }

    found = chance_of_difference(counted, others)

    if counted and others:
        mean = Fraction(both.k * counted.n, both.n)
        assert found == pytest.approx(float(tail(counted, mean, weights)))
    else:
        assert found == 1


def test_chance_of_many_trials_is_found() -> None:
    half = Proportion(50_000, 100_000)

    assert chance_of_rate(half, Fraction(1, 2)) == 1
    assert chance_of_difference(half, half) == 1
    assert chance_of_difference(Proportion(40_000, 100_000), half) == pytest.approx(0)


def test_chance_among_many_is_never_more_than_certain() -> None:
    assert bonferroni(0.25, 3) == 0.75
    assert bonferroni(0.25, 5) == 1
