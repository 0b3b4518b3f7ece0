"""The log of a group: what was done to players, imports and tokens, and by whom."""

from typing import Any

import pytest

from scoring.models import Player
from scoring.services.access_tokens import create_token, revoke_token
from scoring.services.forget_player import forget_player
from scoring.services.player_merge import merge_players, take_merge_back
from tests.factories import Phone, PlayerFactory
from tests.scoring.joining import joined
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe(host: Phone) -> Player:
    player: Player = PlayerFactory.create(group=host.group, name="Zoë")
    return player


def address(host: Phone, player: Player, what: str) -> str:
    return f"/g/{host.group.key}/players/{player.pk}/{what}/"


def log(host: Phone) -> str:
    return text(host.client.get(f"/g/{host.group.key}/log/"))


def post(host: Phone, player: Player, what: str, **sent: Any) -> None:
    host.client.post(address(host, player, what), sent)


def test_log_begins_empty(host: Phone) -> None:
    assert "Nothing so far" in log(host)


def test_rename_is_logged_with_both_names_and_the_device(host: Phone, zoe: Player) -> None:
    host.client.post(f"/g/{host.group.key}/players/{zoe.pk}/", {"name": "Zoe"})

    assert "Zoë was renamed Zoe." in log(host)
    assert "this device" in log(host)


def test_rename_to_the_same_name_changes_nothing(host: Phone, zoe: Player) -> None:
    host.client.post(f"/g/{host.group.key}/players/{zoe.pk}/", {"name": "Zoë"})

    assert "Nothing so far" in log(host)


@pytest.mark.parametrize("whose", ["Eva · ", ""])
def test_other_devices_are_logged_by_their_person_and_their_name(
    host: Phone, zoe: Player, whose: str
) -> None:
    """Several phones of a table may have the same name, which is that of their system."""
    member = joined(host, "Eva")
    if not whose:
        member.device.membership_set.update(player=None)
    member.client.post(address(host, zoe, "hide"))

    assert "Zoë was hidden." in log(host)
    assert f" · {whose}{member.device.membership_set.get().name} " in log(host)


def test_hiding_and_showing_are_listed_the_latest_first(host: Phone, zoe: Player) -> None:
    post(host, zoe, "hide")
    post(host, zoe, "show")
    told = log(host)

    assert 0 < told.index("Zoë was shown again.") < told.index("Zoë was hidden.")


def test_merge_and_its_end_are_logged(host: Phone, zoe: Player) -> None:
    other: Player = PlayerFactory.create(group=host.group, name="Zoe")
    merge_players(zoe, other)
    merged = Player.with_merged.get(pk=zoe.pk)
    take_merge_back(merged)

    assert "Zoë was merged into Zoe." in log(host)
    assert "That Zoë was merged into Zoe was taken back." in log(host)


def test_name_that_is_forgotten_is_gone_from_the_log(host: Phone, zoe: Player) -> None:
    host.client.post(f"/g/{host.group.key}/players/{zoe.pk}/", {"name": "Zoe-Ann"})
    zoe.refresh_from_db()
    forget_player(zoe)
    told = log(host)

    assert "The name of a player was forgotten, who is now Player 1." in told
    assert "Zoe-Ann" not in told


def test_tokens_are_logged_by_name_and_without_their_value(host: Phone) -> None:
    token = create_token(host.group, "Television")
    revoke_token(host.group, host.group.access_tokens.get().pk)

    assert "The access token “Television” was created." in log(host)
    assert "The access token “Television” was revoked." in log(host)
    assert token not in log(host)


def test_players_that_come_back_by_playing_are_not_logged(host: Phone, zoe: Player) -> None:
    Player.objects.filter(pk=zoe.pk).update(hidden=True)
    seats = {"a1": "Zoë", "b1": "B", "a2": "C", "b2": "D"}
    host.client.post("/new/", {**seats, "target": "1000", "tie": "play_on", "grand": "on"})

    assert Player.objects.get(pk=zoe.pk).hidden is False
    assert "Nothing so far" in log(host)


def test_player_who_is_hidden_twice_is_logged_once(host: Phone, zoe: Player) -> None:
    for _ in range(2):
        post(host, zoe, "hide")

    assert [each.kind for each in host.group.changes.all()] == ["hide"]
