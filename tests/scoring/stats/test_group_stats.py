"""Every figure is what a second, naive count of the stored rounds says, to the last digit."""

from dataclasses import asdict, astuple
from datetime import UTC, datetime
from typing import Any

import pytest

from scoring.management.history_generator import HistoryGenerator
from scoring.models import Group
from scoring.rules import Race
from scoring.stats.chemistry import Chemistry
from scoring.stats.group_stats import GroupStats, compute_group_stats
from scoring.stats.history import read_history
from scoring.stats.players import PlayerStats
from scoring.stats.records import Record, RecordType, find_records, most_played_format
from scoring.stats.win_probability.model import (
    Table,
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)
from tests.scoring.stats.naive import Naive
from tests.scoring.stats.scribble import Scribe

pytestmark = pytest.mark.django_db

HISTORIES = 50
RESULTS = {1: "won", -1: "lost", 0: "draw"}


@pytest.fixture(scope="module")
def tables() -> dict[TableSpec, Table]:
    """The chances in games to all targets, and of all numbers of rounds, that are played
    here."""
    specs = [TableSpec.for_race(race) for race in (Race(300), Race(None, fixed_rounds=3))]
    return {spec: spec.solve(blend_with_baseline(())) for spec in specs if spec}


@pytest.mark.parametrize("players", ["same", "reseated", "rotating"])
@pytest.mark.parametrize("seed", range(HISTORIES))
def test_figures_are_those_of_a_naive_count(
    seed: int, players: str, tables: dict[TableSpec, Table]
) -> None:
    scribe = Scribe(seed, rotates=players == "rotating")
    scribe.play(games=5)
    scribe.rename()
    if players == "reseated":
        scribe.reseat()

    compare_with_naive_count(scribe.group, tables)


def test_figures_of_a_made_history_are_those_of_a_naive_count(
    tables: dict[TableSpec, Table],
) -> None:
    generator = HistoryGenerator(1, until=datetime(2026, 3, 6, 19, 30, tzinfo=UTC))

    compare_with_naive_count(generator.write(100), tables)


def compare_with_naive_count(group_: Group, tables: dict[TableSpec, Table]) -> None:
    history, naive = read_history(group_), Naive(group_)
    found = compute_group_stats(history)

    assert {player: told(each) for player, each in found.players.items()} == {
        player: naive.player(player) for player in naive.players()
    }
    assert pairs(found) == naive.pairs()
    assert rivals(found) == naive.rivals()
    assert records(found) == naive.records()
    assert group(found) == naive.group()
    usual = most_played_format(history.games)
    spec = TableSpec.for_race(usual.race) if usual else None
    if usual and spec and usual.official_points:
        model = WinProbabilityModel(usual.race, tables[spec])
        assert by_chances(find_records(history.games, model)) == naive.by_chances(model)


def told(each: PlayerStats) -> dict[str, Any]:
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
        """Those who are fitted by numbers that are rounded."""
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
            "met": (each.last_met, each.last_game),
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


def group(found: GroupStats) -> dict[str, Any]:
    return {
        "games": found.games,
        "without_rounds": found.games_without_rounds,
        "running": found.running,
        "rounds": found.rounds,
        "average": (found.average.total, found.average.n),
        "evenings": tuple(tuple(each) for each in found.evenings),
    }


def counted(scribe: Scribe) -> GroupStats:
    """The figures as they are now, without those that a thread may still be solving."""
    return compute_group_stats(read_history(scribe.group))


def test_figures_are_as_before_after_undoing_everything() -> None:
    scribe = Scribe(1)
    scribe.play(games=4)
    before = counted(scribe)
    scribe.start({"target": 5000})
    writer = scribe.pens[-1]
    for _ in range(3):
        scribe.record(writer)
    writer.amend(1, scribe.result(writer.game))
    writer.remove(2)
    between = counted(scribe)

    while writer.game.undo_stack.to_undo:
        writer.undo()

    assert between != before
    assert asdict(counted(scribe)) == asdict(before)
