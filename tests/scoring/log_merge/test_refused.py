"""Nothing is stored of a log that is damaged, cut off, too large or out of date."""

import pytest

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_merge import merge_log
from scoring.models import Game, Group
from scoring.services.log_merge import store_merge
from scoring.services.transaction import Conflict
from tests.factories import plain
from tests.scoring.log_groups import log_of, random_group
from tests.scoring.log_merge.merging import (
    MEANWHILE,
    log_before_merges,
    merge,
    planned,
    start,
    stored,
    totals,
    writer,
)

pytestmark = pytest.mark.django_db


def test_nothing_is_stored_of_a_damaged_file(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(10))
    log, before = log_of(home), stored()

    for end in range(0, len(log), 97):
        with pytest.raises(DamagedFile):
            merge(log[:end], away)

    assert stored() == before


def test_nothing_is_stored_of_a_merge_that_is_cut_off(home: Group, away: Group) -> None:
    writer(home).record(plain(35))
    start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(10))
    plan, before = planned(log_of(home), away), stored()
    games = []

    def cut_off(*game: object) -> None:
        games.append(game)
        if len(games) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store_merge(plan.merge, cut_off, "", None)

    assert stored() == before


@pytest.mark.parametrize("what", MEANWHILE)
def test_merge_is_a_conflict_where_the_group_has_changed_since_the_plan(
    home: Group, away: Group, what: str
) -> None:
    writer(home).record(plain(35))
    start(home, "Ada", "Ben", "Cleo", "Eva")
    log = log_of(home)
    plan = planned(log, away)
    MEANWHILE[what](away, log)
    before = stored()

    with pytest.raises(Conflict):
        merge_log(plan)

    assert stored() == before


def test_new_game_that_is_merged_twice_at_once_is_stored_once(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Dora").record(plain(10))
    one, other = (planned(log_of(home), away) for _ in range(2))
    merge_log(one)

    with pytest.raises(Conflict):
        merge_log(other)

    assert totals(away) == [(60, 40), (10, 90)]


def test_more_than_is_stored_at_once_is_left_for_the_next_merge(
    home: Group, away: Group
) -> None:
    for points in (10, 20, 30):
        start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(points))
    log = log_of(home)

    plans = [merge(log, away, most_rows=7) for _ in range(3)]

    assert [(len(each.merge.games), each.later) for each in plans] == [(2, 1), (1, 0), (0, 0)]
    assert log_before_merges(away) == log


def test_game_that_is_too_large_for_the_bound_is_stored_alone(home: Group, away: Group) -> None:
    for points in (10, 20):
        start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(points))

    plan = merge(log_of(home), away, most_rows=1)

    assert (len(plan.merge.games), plan.later) == (1, 1)


def test_game_whose_address_is_taken_gets_another_one_and_keeps_its_id(home: Group) -> None:
    other = random_group(2)
    log = log_of(home)

    merge(log, other)

    game = Game.objects.filter(group=other).first()
    theirs = writer(home).game
    assert game is not None
    assert (game.log_id, game.key != theirs.key) == (theirs.key, True)
    assert merge(log, other).merge.is_empty


def test_file_of_another_group_is_said_to_be(home: Group, away: Group) -> None:
    other = log_of(random_group(2))

    assert (
        planned(other, away).of_another_group,
        planned(log_of(home), away).of_another_group,
    ) == (
        True,
        False,
    )
