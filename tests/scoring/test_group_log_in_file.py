"""The log of a group in its file: exported and imported, merged, and of a later release."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Device, Group, GroupChange, Membership, Player, Role
from scoring.services.access_tokens import create_token
from scoring.services.forget_player import forget_player
from scoring.services.player_merge import merge_players
from scoring.services.players import hide_player, rename_player
from tests.factories import DeviceFactory, GameFactory, PlayerFactory
from tests.scoring.log_damages import refused
from tests.scoring.log_groups import imported, log_of
from tests.scoring.log_merge.merging import merge, planned
from tests.scoring.reading import group_log_sentences

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Device:
    device: Device = DeviceFactory.create(system="Android")
    return device


@pytest.fixture
def group(phone: Device) -> Group:
    """A group in which a phone without recorded rounds has made many changes."""
    made: Group = GameFactory.create().group
    Membership.objects.create(group=made, device=phone, role=Role.OWNER, name="Kitchen")
    anna = made.players.order_by("pk")[0]
    misspelt = PlayerFactory.create(group=made, name="Ana")
    merge_players(misspelt, anna, phone.pk)
    rename_player(anna, "Anna", phone.pk)
    hide_player(made.players.order_by("pk")[1])
    create_token(made, "Television", phone.pk)
    return made


def log_entries(log: bytes) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(log)["log"]
    return entries


def test_imported_group_has_the_same_log(group: Group) -> None:
    again = imported(log_of(group))

    assert group_log_sentences(again) == group_log_sentences(group)
    assert "Ana was merged into Anna." in group_log_sentences(again)


def test_who_did_it_is_an_author(group: Group) -> None:
    again = imported(log_of(group))

    names = [each.device_name for each in again.changes.with_device_names()]
    assert names == ["Kitchen", None, "Kitchen", "Kitchen"]


def test_who_was_merged_is_no_player_of_the_file(group: Group) -> None:
    log = json.loads(log_of(group))

    assert [each for each in log["players"] if each["name"] == "Ana"] == []
    assert log["log"][0]["facts"]["player_name"] == "Ana"


def test_group_without_a_log_has_none_in_its_file() -> None:
    assert b'"log":[' not in log_of(GameFactory.create().group)


def test_same_file_merged_twice_changes_nothing(group: Group) -> None:
    copy = imported(log_of(group))
    hide_player(copy.players.order_by("pk")[2])
    before = GroupChange.objects.filter(group=group).count()

    merge(log_of(copy), group)
    assert GroupChange.objects.filter(group=group).count() == before + 1
    assert planned(log_of(copy), group).merge.is_empty


def test_merged_entries_are_in_the_order_of_time(group: Group) -> None:
    copy = imported(log_of(group))
    hide_player(copy.players.order_by("pk")[2])
    hide_player(group.players.order_by("pk")[3])

    merge(log_of(copy), group)

    moments = list(group.changes.values_list("at", flat=True))
    assert moments == sorted(moments, reverse=True)


def test_name_that_is_forgotten_goes_from_entries_of_a_file_too(group: Group) -> None:
    again = imported(log_of(group))
    anna = Player.objects.get(group=again, name="Anna")
    PlayerFactory.create(group=again, name="Ana")

    forget_player(anna)
    forget_player(Player.objects.get(group=again, name="Ana"))

    assert "Ana" not in str(list(again.changes.values_list("facts", flat=True)))


def test_entry_of_a_later_release_is_kept_and_comes_out_again(group: Group) -> None:
    log = json.loads(log_of(group))
    later = {**log["log"][0], "id": str(uuid.uuid4()), "kind": "adopt", "facts": {"cats": [1]}}
    log["log"].append(later)

    again = imported(json.dumps(log).encode())

    assert later in log_entries(log_of(again))
    assert len(group_log_sentences(again)) == len(log["log"]) - 1


DAMAGE: dict[str, Callable[[dict[str, Any]], object]] = {
    "an unknown author": lambda entry: entry.update(by=str(uuid.uuid4())),
    "an unknown player": lambda entry: entry["facts"].update(other=str(uuid.uuid4())),
    "no player": lambda entry: entry["facts"].pop("other"),
    "a player twice": lambda entry: entry["facts"].update(player=entry["facts"]["other"]),
    "a number for a name": lambda entry: entry["facts"].update(player_name=1),
    "a kind that is none": lambda entry: entry.update(kind="<b>"),
    "a kind that is a number": lambda entry: entry.update(kind=1),
    "no time": lambda entry: entry.pop("at"),
    "facts that are none": lambda entry: entry.update(facts=[]),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_entry_is_refused(group: Group, damage: str) -> None:
    log = json.loads(log_of(group))
    DAMAGE[damage](log["log"][0])

    assert refused(json.dumps(log).encode())


def test_entry_that_is_there_twice_is_refused(group: Group) -> None:
    log = json.loads(log_of(group))
    log["log"].append(log["log"][0])

    assert refused(json.dumps(log).encode())
