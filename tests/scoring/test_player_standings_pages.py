"""The standings of the players on the pages of a game whose partners change."""

import re

import pytest

from tests.factories import GameWriter, Phone, plain
from tests.scoring.rotations import start

pytestmark = pytest.mark.django_db


def players_listed(phone: Phone, path: str) -> list[str]:
    """Return the lines of the list of players; in table mode those of this side."""
    page = phone.get(path).content.decode()
    found = re.findall(r'<ol class="players".*?</ol>', page, re.DOTALL)[-1]
    return [
        " ".join(re.sub("<[^>]+>", " ", line).replace("&nbsp;", " ").split())
        for line in found.split("</li>")[:-1]
    ]


@pytest.mark.parametrize("path", ["", "scoreboard/"], ids=["table", "table mode"])
def test_no_place_is_beside_totals_of_different_numbers_of_rounds(
    phone: Phone, path: str
) -> None:
    phone.game = game = start(phone, partners="points", fifth="Eva")
    GameWriter(game).record(plain(60))

    assert players_listed(phone, path) == [
        "Ada 60", "Cleo 60", "Ben 40", "Dora 40", "Eva 0",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["", "scoreboard/"], ids=["table", "table mode"])
def test_places_are_beside_totals_of_as_many_rounds(phone: Phone, path: str) -> None:
    phone.game = game = start(phone, partners="points")
    GameWriter(game).record(plain(60))

    assert players_listed(phone, path) == [
        "1. Ada 60", "1. Cleo 60", "3. Ben 40", "3. Dora 40",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["", "scoreboard/"], ids=["table", "table mode"])
def test_nobody_has_a_place_before_the_first_round(phone: Phone, path: str) -> None:
    phone.game = start(phone, partners="points")

    assert players_listed(phone, path) == ["Ada 0", "Ben 0", "Cleo 0", "Dora 0"]


def standings(phone: Phone) -> list[list[str]]:
    """Return the rows of the standings below the table as lists of cells."""
    page = phone.get().content.decode()
    found = re.findall(r'<table class="standings">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)[0]
    rows = re.findall("<tr.*?</tr>", found, re.DOTALL)
    cells = [re.findall("<t[dh].*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[re.sub("<[^>]+>", "", cell).strip() for cell in row] for row in cells]


def test_standings_begin_without_places(phone: Phone) -> None:
    phone.game = start(phone, partners="points")

    assert standings(phone) == [
        ["–", name, "0", "0"] for name in ("Ada", "Ben", "Cleo", "Dora")
    ]


def test_who_has_played_no_round_has_no_place(phone: Phone) -> None:
    phone.game = game = start(phone, partners="points", fifth="Eva")
    GameWriter(game).record(plain(60))

    assert standings(phone) == [
        ["1", "Ada", "60", "1", "60.0"],
        ["1", "Cleo", "60", "1", "60.0"],
        ["3", "Ben", "40", "1", "40.0"],
        ["3", "Dora", "40", "1", "40.0"],
        ["–", "Eva", "0", "0", "–"],
    ]
