"""Addresses of earlier releases: saved links redirect, and forms of open pages are still
accepted."""

import uuid

import pytest
from django.test import Client

from scoring.models import Game, Membership, Player
from scoring.services.membership import create_recovery_link
from tests.factories import GameWriter, Phone, plain

pytestmark = pytest.mark.django_db

GAME_PAGES = [
    ("outlook/", "winning-conditions/"),
    ("progress/moments/", "progress/notes/"),
    ("rounds/1/moments/", "rounds/1/notes/"),
]


@pytest.mark.parametrize(("former", "current"), GAME_PAGES)
def test_saved_page_redirects_permanently(phone: Phone, former: str, current: str) -> None:
    response = phone.get(former + "?from=camera")

    assert response.status_code == 301
    assert response["Location"] == f"{phone.url}{current}?from=camera"


def test_saved_recovery_link_redirects_permanently(phone: Phone) -> None:
    token = create_recovery_link(phone.game.player_a1)

    response = Client().get(f"/back/{token}/")

    assert (response.status_code, response["Location"]) == (301, f"/recover/{token}/")


def test_recovery_link_is_redeemed_by_the_form_of_an_open_page(phone: Phone) -> None:
    token = create_recovery_link(phone.game.player_a1)

    assert Client().post(f"/back/{token}/").status_code == 200
    assert phone.game.player_a1.membership_set.count() == 1


def test_fragment_is_answered_at_the_former_address(phone: Phone) -> None:
    response = phone.get("outlook/", HX_Request="true")

    assert response.status_code == 200
    assert response.content == phone.get("winning-conditions/", HX_Request="true").content


def test_service_worker_of_an_earlier_release_finds_its_manifest(phone: Phone) -> None:
    response = phone.client.get("/kept.json")

    assert response.json() == phone.client.get("/offline-manifest.json").json()


def test_script_of_an_open_page_gets_a_csrf_token(client: Client) -> None:
    """A script treats a redirect as a failure, because captive portals answer with one. So it
    gets a token instead."""
    response = client.get("/waiting/")

    assert (response.status_code, response.has_header("Tichu-CSRF-Token")) == (200, True)


def test_notes_of_an_open_page_are_saved(phone: Phone) -> None:
    phone.post("progress/moments/", after=0, note="What a hand")

    assert Game.objects.get().in_progress.notes.note == "What a hand"


def test_notes_of_a_round_of_an_open_page_are_saved(phone: Phone) -> None:
    GameWriter(phone.game, phone.device).record(plain(60))

    phone.post("rounds/1/moments/", seen=1, note="What a hand")

    assert phone.game.rounds.get().notes.note == "What a hand"


def test_player_is_claimed_by_the_form_of_an_open_page(phone: Phone) -> None:
    player = phone.game.player_a1

    phone.client.post(f"/g/{phone.group.key}/me/", {"player": player.pk})

    assert Membership.objects.get(device=phone.device).player == player


def test_recovery_link_is_created_by_the_form_of_an_open_page(phone: Phone) -> None:
    Membership.objects.filter(device=phone.device).update(player=phone.game.player_a1)

    assert phone.client.post(f"/g/{phone.group.key}/way-back/").status_code == 200
    assert Player.objects.exclude(recovery_link_hash=None).get() == phone.game.player_a1


@pytest.mark.parametrize(
    "former", ["outlook/", "progress/moments/", "rounds/1/moments/", "g/me/", "g/way-back/"]
)
def test_former_address_changes_nothing_for_strangers(phone: Phone, former: str) -> None:
    game, group = f"/t/{phone.game.key}/", f"/g/{phone.group.key}/"
    path = former.replace("g/", group) if former.startswith("g/") else game + former
    nowhere = path.replace(str(phone.game.key), str(uuid.uuid4()))

    told = {"after": 0, "seen": 1, "note": "x", "player": phone.game.player_a1.pk}
    assert [Client().post(each, told).status_code for each in (path, nowhere)] in (
        [404, 404],
        [405, 405],
    )
