"""Small samples: the range of rates that k of n allows, and the value by which samples are
ranked."""

from fractions import Fraction

import pytest

from scoring.rules import CallLevel
from scoring.stats.estimates import BREAK_EVEN, PRIOR_MADE_RATES, Interval, Mean, Proportion
from scoring.stats.players import CallStats


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(5, 8, 40, 80), (0, 4, 0, 29), (4, 4, 71, 100), (70, 100, 64, 76)],
)
def test_range_is_wilsons_at_80_per_cent(k: int, n: int, low: int, high: int) -> None:
    found = Proportion(k, n).wilson_interval

    assert (round(100 * found.low), round(100 * found.high)) == (low, high)


def test_range_of_nothing_is_everything() -> None:
    assert (Proportion(0, 0).rate, Proportion(0, 0).wilson_interval) == (
        None,
        Interval(0.0, 1.0),
    )


def test_one_of_one_does_not_come_before_many_of_many() -> None:
    prior = PRIOR_MADE_RATES[CallLevel.TICHU]

    assert Proportion(1, 1).shrunk(prior) == (1 + Fraction(73, 100) * 12) / 13
    assert Proportion(1, 1).shrunk(prior) < Proportion(80, 100).shrunk(prior)


def test_ranges_that_overlap_are_too_close_to_call() -> None:
    assert Interval(0.2, 0.5).overlaps(Interval(0.5, 0.9))
    assert not Interval(0.2, 0.4).overlaps(Interval(0.5, 0.9))


def test_shares_add_by_what_they_count() -> None:
    assert Proportion(1, 2) + Proportion(3, 4) == Proportion(4, 6)


def test_mean_is_above_another_one_where_both_are_of_something() -> None:
    assert Mean(10, 4).above(Mean(4, 2)) == Fraction(1, 2)
    assert Mean(10, 4).above(Mean(0, 0)) is None


@pytest.mark.parametrize(
    ("made", "called", "pays"), [(9, 9, None), (10, 10, True), (2, 12, False), (6, 12, None)]
)
def test_calling_pays_only_where_luck_does_not_explain_it(
    made: int, called: int, *, pays: bool | None
) -> None:
    assert (
        CallStats(CallLevel.GRAND, Proportion(made, called), Proportion(called, 100)).pays
        is pays
    )


@pytest.mark.parametrize(("level", "points"), [(CallLevel.TICHU, 50), (CallLevel.GRAND, 100)])
def test_points_a_call_are_what_it_brought_in_the_mean(level: CallLevel, points: int) -> None:
    calls = CallStats(level, Proportion(3, 4), Proportion(4, 100))

    assert calls.points_per_call == points
    assert calls.made.rate == BREAK_EVEN + Fraction(1, 4)
