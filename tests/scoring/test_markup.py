"""Typed text is shown as text on every page: no name, note or reason becomes markup."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Group, Membership, Player, Round, Season
from tests.addresses import ROUTES, create_everything, path_of

pytestmark = pytest.mark.django_db

# Its characters are not removed by cleaning, and it is as long as a name may be.
MARKUP = "<b onclick=x>\"'&amp;</b>"
OPENS = "<b onclick"


@pytest.fixture
def known() -> dict[str, Any]:
    """A group with a row of every kind, in which all names are markup."""
    known = create_everything()
    Group.objects.update(name=MARKUP)
    Membership.objects.update(name=MARKUP)
    for number, player in enumerate(Player.with_merged.all()):
        Player.with_merged.filter(pk=player.pk).update(
            name=f"{number}<b onclick=x>'\"&</b>", name_key=f"{number}"
        )
    Round.objects.update(note=MARKUP)
    Season.objects.update(name=MARKUP)
    return known


def test_what_is_typed_is_text_on_every_page(known: dict[str, Any]) -> None:
    client = Client()
    client.cookies["device"] = str(known["token"])
    pages, escaped = 0, 0
    for name, route in ROUTES.items():
        if route.startswith(("rules/", "static/")):
            continue
        response = client.get(path_of(name, known))
        kind = response.get("Content-Type", "")
        if not kind.startswith(("text/html", "image/svg")):
            continue
        page = b"".join(response) if response.streaming else response.content
        pages += 1
        assert OPENS.encode() not in page, name
        escaped += b"&lt;b onclick" in page
    assert pages > 40
    assert escaped > 15


def test_what_is_typed_ends_no_script(known: dict[str, Any]) -> None:
    client = Client()
    client.cookies["device"] = str(known["token"])
    page = client.get("/").content.decode()
    assert re.findall(r"<script(?![^>]* src=)", page) == []
