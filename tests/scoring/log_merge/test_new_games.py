"""A log is merged into a group: rows that the group does not have, by their ids, are stored,
and nothing else."""

import random
import uuid
from dataclasses import replace
from datetime import date

import pytest

from scoring.exchange.log_compare import MergeVerdict
from scoring.models import Game, Group
from scoring.rules import Seat
from scoring.rules.stakes import StakePayment
from scoring.services.games import start_rematch
from scoring.services.seasons import SeasonFacts, add_season
from scoring.services.stakes import pay
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import read_history
from tests.factories import plain
from tests.scoring.log_groups import Evening, log_of
from tests.scoring.log_merge.merging import (
    copied,
    log_before_merges,
    merge,
    names,
    start,
    stored,
    totals,
    writer,
)
from tests.scoring.stats.figures import pairs, player_figures, records, rivals
from tests.scoring.stats.naive import Naive

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(6))
def test_group_that_was_played_on_is_the_same_byte_for_byte_once_it_is_merged(
    seed: int,
) -> None:
    evening = Evening(random.Random(seed))
    copy = copied(evening.play(5))
    evening.play_on(3)
    log = log_of(evening.group)

    merge(log, copy)

    assert log_before_merges(copy) == log
    before = stored()
    assert merge(log, copy).merge.is_empty
    assert stored() == before


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_files_that_continue_a_game_give_the_longer_one_in_any_order(
    home: Group, away: Group, order: tuple[int, int]
) -> None:
    logs = []
    for points in (35, 80):
        writer(home).record(plain(points))
        logs.append(log_of(home))

    for each in order:
        merge(logs[each], away)

    assert log_before_merges(away) == logs[1]


def test_statistics_after_a_merge_are_those_of_a_naive_count() -> None:
    evening = Evening(random.Random(4))
    copy = copied(evening.play(5))
    evening.play_on(4)
    start(copy, "Ada", "Ben", "Cleo", "Hans").record(plain(45))
    merge(log_of(evening.group), copy)

    history, naive = read_history(copy), Naive(copy)
    found = compute_group_stats(history)

    assert {player: player_figures(each) for player, each in found.players.items()} == {
        player: naive.player(player) for player in naive.players()
    }
    assert (pairs(found), rivals(found)) == (naive.pairs(), naive.rivals())
    assert records(found) == naive.records()


def test_two_groups_that_merge_each_other_have_the_same_games(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(10))
    start(away, "Ada", "Fritz", "Cleo", "Gül").record(plain(20))

    merge(log_of(away), home)
    merge(log_of(home), away)

    assert sorted(totals(home)) == sorted(totals(away)) == [(10, 90), (20, 80), (60, 40)]
    assert names(home) == names(away)
    merge(log_of(away), home)
    assert merge(log_of(away), home).merge.is_empty
    assert merge(log_of(home), away).merge.is_empty


def test_merged_game_is_undone_and_continues(home: Group, away: Group) -> None:
    writer(home).record(plain(35))
    merge(log_of(home), away)

    other = writer(away)
    other.undo()
    other.redo()
    other.record(plain(5))

    assert totals(away) == [(100, 200)]
    assert merge(log_of(away), home).verdicts == {MergeVerdict.LONGER: 1}
    assert log_before_merges(home) == log_before_merges(away)


def test_rematch_is_still_that_of_its_game(home: Group, away: Group) -> None:
    first = writer(home).game
    start_rematch(first, Seat.A2, key=uuid.uuid4())

    merge(log_of(home), away)

    later, earlier = Game.objects.filter(group=away)
    assert later.follows == earlier


def test_seasons_are_merged_once_by_their_keys(home: Group, away: Group) -> None:
    spring = SeasonFacts("Spring", date(2026, 1, 1), date(2026, 6, 30))
    add_season(home, spring, key=uuid.uuid4())
    add_season(away, replace(spring, name="Summer"), key=uuid.uuid4())
    for _ in range(2):
        merge(log_of(home), away)

    assert {*away.seasons.values_list("name", flat=True)} == {"Spring", "Summer"}
    assert away.seasons.count() == 2


def test_payments_are_merged_once_by_their_keys(home: Group, away: Group) -> None:
    payer, payee = home.players.all()[:2]
    pay(home, StakePayment(payer, payee, 7), key=uuid.uuid4(), seen=0)
    log = log_of(home)

    merge(log, away)
    merge(log, away)

    paid = away.payments.values_list("payer__name", "payee__name", "chips")
    assert list(paid) == [(payer.name, payee.name, 7)]


def test_group_keeps_its_settings(home: Group, away: Group) -> None:
    Group.objects.filter(pk=home.pk).update(
        name="Theirs", target=500, stake=9, shows_win_probability=False
    )
    Group.objects.filter(pk=away.pk).update(name="Ours")
    before = Group.objects.filter(pk=away.pk).values().get()
    start(home, "Ada", "Ben", "Cleo", "Eva")

    merge(log_of(home), away)

    assert Group.objects.filter(pk=away.pk).values().get() == before


def test_every_phone_shows_its_game_anew(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva")
    before = writer(away).game.revision

    merge(log_of(home), away)

    first = Game.objects.filter(group=away).last()
    assert first is not None
    assert first.revision == before + 1


def test_sample_of_the_win_probability_is_read_again_after_a_late_change(
    home: Group, away: Group
) -> None:
    start(away, "Ada", "Ben", "Cleo", "Dora")
    writer(home).record(plain(35))

    merge(log_of(home), away)

    changes = Game.objects.filter(group=away).order_by("pk").values_list("late_changes")
    assert list(changes) == [(1,), (0,)]
