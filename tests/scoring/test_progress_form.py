"""The ticks of a round in progress are stored, and the answer contains them."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game
from scoring.rules import Call, CallLevel, Seat
from tests.factories import GameWriter, Phone
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

BEN = Call(Seat.B1, CallLevel.TICHU)


@pytest.fixture
def phone(client: Client) -> Phone:
    return Phone(client)


@pytest.fixture
def writer(phone: Phone) -> GameWriter:
    return GameWriter(phone.game, phone.device)


def names(phone: Phone) -> dict[str, str]:
    return {str(seat): name for seat, name in phone.game.names.items()}


def test_call_is_stored_by_a_tap(phone: Phone) -> None:
    phone.send_progress(htmx=True, tichu="B1")

    assert phone.in_progress().calls == (BEN,)


def test_table_shows_what_is_known_of_the_round(phone: Phone) -> None:
    phone.send_progress(tichu="B1", first="A1")

    page = text(phone.get())

    assert 'name="tichu" value="B1" checked' in page
    assert 'name="first" value="A1" checked' in page


def test_tap_is_answered_with_what_the_phone_now_knows(phone: Phone) -> None:
    response = phone.send_progress(htmx=True, tichu="B1")

    assert (response.status_code, "HX-Retarget" in response) == (200, False)
    assert 'id="known"' in text(response)


def test_tap_is_answered_with_what_others_called_too(phone: Phone, writer: GameWriter) -> None:
    writer.set_calls(Call(Seat.A1, CallLevel.GRAND))

    response = phone.post("progress/", htmx=True, after=0, tichu="B1")

    assert (response.status_code, "HX-Retarget" in response) == (200, False)
    assert 'name="known" value="tichu=B1&grand=A1"' in text(response)


def test_call_sent_without_an_answer_is_taken_back(phone: Phone) -> None:
    phone.send_progress(htmx=True, tichu="B1")

    response = phone.post("progress/", htmx=True, after=0, known="", told="tichu=B1")

    assert (response.status_code, phone.in_progress().calls) == (200, ())


def test_round_lacks_a_call_that_the_same_phone_sent_without_an_answer(phone: Phone) -> None:
    phone.send_progress(htmx=True, tichu="B1")

    response = phone.record(first="A1", card_points="60", known="", told="tichu=B1")

    assert (response.status_code, Game.objects.get().last_seq) == (302, 2)


def test_page_of_the_former_release_says_what_it_knows_as_json(phone: Phone) -> None:
    phone.send_progress(htmx=True, tichu="B1")

    known = '{"calls": [{"player": "B1", "level": "tichu"}]}'
    phone.post("progress/", htmx=True, after=0, known=known)

    assert phone.in_progress().calls == ()


@pytest.mark.parametrize("told", ["{", "first=X", "third=A1", "whole=A1"])
def test_page_that_sent_nonsense_is_out_of_date(phone: Phone, told: str) -> None:
    response = phone.send_progress(htmx=True, told=told, tichu="B1")

    assert (response.status_code, "This page is out of date" in text(response)) == (422, True)


def test_call_is_taken_back_by_a_tap(phone: Phone) -> None:
    phone.send_progress(htmx=True, tichu="B1")
    phone.send_progress(htmx=True)

    assert phone.in_progress().calls == ()


def test_grand_tichu_is_refused_once_more_cards_are_dealt(phone: Phone) -> None:
    phone.send_progress(dealt="on")

    response = phone.send_progress(dealt="on", grand="B1")

    assert response.status_code == 422
    assert "Grand Tichu is called before the ninth card" in text(response)
    assert phone.in_progress().calls == ()


def test_tap_that_is_on_the_sheet_by_now_says_nothing(phone: Phone) -> None:
    known: dict[str, Any] = {"after": 0, "tichu": "B1", "first": "A1"}
    phone.record(first="A1", card_points="60", tichu="B1")

    assert phone.post("progress/", htmx=True, **known).status_code == 204


def test_place_for_a_round_recorded_otherwise_says_nothing(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    assert phone.post("progress/", htmx=True, after=0, first="B1").status_code == 204


def test_mirrored_call_for_a_round_recorded_without_it_says_nothing(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.post(
        "progress/", htmx=True, after=0, known="tichu=B1", tichu="B1", first="A1"
    )

    assert response.status_code == 204


@pytest.mark.parametrize(
    ("known", "told", "late"),
    [
        ("", {"tichu": "B1"}, "Round 1 was recorded without Tichu {B1}: amend it"),
        ("", {"grand": "B1"}, "Round 1 was recorded without Grand Tichu {B1}: amend it"),
        ("tichu=B2", {}, "Round 1 was recorded with a call by {B2}: amend it"),
    ],
)
def test_call_for_a_round_recorded_otherwise_is_named(
    phone: Phone, known: str, told: dict[str, str], late: str
) -> None:
    phone.record(first="A1", card_points="60", tichu="B2")

    response = phone.post("progress/", htmx=True, after=0, known=known, **told)

    assert response.status_code == 409
    assert late.format(**names(phone)) in text(response)


@pytest.mark.parametrize(("level", "call"), [("tichu", "Tichu"), ("grand", "Grand Tichu")])
def test_call_for_a_round_after_one_that_was_undone_is_named(
    phone: Phone, level: str, call: str
) -> None:
    phone.record(first="A1", card_points="60")
    GameWriter(Game.objects.get(), phone.device).undo()

    response = phone.post("progress/", htmx=True, after=1, **{level: "B1"})

    assert response.status_code == 409
    late = f"The game was changed meanwhile: {call} {names(phone)['B1']} was not stored."
    assert late in text(response)


def test_call_that_comes_late_without_javascript_leads_to_the_table(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    assert phone.post("progress/", after=0, first="B1").status_code == 302
    late = phone.post("progress/", after=0, tichu="B1")
    assert (late.status_code, "was recorded without Tichu" in text(late)) == (409, True)


def test_refused_call_is_answered_with_what_is_known(phone: Phone, writer: GameWriter) -> None:
    writer.update_progress(lambda now: replace(now, all_dealt=True, calls=(BEN,)))

    response = phone.post("progress/", htmx=True, after=0, grand="A1")

    assert (response.status_code, response["HX-Reswap"]) == (422, "afterbegin")
    assert "Grand Tichu is called before the ninth card" in text(response)
    assert 'name="known" value="tichu=B1&dealt=on"' in text(response)


@pytest.mark.parametrize(
    "known",
    ["{", "[]", '{"order": ["X"]}', '{"calls": 3}', "first=X", "second=A1", "fourth=A1", "A1"],
)
def test_page_that_knows_nonsense_is_out_of_date(phone: Phone, known: str) -> None:
    response = phone.send_progress(htmx=True, known=known, tichu="B1")

    assert response.status_code == 422
    assert "This page is out of date" in text(response)


def test_reloaded_table_is_new_after_a_tap(phone: Phone) -> None:
    tag = phone.get()["ETag"]
    phone.send_progress(first="A1")

    assert phone.get("", **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("button", "page"), [("count", "progress/count/"), ("last_player", "progress/last/")]
)
def test_pad_leads_to_counting(phone: Phone, button: str, page: str) -> None:
    response = phone.send_progress(first="A1", next=button)

    assert response["Location"] == phone.url + page


def test_pad_leads_nowhere_else(phone: Phone) -> None:
    assert phone.send_progress(first="A1", next="home")["Location"] == phone.url
