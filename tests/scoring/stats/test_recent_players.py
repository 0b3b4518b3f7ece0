"""The order in which a new game offers the names of a group."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.models import Game, Group, Membership, Role
from scoring.rules.rotation import Rotation
from scoring.services.membership import register_device
from scoring.stats.recent_players import players_by_recency
from tests.factories import GameFactory, GroupFactory, PlayerFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 6, 21, 0, tzinfo=UTC)


def play(group: Group, names: str, ago: timedelta) -> Game:
    players = dict(
        zip(("player_a1", "player_b1", "player_a2", "player_b2"), names, strict=True)
    )
    seats = {
        seat: group.players.filter(name=name).first()
        or PlayerFactory.create(group=group, name=name)
        for seat, name in players.items()
    }
    game = GameFactory.create(group=group, **seats)
    Game.objects.filter(pk=game.pk).update(created=NOW - ago)
    return game


def offered(group: Group) -> str:
    return "".join(player.name for player in players_by_recency(group, NOW))


def test_who_is_there_tonight_comes_first_by_name() -> None:
    group = GroupFactory.create()
    play(group, "ABCD", timedelta(days=1))
    play(group, "HGFE", timedelta(hours=1))

    assert offered(group) == "EFGHABCD"


def test_others_follow_by_how_recently_they_played() -> None:
    group = GroupFactory.create()
    PlayerFactory.create(group=group, name="X")
    play(group, "ABCD", timedelta(days=8))
    play(group, "DCFE", timedelta(days=7))
    play(group, "HGFE", timedelta(days=1))

    assert offered(group) == "EFGHCDABX"


def test_who_joined_tonight_is_there() -> None:
    group = GroupFactory.create()
    play(group, "ABCD", timedelta(days=1))
    guest = PlayerFactory.create(group=group, name="X")
    device, _ = register_device("Android")
    Membership.objects.create(group=group, device=device, player=guest, role=Role.MEMBER)
    Membership.objects.update(joined=NOW - timedelta(hours=1))

    assert offered(group) == "XABCD"


def test_deleted_game_brings_nobody_to_the_front() -> None:
    group = GroupFactory.create()
    play(group, "ABCD", timedelta(days=2))
    game = play(group, "EFGH", timedelta(days=1))
    Game.objects.filter(pk=game.pk).update(deleted=NOW)

    assert offered(group) == "ABCDEFGH"


def test_who_sits_out_of_a_rotation_is_there_tonight() -> None:
    group = GroupFactory.create()
    play(group, "ABCD", timedelta(days=1))
    game = play(group, "EFGH", timedelta(hours=1))
    fifth = PlayerFactory.create(group=group, name="X")
    plan = Rotation((*game.players, fifth.pk))
    Game.objects.filter(pk=game.pk).update(
        rotation_facts=plan.to_dict(), target=None, fixed_rounds=plan.rounds
    )

    assert offered(group) == "EFGHXABCD"
