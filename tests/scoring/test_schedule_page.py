"""The page that plans who plays with whom on an evening, and the games that are started from
it."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client

from scoring.models import Player, Role
from tests.factories import GroupFactory, Phone, PlayerFactory
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def url(phone: Phone) -> str:
    return f"/g/{phone.group.key}/schedule/"


def plan(phone: Phone, players: list[Player]) -> Any:
    """Post the form of the plan with these players ticked."""
    ticked: dict[str, Any] = {"tonight": "1", "player": [player.pk for player in players]}
    return phone.client.get(url(phone), ticked)


def players(phone: Phone, count: int) -> list[Player]:
    names = [f"P{number:02}" for number in range(count)]
    return [PlayerFactory.create(group=phone.group, name=name) for name in names]


def test_five_players_take_turns_in_sitting_out(phone: Phone) -> None:
    five = players(phone, 5)

    page = text(plan(phone, five))

    out = re.findall(r"(P\d\d) sits out", page)
    assert sorted(out) == [player.name for player in five]
    assert "Everybody is everybody’s partner once" in page
    tables = re.findall(r"(P\d\d) \+ (P\d\d) : (P\d\d) \+ (P\d\d)", page)
    pairs = {frozenset(pair) for a, b, c, d in tables for pair in ((a, b), (c, d))}
    assert (len(tables), len(pairs)) == (5, 10)


def test_eight_players_sit_at_two_tables(phone: Phone) -> None:
    page = text(plan(phone, players(phone, 8)))

    assert len(re.findall(r"Start with these seats", page)) == 14
    assert "sits out" not in page


def test_ten_players_are_planned_without_a_schedule(phone: Phone) -> None:
    page = text(plan(phone, players(phone, 10)))

    assert "sitting out is shared evenly" in page
    assert len(re.findall(r"P\d\d, P\d\d sit out", page)) == 9


def test_game_starts_with_the_seats_of_a_table(phone: Phone) -> None:
    page = plan(phone, players(phone, 4)).content.decode()
    (link, *_) = re.findall(r'href="(/new/[^"]*)"', page)

    form = phone.client.get(link.replace("&amp;", "&")).content.decode()

    seats = dict(re.findall(r'name="(a1|b1|a2|b2)" value="(P\d\d)"', form))
    assert seats == {"a1": "P03", "b1": "P01", "a2": "P00", "b2": "P02"}


def test_game_starts_in_the_group_of_the_page(phone: Phone) -> None:
    four, group = players(phone, 4), phone.group
    phone.join(GroupFactory.create())

    (link, *_) = re.findall(r'href="/new/\?([^"]*)"', plan(phone, four).content.decode())

    assert parse_qs(unescape(link))["group"] == [str(group.key)]


def test_nothing_is_planned_before_anybody_is_ticked(phone: Phone) -> None:
    players(phone, 5)

    assert "Rounds" not in text(phone.client.get(url(phone)))


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (3, "A game takes four: tick at least four."),
        (21, "Tick at most 20 at once."),
    ],
)
def test_too_few_and_too_many_are_refused_and_stay_ticked(
    phone: Phone, count: int, sentence: str
) -> None:
    response = plan(phone, players(phone, 21)[:count])

    assert response.status_code == 422
    assert sentence in text(response)
    assert response.content.decode().count(" checked") == count


def test_players_of_another_group_are_refused(phone: Phone) -> None:
    others = [*players(phone, 4), PlayerFactory.create(name="Stranger")]

    response = plan(phone, others)

    assert response.status_code == 422
    assert "Stranger" not in text(response)


def test_viewers_and_strangers_find_no_such_page(phone: Phone, guest: Client) -> None:
    assert guest.get(url(phone)).status_code == 404
    phone.take_role(Role.VIEWER)
    assert phone.client.get(url(phone)).status_code == 404


def test_group_page_leads_there(phone: Phone) -> None:
    assert url(phone) in phone.client.get(phone.group.get_absolute_url()).content.decode()
