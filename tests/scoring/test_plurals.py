"""One game, one round, one evening: no page has a plural noun after the number 1."""

import re

import pytest
from django.test import Client

from scoring.models import Game
from scoring.rules import Call, CallLevel, Seat
from tests.factories import GameWriter, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

PLURAL_AFTER_ONE = r"(?<![\d,.])1 (?:games|rounds|evenings|calls|points|times)\b"


@pytest.fixture
def phone(client: Client) -> Phone:
    """A phone of a group that has played one game of one round."""
    phone = Phone(client)
    Game.objects.filter(pk=phone.game.pk).update(target=50)
    phone.game.refresh_from_db()
    GameWriter(phone.game).record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.TICHU)))
    return phone


@pytest.mark.parametrize(
    "path",
    ["", "p/{player}/", "pairs/", "pairs/{player}/{partner}/", "ratings/", "evening/"],
    ids=lambda path: path or "-",
)
def test_statistics_of_one_game_speak_of_one(phone: Phone, path: str) -> None:
    path = path.format(player=phone.game.player_a1.pk, partner=phone.game.player_a2.pk)
    said = text(phone.client.get(f"/g/{phone.group.key}/stats/{path}"))

    assert re.findall(PLURAL_AFTER_ONE, said) == []


@pytest.mark.parametrize("path", ["", "race/"])
def test_game_of_one_round_speaks_of_one(phone: Phone, path: str) -> None:
    assert re.findall(PLURAL_AFTER_ONE, text(phone.get(path))) == []


def test_home_speaks_of_one_round(phone: Phone) -> None:
    Game.objects.update(target=1000)

    said = text(phone.client.get("/"))

    assert "Running, 1 round</span> ·" in said
