"""Figures of a group as plain values, to compare them with those of a naive count."""

from dataclasses import astuple
from typing import Any

import pytest

from scoring.stats.chemistry import Chemistry
from scoring.stats.group_stats import GroupStats
from scoring.stats.players import PlayerStats
from scoring.stats.records import Record, RecordType

RESULTS = {1: "won", -1: "lost", 0: "draw"}


def player_figures(each: PlayerStats) -> dict[str, Any]:
    return {
        "score": each.tally._asdict(),
        "tichu": each.tichu.made.n,
        "tichu_made": each.tichu.made.k,
        "grand": each.grand.made.n,
        "grand_made": each.grand.made.k,
        "extra": each.extra.made.n,
        "extra_made": each.extra.made.k,
        "first": each.first.k,
        "missed": each.uncalled_first.k,
        "faced": each.opponent_calls_failed.n,
        "busted": each.opponent_calls_failed.k,
        "bombs": each.bombs,
        "places": each.places,
        "last": (each.last.k, each.last.n),
        "streaks": astuple(each.streaks),
        "evening_streaks": astuple(each.evening_streaks),
        "latest": [RESULTS[result] for result in each.latest_results],
        "last_played": each.last_played,
        "forms": tuple(form.tally._asdict() for form in each.forms),
        "best": each.best_evening
        and (each.best_evening.day, each.best_evening.tally._asdict()),
    }


def pairs(found: GroupStats) -> dict[Any, Any]:
    def chemistry(each: Chemistry | None) -> Any:
        """Return the chemistry with a tolerance for the values that are fitted in floating
        point."""
        return each and (each.actual, *map(approximately, (each.excess, each.weight)))

    return {
        pair: {"score": each.tally._asdict(), "chemistry": chemistry(each.chemistry)}
        for pair, each in found.partners.items()
    }


def approximately(value: float) -> Any:
    return pytest.approx(value, rel=1e-4, abs=0.01)


def rivals(found: GroupStats) -> dict[Any, Any]:
    return {
        pair: {
            "score": each.tally._asdict(),
            "streak": each.streak,
            "met": each.last_met,
        }
        for pair, each in found.rivals.items()
    }


def records(found: GroupStats) -> dict[str, Any]:
    return {
        each.type: each.value if each.type == "longest_streak" else (each.value, each.game)
        for each in found.records
    }


def by_chances(found: tuple[Record, ...]) -> dict[str, Any]:
    told = {each.type: (each.value, each.game, each.round_number) for each in found}
    model = {RecordType.GREATEST_COMEBACK, RecordType.BIGGEST_SWING}
    return {
        feat: (pytest.approx(value), *where)
        for feat, (value, *where) in told.items()
        if feat in model
    }


def group_figures(found: GroupStats) -> dict[str, Any]:
    return {
        "games": found.games,
        "without_rounds": found.games_without_rounds,
        "running": found.running,
        "rounds": found.rounds,
        "average": (found.average.total, found.average.n),
        "evenings": tuple(tuple(each) for each in found.evenings),
    }
