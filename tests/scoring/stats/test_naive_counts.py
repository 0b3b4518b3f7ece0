"""Figures, badges and tables of seasons equal those of an independent, naive count of the
stored rounds, to the last digit."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from scoring.management.history_generator import HistoryGenerator
from scoring.models import Group
from scoring.rules import Race
from scoring.stats.badges import find_badges
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import GroupHistory, read_history
from scoring.stats.records import find_records, most_played_format
from scoring.stats.seasons import season_table
from scoring.stats.win_probability.model import (
    Table,
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)
from tests.module_rows import rows_of_the_module
from tests.scoring.stats.figures import (
    by_chances,
    group_figures,
    pairs,
    player_figures,
    records,
    rivals,
)
from tests.scoring.stats.naive_badges import NaiveBadges
from tests.scoring.stats.random_histories import RandomHistory

pytestmark = pytest.mark.django_db

# What was played, by the seed and whether partners change in every other game; and whether
# others have played some of the rounds.
PLAYED = [
    (played, reseated)
    for seed in range(50)
    for played, reseats in (((seed, False), (False, True)), ((seed, True), (False,)))
    for reseated in reseats
]
NAMES = {(False, False): "same", (False, True): "reseated", (True, False): "rotating"}
histories = pytest.mark.parametrize(
    ("played", "group"),
    PLAYED,
    indirect=True,
    scope="module",
    ids=[f"{seed}-{NAMES[rotates, reseated]}" for (seed, rotates), reseated in PLAYED],
)


@pytest.fixture(scope="module")
def tables() -> dict[TableSpec, Table]:
    """Compute the win probabilities of games to all targets, and with all numbers of rounds,
    that are played here."""
    specs = [TableSpec.for_race(race) for race in (Race(300), Race(None, fixed_rounds=3))]
    return {spec: spec.solve(blend_with_baseline(())) for spec in specs if spec}


@pytest.fixture(scope="module")
def played(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[RandomHistory]:
    """A random history, which is written once for all counts, with and without others in some
    of its rounds."""
    seed, rotates = request.param
    with rows_of_the_module(django_db_blocker):
        written = RandomHistory(seed, rotates=rotates)
        written.play(games=5)
        written.rename()
        yield written


@pytest.fixture(scope="module")
def group(
    request: pytest.FixtureRequest, played: RandomHistory, django_db_blocker: Any
) -> Iterator[Group]:
    """The group that has played this history."""
    with rows_of_the_module(django_db_blocker):
        if request.param:
            played.reseat()
        yield played.group


@pytest.fixture(scope="module")
def history(group: Group) -> GroupHistory:
    return read_history(group)


@pytest.fixture(scope="module")
def naive(group: Group) -> NaiveBadges:
    return NaiveBadges(group)


@histories
def test_figures_are_those_of_a_naive_count(
    history: GroupHistory, naive: NaiveBadges, tables: dict[TableSpec, Table]
) -> None:
    compare_figures(history, naive, tables)


def test_figures_of_a_made_history_are_those_of_a_naive_count(
    tables: dict[TableSpec, Table],
) -> None:
    generator = HistoryGenerator(1, until=datetime(2026, 3, 6, 19, 30, tzinfo=UTC))
    group = generator.write(100)

    compare_figures(read_history(group), NaiveBadges(group), tables)


def compare_figures(
    history: GroupHistory, naive: NaiveBadges, tables: dict[TableSpec, Table]
) -> None:
    found = compute_group_stats(history)

    assert {player: player_figures(each) for player, each in found.players.items()} == {
        player: naive.player(player) for player in naive.players()
    }
    assert pairs(found) == naive.pairs()
    assert rivals(found) == naive.rivals()
    assert records(found) == naive.records()
    assert group_figures(found) == naive.group()
    usual = most_played_format(history.games)
    spec = TableSpec.for_race(usual.race) if usual else None
    if usual and spec and usual.official_points:
        model = WinProbabilityModel(usual.race, tables[spec])
        assert by_chances(find_records(history.games, model)) == naive.by_chances(model)


@histories
def test_badges_are_those_of_a_naive_count(history: GroupHistory, naive: NaiveBadges) -> None:
    found = find_badges(history)

    told = [(str(each.type), each.player, each.day, each.game) for each in found]
    assert sorted(told, key=str) == naive.badges()


@histories
def test_table_of_a_season_is_that_of_a_naive_count(
    history: GroupHistory, naive: NaiveBadges
) -> None:
    found = season_table(history.games)

    each = {player: naive.player(player) for player in naive.players()}
    told = {
        player: (score["won"] - score["lost"], score["points"] - score["against"])
        for player, stats in each.items()
        if (score := stats["score"])["games"]
    }
    assert {place.stats.player: place.ahead for place in found.places} == {
        player: ahead for player, (ahead, _) in told.items()
    }
    for place in found.places:
        mine = told[place.stats.player]
        assert place.place == 1 + sum(other > mine for other in told.values())
    assert {each.stats.player: each.points for each in found.callers} == {
        player: 100 * (2 * stats["tichu_made"] - stats["tichu"])
        + 200 * (2 * stats["grand_made"] - stats["grand"])
        for player, stats in each.items()
        if stats["tichu"] + stats["grand"]
    }
