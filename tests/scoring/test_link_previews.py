"""The preview that a messenger shows for a link."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.factories import Phone

pytestmark = pytest.mark.django_db

PICTURE = "tichu_score/img/link-preview.png"


def card(client: Client, address: str) -> dict[str, str]:
    """Return the values of the page for link previews, by property."""
    page = client.get(address).content.decode()
    return dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))


def test_invitation_has_a_card_that_names_nobody(host: Phone, guest: Client) -> None:
    found = card(guest, f"/j/{host.group.join_token}/")

    assert (found["title"], found["description"]) == (
        "Join a Tichu table",
        "The score on your phone, as it is at the table.",
    )
    names = {str(host.group), *host.group.players.values_list("name", flat=True)}
    assert [name for name in names if name in " ".join(found.values())] == []


def test_link_to_watch_has_a_card_that_names_nobody(host: Phone, guest: Client) -> None:
    found = card(guest, f"/w/{host.group.watch_token}/")

    assert (found["title"], found["description"]) == (
        "Watch a Tichu table",
        "The score as it is at the table, on any screen.",
    )


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/scoring/"])
def test_public_page_has_a_picture_and_its_own_title(client: Client, address: str) -> None:
    found = card(client, address)

    assert found["image"] == f"http://testserver/static/{PICTURE}"
    assert "title" not in found


def test_table_has_no_card(host: Phone) -> None:
    assert card(host.client, host.game.get_absolute_url()) == {}


def test_picture_of_the_card_has_the_size_that_messengers_want() -> None:
    found = finders.find(PICTURE)
    assert isinstance(found, str)
    with open(found, "rb") as file:
        head = file.read(24)
    assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (1200, 630)
