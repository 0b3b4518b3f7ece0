"""Values that no page can send are refused, and cause no failure of the server."""

import json

import pytest
from django.test import Client

from scoring.models import Membership, Role
from tests.factories import Phone

LONG = "9" * 5_000
KNOWN = {
    "deep": '{"order": ' + "[" * 100_000,
    "deep calls": '{"calls": ' + '[{"player": ' * 20_000,
    "1e999": '{"order": 1e999}',
    "NaN": '{"order": NaN}',
    "5000 digits": f'{{"order": {LONG}}}',
    "surrogate": '{"order": ["\\ud800"]}',
    "many ticks": "&".join(["tichu=A1"] * 5_000),
    "encoded surrogate": "first=%ed%a0%80",
}


@pytest.mark.parametrize("known", KNOWN.values(), ids=list(KNOWN))
@pytest.mark.parametrize("path", ["progress/", "rounds/"])
def test_known_that_no_page_could_have_sent_is_refused(
    phone: Phone, path: str, known: str
) -> None:
    response = phone.post(path, after=0, known=known, first="A1", card_points="60")

    assert response.status_code == 422


@pytest.mark.parametrize("letter", ["\x00", "\x01", "\x1b", "\x7f", "\x85"])
def test_control_characters_are_left_out_of_a_note(phone: Phone, letter: str) -> None:
    phone.post("progress/notes/", after=0, note=f"What {letter}a hand")

    assert phone.in_progress().notes.note == "What a hand"


@pytest.mark.parametrize(
    "token", ["%00", "a%00b", "a%0Ab", "%ff", "%ed%a0%80", "a b", "ä" * 30]
)
@pytest.mark.parametrize("way", ["j", "w", "back"])
@pytest.mark.django_db
def test_link_that_was_never_made_is_not_found(way: str, token: str) -> None:
    assert Client().get(f"/{way}/{token}/").status_code == 404


@pytest.mark.parametrize("player", ["", "x", "²", "٣", LONG, "9" * 19, "-1", "1e999", "\x00"])
@pytest.mark.parametrize("asked", ["me", "owner"])
def test_player_who_cannot_be_one_is_nobody(phone: Phone, asked: str, player: str) -> None:
    path = f"/g/{phone.group.key}/{asked}/"
    phone.take_role(Role.OWNER)

    response = phone.client.post(path, {"player": player})

    assert response.status_code == (302 if asked == "me" else 404)


@pytest.mark.parametrize("number", [LONG, "9" * 30, "-1", "1.5", "1e999", "²", "\x00"])
@pytest.mark.parametrize("path", ["undo/", "redo/", "rounds/1/remove/"])
def test_number_that_cannot_be_one_changes_nothing(
    phone: Phone, path: str, number: str
) -> None:
    phone.record(first="A1", card_points="60")
    before = json.dumps(phone.in_progress().to_dict())

    response = phone.post(path, number=number, seen=number)

    assert response.status_code in {409, 422}
    assert json.dumps(phone.in_progress().to_dict()) == before


def test_field_that_comes_twice_beside_the_name_of_a_device_is_refused(phone: Phone) -> None:
    member = Membership.objects.get(device=phone.device, group=phone.group)

    response = phone.client.post(
        f"/g/{phone.group.key}/devices/{member.pk}/", {"name": "Phone", "next": ["", "1"]}
    )

    assert response.status_code == 422
