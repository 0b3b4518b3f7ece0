"""The share of made calls from which on calling raises the win probability, by the score."""

from functools import cache

from scoring.rules import ByTeam, Race
from scoring.stats.win_probability.model import (
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)

RACE = Race(target=1000)


@cache
def model() -> WinProbabilityModel:
    """Return the model of the published frequencies, without rounds of a group."""
    spec = TableSpec.for_race(RACE)
    assert spec
    return WinProbabilityModel(RACE, spec.solve(blend_with_baseline(())))


def win_probability(own: int, theirs: int) -> float:
    return model().probability(RACE.standings([ByTeam(own, theirs)])[-1])


def break_even(own: int, theirs: int, worth: int) -> float:
    """Return the share, from 0 to 1, for a team with `own` points against `theirs`. The other
    points of the round are assumed to be the same with the call and without it."""

    def mean(bonus: int) -> float:
        return sum(
            share * win_probability(own + a + bonus, theirs + b)
            for (a, b), share in blend_with_baseline(()).items()
        )

    failed, without, made = mean(-worth), mean(0), mean(worth)
    return (without - failed) / (made - failed)
