"""Recording and correcting a round: the answers of the pages."""

import uuid
from typing import Any

import pytest

from scoring.models import Game
from scoring.rules import MESSAGES, Call, CallLevel, Seat
from tests.factories import GameWriter, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


# Scoring


def test_record_without_javascript_goes_back_to_the_table(phone: Phone) -> None:
    response = phone.record(first="A1", card_points="60")

    assert (response.status_code, response["Location"]) == (302, phone.url)
    assert phone.totals() == (60, 40)


def test_record_answers_htmx_with_the_new_row_only(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    page = text(phone.record(htmx=True, first="B2", card_points="45"))

    assert (page.count("<tr "), page.count("<html")) == (1, 0)
    assert phone.totals() == (105, 95)


def test_record_that_ends_the_game_answers_with_the_ending(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)

    response = phone.record(htmx=True, first="A1", second="A2")

    assert response["HX-Retarget"] == "#table"
    assert f"{phone.game.names.a1} + {phone.game.names.a2} win!" in text(response)


def test_record_takes_calls_and_places(phone: Phone) -> None:
    phone.record(
        first="B1", second="A2", third="B2", card_points="45", tichu=["A1", "B1"], grand="A2"
    )

    row = phone.game.rounds.get()
    assert [call.seat for call in row.result.calls] == [Seat.A1, Seat.B1, Seat.A2]
    assert row.result.out_order == (Seat.B1, Seat.A2, Seat.B2, Seat.A1)
    assert (row.points_a, row.points_b) == (45 - 100 - 200, 55 + 100)


REFUSED: dict[str, dict[str, Any]] = {
    "FIRST_OUT_MISSING": {"card_points": "60"},
    "CARD_POINTS_MISSING": {"first": "A1"},
    "CARD_POINTS_NOT_INTEGER": {"first": "A1", "card_points": "60.5"},
    "CARD_POINTS_NOT_MULTIPLE_OF_5": {"first": "A1", "card_points": "33"},
    "CARD_POINTS_OUT_OF_RANGE": {"first": "A1", "card_points": "130"},
    "CARD_POINTS_WITH_DOUBLE_WIN": {"first": "A1", "second": "A2", "card_points": "60"},
    "UNKNOWN_PLAYER": {"first": "C1", "card_points": "60"},
    "DUPLICATE_PLAYER_IN_ORDER": {"first": "A1", "second": "A1", "card_points": "60"},
    "OUT_ORDER_TOO_SHORT": {"first": "A1", "third": "B1", "card_points": "60"},
    "TWO_CALLS_BY_ONE_PLAYER": {
        "first": "A1",
        "card_points": "60",
        "tichu": "B1",
        "grand": "B1",
    },
}


@pytest.mark.parametrize("by", ["htmx", "plain form"])
@pytest.mark.parametrize("code", REFUSED)
def test_record_refuses_an_impossible_round_and_stores_nothing(
    phone: Phone, code: str, by: str
) -> None:
    response = phone.record(htmx=by == "htmx", **REFUSED[code])

    assert (response.status_code, phone.game.rounds.count()) == (422, 0)
    assert MESSAGES[code] % {"player": "C1"} in text(response)


def test_refused_round_keeps_what_was_ticked(phone: Phone) -> None:
    page = text(phone.record(first="B2", second="A1", tichu="A2", card_points="33"))

    assert page.count(" checked") == 3
    assert 'name="first" value="B2" checked' in page


def test_refused_round_by_htmx_leaves_the_form_and_undo_alone(phone: Phone) -> None:
    response = phone.record(htmx=True, first="B2", card_points="33")

    assert (response["HX-Retarget"], response["HX-Reswap"]) == ("#status", "afterbegin")


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        ({"grand": False}, {"grand": "A1"}),
        ({"calls_per_team": "one"}, {"tichu": ["A1", "A2"]}),
    ],
)
def test_record_refuses_what_the_table_did_not_agree_on(
    phone: Phone, rule: dict[str, bool], facts: dict[str, Any]
) -> None:
    Game.objects.filter(pk=phone.game.pk).update(**rule)

    response = phone.record(first="A1", card_points="60", **facts)

    assert (response.status_code, phone.game.rounds.count()) == (422, 0)


@pytest.mark.parametrize("after", ["", "x", "-1"])
def test_record_from_a_page_that_says_nothing_of_its_sheet_is_refused(
    phone: Phone, after: str
) -> None:
    response = phone.post("rounds/", after=after, first="A1", card_points="60")

    assert (response.status_code, phone.game.rounds.count()) == (422, 0)


def test_submission_sent_twice_counts_once(phone: Phone) -> None:
    tapped = {"key": uuid.uuid4(), "after": 0, "first": "A1", "card_points": "60"}
    phone.post("rounds/", htmx=True, **tapped)

    response = phone.post("rounds/", htmx=True, **tapped)

    assert (response.status_code, phone.totals()) == (200, (60, 40))


def test_round_in_between_answers_409_with_both(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.post("rounds/", after=0, first="B1", card_points="20")

    assert (response.status_code, phone.totals()) == (409, (60, 40))
    page = text(response)
    assert [points in page for points in ("60 : 40", "20 : 80")] == [True, True]


def test_round_in_between_can_be_followed_by_mine(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    page = text(phone.post("rounds/", after=0, first="B1", card_points="20", tichu="A2"))

    last = phone.game.rounds.get()

    assert f'name="after" value="{last.seq}"' in page
    assert f'name="seen" value="{last.version}"' in page
    assert page.count('name="tichu" value="A2"') == 2


# Correcting


@pytest.fixture
def writer(phone: Phone) -> GameWriter:
    """A writer who has recorded three rounds of the phone's game."""
    writer = GameWriter(phone.game, phone.device)
    for points in (60, 55, 50):
        writer.record(plain(points))
    return writer


def test_round_page_starts_from_what_is_recorded(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(35, Seat.B2, Call(Seat.A1, CallLevel.GRAND)))

    page = text(phone.get("rounds/1/"))

    assert [
        f'name="{name}" value="{value}" checked' in page
        for name, value in (("first", "B2"), ("grand", "A1"))
    ] == [True, True]
    assert 'value="35" class="now"' in page


def test_amend_changes_the_round(phone: Phone, writer: GameWriter) -> None:
    phone.post("rounds/1/", seen=1, first="B1", second="B2")

    assert phone.totals() == (105, 295)


def test_amend_by_htmx_goes_to_the_table(phone: Phone, writer: GameWriter) -> None:
    response = phone.post("rounds/1/", htmx=True, seen=1, first="B1", card_points="55")

    assert response["HX-Redirect"] == phone.url


def test_amend_to_what_the_round_is_answers_as_for_one_that_is_amended(
    phone: Phone, writer: GameWriter
) -> None:
    response = phone.post("rounds/2/", htmx=True, seen=2, first="A1", card_points="55")

    assert (response["HX-Redirect"], response["Tichu-Change"]) == (phone.url, "2")
    assert phone.game.changes.count() == 3


def test_refused_amendment_keeps_what_was_ticked(phone: Phone, writer: GameWriter) -> None:
    response = phone.post("rounds/1/", seen=1, first="B1", card_points="33")

    assert (response.status_code, phone.totals()) == (422, (165, 135))
    assert 'name="first" value="B1" checked' in text(response)


def test_amendment_that_somebody_else_made_meanwhile_answers_409(
    phone: Phone, writer: GameWriter
) -> None:
    writer.amend(1, plain(0))

    response = phone.post("rounds/1/", seen=1, first="B1", card_points="35")

    assert (response.status_code, phone.totals()) == (409, (105, 195))


def test_amendment_of_a_removed_round_answers_409(phone: Phone, writer: GameWriter) -> None:
    writer.remove(1)

    response = phone.post("rounds/1/", seen=1, first="B1", card_points="35")

    assert (response.status_code, phone.totals()) == (409, (105, 95))


def test_amendment_of_a_removed_round_shows_what_was_recorded_since(
    phone: Phone, writer: GameWriter
) -> None:
    writer.remove(2)
    writer.record(plain(25))

    page = text(phone.post("rounds/2/", seen=2, first="B1", card_points="35"))

    shown = [
        f"Recorded as round {number}" in page and f'action="{phone.url}rounds/{seq}/"' in page
        for number, seq in ((1, 1), (2, 3), (3, 5))
    ]
    assert (shown, 'data-resolves="5"' in page) == ([False, False, True], True)


def test_remove_takes_the_round_away(phone: Phone, writer: GameWriter) -> None:
    phone.post("rounds/2/remove/", seen=2)

    assert phone.totals() == (110, 90)


def test_undo_takes_back_the_latest_change(phone: Phone, writer: GameWriter) -> None:
    phone.post("undo/", number=3)

    assert phone.totals() == (115, 85)


def test_undo_of_a_change_that_is_no_longer_the_latest_answers_409(
    phone: Phone, writer: GameWriter
) -> None:
    response = phone.post("undo/", number=2)

    assert (response.status_code, phone.totals()) == (409, (165, 135))


def test_redo_makes_it_again(phone: Phone, writer: GameWriter) -> None:
    phone.post("undo/", number=3)
    phone.post("redo/", number=3)

    assert phone.totals() == (165, 135)


def test_log_says_what_a_round_was_and_is(phone: Phone, writer: GameWriter) -> None:
    writer.amend(1, double(Seat.A1))

    page = text(phone.get("log/"))

    names = phone.game.names
    assert f"Round 1 amended: double win by {names.a1} and {names.a2}; it was 60 : 40." in page
    assert page.count("this device") == 4


def test_table_offers_undo_after_a_reload(phone: Phone, writer: GameWriter) -> None:
    assert 'name="number" value="3"' in text(phone.get())
