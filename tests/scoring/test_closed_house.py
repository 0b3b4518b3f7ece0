"""NEW_GROUPS=0: people play in existing groups, and nobody can start a new one."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Group
from tests.factories import Phone
from tests.scoring.new_game import NEW_GAME

pytestmark = pytest.mark.django_db

SENTENCE = "No new groups are started here: ask a member of your group for an invitation."


@pytest.fixture(autouse=True)
def _closed(settings: Any) -> None:
    settings.NEW_GROUPS = False


def test_home_page_says_so_instead_of_offering_a_game(client: Client) -> None:
    page = client.get("/").content.decode()
    assert SENTENCE in page
    assert ">New game</a>" not in page


def test_form_of_a_new_game_says_that_the_house_is_closed(client: Client) -> None:
    assert SENTENCE in client.get("/new/").content.decode()


def test_stranger_starts_no_group(client: Client) -> None:
    response = client.post("/new/", NEW_GAME)
    assert response.status_code == 422
    assert response.content.decode().count(SENTENCE) == 1
    assert not Group.objects.exists()


def test_member_starts_a_game(phone: Phone) -> None:
    before = phone.group.games.count()
    phone.client.post("/new/", NEW_GAME)
    assert phone.group.games.count() == before + 1
    assert SENTENCE not in phone.client.get("/").content.decode()
