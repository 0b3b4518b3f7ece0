"""If one fact of a recorded round is amended, the others remain unchanged."""

import re
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client

from scoring.rules import ByTeam, Call, CallLevel, RoundResult, Seat
from tests.factories import GameWriter, Phone

COUNTED = RoundResult((Seat.A1,), ByTeam(60, 40))
IN_ORDER = RoundResult((Seat.A1, Seat.B1, Seat.A2), ByTeam(60, 40))
DOUBLE = RoundResult((Seat.A1, Seat.A2))


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone(Client())


def amend(phone: Phone, before: RoundResult, sent: str) -> tuple[Any, RoundResult]:
    """Record a round and send the amendment. Returns the answer and the round after it."""
    writer = GameWriter(phone.game, phone.device)
    writer.record(before)
    fields: dict[str, Any] = dict(parse_qsl(sent))
    answer = phone.post("rounds/1/", seen=1, **fields)
    return answer, phone.game.sheet.rows[0].round.result


@pytest.mark.parametrize(
    ("before", "sent", "order", "points"),
    [
        (COUNTED, "first=A1", "A1", 60),
        (COUNTED, "first=B1", "B1", 60),
        (COUNTED, "first=A1&card_points=45", "A1", 45),
        (COUNTED, "first=A1&second=A2", "A1 A2", None),
        (COUNTED, "first=A1&second=B1", "A1 B1", 60),
        (IN_ORDER, "first=B1&second=B1&third=A2", "B1 A1 A2 B2", 60),
        (IN_ORDER, "first=B2&second=B1&third=A2", "B2 B1 A2 A1", None),
        (IN_ORDER, "first=A1&second=B2&third=A2", "A1 B2 A2 B1", 60),
        (IN_ORDER, "first=A1&second=A2&third=A2", "A1 A2 B1 B2", None),
        (IN_ORDER, "first=A1&third=A2", "A1", 60),
        (DOUBLE, "first=A1&second=A2", "A1 A2", None),
        (DOUBLE, "first=A1&second=A2&card_points=35", "A1", 35),
        (DOUBLE, "first=A2&second=A2", "A2 A1", None),
        (DOUBLE, "first=B1&second=A2", "B1 B2", None),
        (DOUBLE, "first=B1&second=A2&card_points=35", "B1 A2", 35),
        (DOUBLE, "first=A1&second=B1&card_points=35", "A1 B1", 35),
        (DOUBLE, "first=A1&card_points=35", "A1", 35),
    ],
)
def test_amendment_of_one_fact_leaves_the_others(
    phone: Phone, before: RoundResult, sent: str, order: str, points: int | None
) -> None:
    answer, after = amend(phone, before, sent)

    assert answer.status_code == 302
    assert " ".join(after.out_order) == order
    assert (after.card_points and after.card_points.a) == points


def test_call_alone_is_added_to_a_double_win(phone: Phone) -> None:
    _, after = amend(phone, DOUBLE, "first=A1&second=A2&tichu=B1")

    assert after == RoundResult(DOUBLE.out_order, calls=(Call(Seat.B1, CallLevel.TICHU),))


@pytest.mark.parametrize(
    ("before", "sent", "helps"),
    [
        (DOUBLE, "first=A1&second=B1", "Tap the card points of the round."),
        (DOUBLE, "first=A1", "Tap the card points of the round."),
        (
            COUNTED,
            "first=A1&second=A2&card_points=60",
            "tap another player as second, or save it without card points",
        ),
        (COUNTED, "first=A1&third=B1", "add the second, or leave the order out"),
        (IN_ORDER, "first=B2&second=B2&third=A2", "choose another player for each place"),
    ],
)
def test_refused_amendment_says_what_helps(
    phone: Phone, before: RoundResult, sent: str, helps: str
) -> None:
    answer, after = amend(phone, before, sent)

    assert (answer.status_code, after) == (422, before)
    assert helps in answer.content.decode()


def test_preview_says_what_saving_would_make_and_changes_nothing(phone: Phone) -> None:
    answer, after = amend(phone, DOUBLE, "first=A1&second=A2&tichu=B1&preview=yes")
    names = phone.game.names

    assert (answer.status_code, after) == (200, DOUBLE)
    assert f"Tichu by {names.b1} failed" in answer.content.decode()


def test_preview_says_that_the_round_was_removed_meanwhile(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.record(DOUBLE)
    writer.undo()
    answer = phone.post("rounds/1/", htmx=True, seen=1, first="A1", preview="yes")

    assert answer.status_code == 409
    assert "The round was removed meanwhile." in answer.content.decode()


def test_decision_after_a_conflict_amends_to_all_that_was_on_the_screen(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.record(COUNTED)
    writer.amend(1, RoundResult((Seat.A1,), ByTeam(45, 55)))

    answer = phone.post("rounds/1/", seen=1, first="A1", tichu="A1")

    assert answer.status_code == 409
    assert 'name="card_points" value="60"' in answer.content.decode()


def test_conflict_of_two_amendments_does_not_offer_another_round(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.record(COUNTED)
    writer.amend(1, RoundResult((Seat.A1,), ByTeam(45, 55)))

    answer = phone.post("rounds/1/", seen=1, first="A1", card_points=70)

    assert answer.status_code == 409
    assert choices(answer) == [f"/t/{phone.game.key}/rounds/1/"]


def test_conflict_of_an_amendment_offers_another_round_if_the_amended_one_is_gone(
    phone: Phone,
) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.record(COUNTED)
    writer.undo()
    writer.record(DOUBLE)

    answer = phone.post("rounds/1/", seen=1, first="A1", card_points=70)

    assert answer.status_code == 409
    assert choices(answer) == [f"/t/{phone.game.key}/rounds/3/", f"/t/{phone.game.key}/rounds/"]


def choices(answer: Any) -> list[str]:
    """Return the addresses of the forms of a conflict."""
    return re.findall(
        r'<form method="post" action="([^"]+/rounds/[^"]*)"', answer.content.decode()
    )
