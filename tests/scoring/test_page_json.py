"""The JSON on the table page, which scripts use without the server."""

import json
import re
from html import unescape
from typing import Any

import pytest

from scoring.models import Player
from tests.factories import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(phone: Phone) -> Phone:
    """A phone after a round of 60 : 40 and one of 45 : 55 with a Tichu that failed."""
    phone.record(first="A1", card_points="60")
    phone.record(first="B1", card_points="45", tichu="A2")
    return phone


def values(response: Any, name: str) -> list[Any]:
    """Return the values of this data attribute, in page order."""
    html = response.content.decode()
    found = re.findall(rf"data-{name}=(?:\"([^\"]*)\"|'([^']*)')", html)
    return [json.loads(unescape(one or other)) for one, other in found]


@pytest.mark.parametrize("path", ["", "board/"])
def test_table_has_its_standing_and_its_rounds(phone: Phone, path: str) -> None:
    response = phone.get(path)
    assert values(response, "standing") == [
        {"totals": {"A": 5, "B": 95}, "rounds": 2, "seq": 2}
    ]
    assert values(response, "round") == [
        {"seq": 2, "A": -55, "B": 55},
        {"seq": 1, "A": 60, "B": 40},
    ]


def test_recorded_round_comes_with_the_new_standing(phone: Phone) -> None:
    response = phone.record(htmx=True, first="A2", card_points="100")
    assert values(response, "standing") == [
        {"totals": {"A": 105, "B": 95}, "rounds": 3, "seq": 3}
    ]
    assert values(response, "round") == [{"seq": 3, "A": 100, "B": 0}]


def test_names_with_characters_of_html_stay_inside_their_attribute(phone: Phone) -> None:
    names = ["O'Neil", "A & B", "<i>Nils", "&#x27;"]
    for player, name in zip(phone.game.players, names, strict=True):
        Player.objects.filter(pk=player).update(name=name)

    response = phone.get()
    assert [game["names"] for game in values(response, "game")] == [names]
