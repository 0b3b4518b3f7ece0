"""The group, its players, its seasons and its settings in the log of a group."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from scoring.models import Group
from scoring.rules.play_rules import HouseRule
from scoring.services.play_rules import play_rules, set_play_rules
from tests.module_rows import rows_of_the_module
from tests.scoring.log_groups import imported, log_of, random_group

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: Any) -> Iterator[Group]:
    with rows_of_the_module(django_db_blocker):
        yield random_group(1)


@pytest.fixture
def group(written: Group) -> Group:
    """A random group, which a test may change."""
    return Group.objects.get(pk=written.pk)


def test_house_rules_of_play_come_with_the_file(group: Group) -> None:
    set_play_rules(group.pk, {HouseRule.OTHER_BOMB}, None)

    assert play_rules(imported(log_of(group)).pk) == {HouseRule.OTHER_BOMB}


def test_log_of_a_former_release_has_no_chosen_avatars_and_shows_them(group: Group) -> None:
    log = json.loads(log_of(group))
    log["group"].pop("shows_avatars", None)
    for player in log["players"]:
        for name in ("colour", "symbol", "photo"):
            player.pop(name, None)

    again = imported(json.dumps(log).encode())

    assert again.shows_avatars
    assert {*again.players.values_list("colour", "symbol")} == {(None, None)}


@pytest.mark.parametrize("shows_deal", [False, True])
def test_log_says_whether_the_group_is_asked_for_the_deal(
    group: Group, *, shows_deal: bool
) -> None:
    group.shows_deal = shows_deal
    group.save()

    assert imported(log_of(group)).shows_deal is shows_deal


def test_group_of_a_log_of_a_former_release_is_asked_for_the_deal(group: Group) -> None:
    log = json.loads(log_of(group))
    log["group"].pop("shows_deal", None)

    assert imported(json.dumps(log).encode()).shows_deal


def test_log_of_a_former_release_has_no_seasons(group: Group) -> None:
    group.seasons.all().delete()
    log = log_of(group)

    assert "seasons" not in json.loads(log)
    assert imported(log).seasons.count() == 0


def test_log_has_the_seasons_of_the_group(group: Group) -> None:
    group.seasons.create(name="Ü", first_day=date(2026, 1, 1), last_day=date(2026, 6, 30))

    again = imported(log_of(group))

    columns = ("key", "name", "first_day", "last_day")
    assert [*again.seasons.values(*columns)] == [*group.seasons.values(*columns)]
    assert again.seasons.filter(name="Ü").exists()
