"""Starting a game: what the form stores, refuses and offers, and the device that it creates."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import Device, Game, Group, Role
from scoring.services.membership import join_group
from tests.factories import GroupFactory, Phone, PlayerFactory
from tests.scoring.new_game import NAMES, NEW_GAME
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


# Starting


def test_first_game_makes_group_and_device(client: Client) -> None:
    response = client.post("/new/", NEW_GAME)

    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    assert [device.groups.get() for device in Device.objects.all()] == [game.group]


def test_first_game_leaves_a_cookie_that_scripts_and_other_sites_do_not_get(
    client: Client,
) -> None:
    client.post("/new/", NEW_GAME)

    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")


def test_device_cookie_is_secure_behind_https(client: Client) -> None:
    client.post("/new/", NEW_GAME, secure=True)

    assert client.cookies["__Host-device"]["secure"] is True


def test_token_is_stored_as_a_hash_only(client: Client) -> None:
    client.post("/new/", NEW_GAME)

    assert client.cookies["device"].value not in Device.objects.get().token_hash


def test_second_game_goes_to_the_same_group(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    client.post("/new/", NEW_GAME)

    assert (Group.objects.count(), Device.objects.count(), Game.objects.count()) == (1, 1, 2)


def test_new_game_asked_for_twice_with_one_key_is_one_game(client: Client) -> None:
    key = uuid.uuid4()
    client.post("/new/", NEW_GAME | {"key": key})
    client.post("/new/", NEW_GAME | {"key": key})

    assert [game.key for game in Game.objects.all()] == [key]


def test_one_page_sent_twice_without_scripts_is_one_game(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    page = NEW_GAME | {"page_key": uuid.uuid4()}
    first, second = client.post("/new/", page), client.post("/new/", page)

    assert (Game.objects.count(), second["Location"]) == (2, first["Location"])


def test_page_opened_again_by_back_starts_another_game(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    page = NEW_GAME | {"page_key": uuid.uuid4()}
    client.post("/new/", page)
    client.post("/new/", page | {"a1": "Somebody else"})

    assert Game.objects.count() == 3


def test_page_starts_another_game_once_its_first_is_over(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    page = NEW_GAME | {"page_key": uuid.uuid4()}
    client.post("/new/", page)
    Game.objects.update(ending="abandoned")
    client.post("/new/", page)

    assert Game.objects.count() == 3


def test_new_game_page_has_a_key_of_its_own(client: Client) -> None:
    def key() -> str:
        found = re.search(
            r'name="page_key" value="([^"]+)"', client.get("/new/").content.decode()
        )
        return found[1] if found else ""

    assert len({key(), key(), ""}) == 3


def test_new_game_refuses_a_seat_without_a_name_and_keeps_the_others(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"b2": "  "})

    assert response.status_code == 422
    assert "Every seat needs a name." in text(response)
    assert 'value="Cleo"' in text(response)


def test_new_game_refuses_one_player_on_two_seats(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"b2": " ADA "})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Two seats have the same name" in text(response)


def test_new_game_offers_the_names_and_the_agreement_of_the_last(client: Client) -> None:
    client.post("/new/", NEW_GAME | {"target": "750"})

    page = text(client.get("/new/"))

    assert [f'value="{name}"' in page for name in NAMES.values()] == [True] * 4
    assert 'value="750" checked' in page


def test_rematch_goes_to_the_new_game(phone: Phone) -> None:
    response = phone.post("rematch/", partner="B1")

    rematch = Game.objects.latest("pk")
    assert response["Location"] == rematch.get_absolute_url()
    assert rematch.names.a2 == phone.game.names.b1


# In one of several groups


def test_game_starts_in_the_group_that_was_chosen(phone: Phone) -> None:
    first = phone.group
    phone.join(GroupFactory.create())

    page = text(phone.client.get("/new/", {"group": str(first.key)}))
    phone.client.post("/new/", NEW_GAME | {"group": str(first.key)})

    assert f'name="group" value="{first.key}"' in page
    assert Game.objects.latest("pk").group == first


def heading(response: Any) -> str:
    (found,) = re.findall(r"<h1.*?>(.+?)</h1>", text(response))
    return re.sub("<.+?>", "", found)


@pytest.mark.parametrize("chosen", [True, False])
def test_page_names_its_group_if_a_device_has_several(phone: Phone, *, chosen: bool) -> None:
    first = phone.game.group
    phone.join(other := GroupFactory.create())
    PlayerFactory.create(group=other, name="Eva")

    page = phone.client.get("/new/", {"group": str(first.key)} if chosen else {})

    names = ", ".join(phone.game.names) if chosen else "Eva"
    assert heading(page) == f"New game · Our group: {names}"


def test_page_names_no_group_if_a_device_has_one(phone: Phone) -> None:
    assert heading(phone.client.get("/new/")) == "New game"


@pytest.mark.parametrize("name", ["Monday", None])
def test_pages_beside_a_new_game_name_their_group_as_it_does(
    phone: Phone, name: str | None
) -> None:
    group = phone.group
    if name:
        Group.objects.update(name=name)
        phone.join(GroupFactory.create())
    addition = f" · {name}" if name else ""

    session = phone.client.get("/new/tables/", {"group": str(group.key)})
    result = phone.client.get(f"{group.get_absolute_url()}result/")

    assert heading(session) == f"Several tables{addition}"
    assert heading(result) == f"Add a result{addition}"


def test_form_contains_its_group_if_a_device_has_one(phone: Phone) -> None:
    """A page that is cached, or has been open for long, starts its game in the group that it
    named."""
    assert f'name="group" value="{phone.group.key}"' in text(phone.client.get("/new/"))


@pytest.mark.parametrize("role", [None, Role.VIEWER])
def test_no_game_starts_in_a_group_of_others(phone: Phone, role: Role | None) -> None:
    other = GroupFactory.create()
    if role:
        join_group(phone.device, other, role)

    asked = phone.client.get("/new/", {"group": str(other.key)})
    sent = phone.client.post("/new/", NEW_GAME | {"group": str(other.key)})

    assert (asked.status_code, sent.status_code) == (404, 404)
    assert not other.games.exists()


def test_group_that_cannot_be_is_not_there(phone: Phone) -> None:
    assert phone.client.get("/new/?group=none").status_code == 404
