"""A merge of a log does not change games that were changed later or deleted here."""

import json

import pytest
from django.utils import timezone

from scoring.exchange.log_compare import MergeVerdict
from scoring.models import Change, Game, Group
from tests.factories import plain
from tests.scoring.log_groups import log_of
from tests.scoring.log_merge.merging import (
    ALTERED,
    log_before_merges,
    merge,
    planned,
    stored,
    totals,
    writer,
)

pytestmark = pytest.mark.django_db


def test_game_that_has_gone_on_here_stays(home: Group, away: Group) -> None:
    writer(away).record(plain(35))
    before = stored()

    plan = merge(log_of(home), away)

    assert plan.verdicts == {MergeVerdict.SHORTER: 1}
    assert stored() == before


def test_games_that_continued_in_two_ways_stay_and_are_named(home: Group, away: Group) -> None:
    writer(home).record(plain(35))
    writer(away).record(plain(80))
    writer(away).record(plain(80))
    before = stored()

    plan = merge(log_of(home), away)

    assert (plan.verdicts, stored()) == ({MergeVerdict.DIVERGED: 1}, before)
    assert plan.diverged == list(Game.objects.filter(group=away))


def test_game_that_is_deleted_here_stays_deleted(home: Group, away: Group) -> None:
    writer(away).delete()
    before = stored()

    plan = merge(log_of(home), away)

    assert plan.verdicts == {MergeVerdict.SHORTER: 1}
    assert stored() == before


def test_game_that_was_restored_elsewhere_is_restored(home: Group) -> None:
    one = writer(home)
    one.delete()
    one.restore()
    log = log_of(home)
    # The state before the game was restored.
    Change.objects.filter(game=one.game, number=3).delete()
    Game.with_deleted.filter(pk=one.game.pk).update(version=2, deleted=timezone.now())

    plan = merge(log, home)

    assert plan.verdicts == {MergeVerdict.LONGER: 1}
    assert (totals(home), log_before_merges(home)) == ([(60, 40)], log)


@pytest.mark.parametrize("altered", ALTERED)
def test_game_that_is_another_one_with_this_id_is_left_alone(
    home: Group, away: Group, altered: str
) -> None:
    writer(home).record(plain(35))
    log = json.loads(log_of(home))
    ALTERED[altered](log["games"][0])
    before = stored()

    plan = merge(json.dumps(log).encode(), away)

    assert plan.verdicts == {MergeVerdict.DIVERGED: 1}
    assert stored() == before


def test_round_that_is_older_than_the_log_is_part_of_the_game(home: Group, away: Group) -> None:
    Change.objects.filter(group__in=[home, away]).delete()
    log = log_of(home)
    other = log.replace(b'"A":60,"B":40', b'"A":65,"B":35')

    assert planned(log, away).verdicts == {MergeVerdict.EQUAL: 1}
    assert planned(other, away).verdicts == {MergeVerdict.DIVERGED: 1}
