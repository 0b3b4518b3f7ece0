"""The pages of a round in progress: calls, bombs and notes, and the scoreboard."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game
from scoring.rules import Bomb, Call, CallLevel, Ending, LongStraight, RoundNotes, Seat
from tests.factories import GameWriter, Phone, plain
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db

BEN = Call(Seat.B1, CallLevel.TICHU)
PAGES = [
    "progress/count/",
    "progress/last/",
    "progress/notes/",
    "scoreboard/",
    "winning-conditions/",
]


@pytest.fixture
def phone(client: Client) -> Phone:
    return Phone(client)


@pytest.fixture
def writer(phone: Phone) -> GameWriter:
    return GameWriter(phone.game, phone.device)


@pytest.mark.parametrize("page", PAGES)
def test_page_of_a_game_is_there_for_its_group(phone: Phone, page: str) -> None:
    assert phone.get(page).status_code == 200


@pytest.mark.parametrize("page", [*PAGES, "progress/"])
def test_page_of_another_group_is_not_there(phone: Phone, page: str) -> None:
    stranger = Phone(Client())

    response = stranger.client.get(phone.url + page)

    assert response.status_code == (405 if page == "progress/" else 404)


@pytest.mark.parametrize("page", ["progress/", *PAGES[:3]])
def test_round_of_another_group_takes_nothing_from_strangers(phone: Phone, page: str) -> None:
    stranger = Phone(Client())

    assert stranger.client.post(phone.url + page, {"after": 0}).status_code == 404


# Rounds that were sent without a call of another phone


def test_round_that_does_not_know_of_a_call_asks(phone: Phone, writer: GameWriter) -> None:
    writer.set_calls(BEN)

    response = phone.record(htmx=True, first="A1", card_points="60")

    assert response.status_code == 409
    assert "On another phone" in text(response)
    assert game_of(phone).sheet.rows == []


def test_round_that_knows_of_the_call_is_recorded_with_it(phone: Phone) -> None:
    phone.send_progress(tichu="B1")

    phone.record(first="A1", card_points="60", tichu="B1")

    assert phone.totals() == (60, -60)


def test_call_taken_back_on_another_phone_asks(phone: Phone, writer: GameWriter) -> None:
    writer.set_calls(BEN)
    known = '{"calls": [{"player": "B1", "level": "tichu"}]}'
    writer.set_calls()

    response = phone.record(first="A1", card_points="60", tichu="B1", known=known)

    assert response.status_code == 409
    assert "call was taken back" in text(response)


# Moments

NINES: dict[str, Any] = {"bomb_seat": "B1", "bomb_length": "4", "bomb_top": "9"}


def test_bomb_is_noted_in_the_round_in_progress(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, note="  so   late ", **NINES)

    assert phone.in_progress().notes == RoundNotes((Bomb(Seat.B1, 4, 9),), "so late")


def test_table_says_what_is_noted_for_the_round_in_progress(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, note="so late", **NINES)

    name = phone.game.names[Seat.B1]
    sentence = f"Noted for this round: bomb by {name}, four 9s, “so late”."
    assert sentence in text(phone.get())


def test_table_says_nothing_of_notes_once_the_round_is_recorded(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, note="so late")
    phone.post("rounds/", after=0, first="A1", card_points=60)

    assert "Noted for this round" not in text(phone.get())


def test_bomb_that_is_sent_again_is_the_same(phone: Phone) -> None:
    run = NINES | {"bomb_length": "5"}
    phone.post("progress/notes/", after=0, **run)
    phone.post("progress/notes/", after=0, bomb="B1:5:9", **run)

    assert phone.in_progress().notes.bombs == (Bomb(Seat.B1, 5, 9),)


def test_bomb_that_is_unticked_is_gone(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, **NINES)
    phone.post("progress/notes/", after=0, note="x")

    assert phone.in_progress().notes == RoundNotes(note="x")


def test_long_straight_is_noted_beside_the_bombs(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, **NINES)
    straight: dict[str, Any] = {
        "straight_seat": "A2",
        "straight_length": "9",
        "straight_top": "14",
    }
    phone.post("progress/notes/", after=0, bomb="B1:4:9", **straight)
    page = phone.get("progress/notes/").content.decode()

    noted = (LongStraight(Seat.A2, 9, 14),)
    assert phone.in_progress().notes == RoundNotes((Bomb(Seat.B1, 4, 9),), straights=noted)
    assert 'name="straight" value="A2:9:14"' in page


def test_straights_and_bombs_that_no_deck_has_are_refused(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, **NINES)
    straight: dict[str, Any] = {
        "straight_seat": "B1",
        "straight_length": "12",
        "straight_top": "14",
    }
    response = phone.post("progress/notes/", after=0, bomb="B1:4:9", **straight)

    assert response.status_code == 422
    assert "need more cards than there are" in text(response)
    assert phone.in_progress().notes.straights == ()


def test_bomb_that_no_deck_has_is_refused_and_kept_on_the_page(phone: Phone) -> None:
    notes: dict[str, Any] = {
        "bomb_seat": "B1",
        "bomb_length": "13",
        "bomb_top": "9",
        "note": "what a round",
    }
    response = phone.post("progress/notes/", after=0, **notes)

    assert response.status_code == 422
    assert "starts with the 2 at the lowest and so goes up to the A at least" in text(response)
    assert "what a round" in text(response)


def test_notes_show_in_the_history(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, note="the mythical straight", **NINES)
    phone.record(first="A1", card_points="60")

    page = text(phone.get())
    assert f"bomb by {phone.game.names.b1}, four 9s" in page
    assert "“the mythical straight”" in page


def save_again(phone: Phone, response: Any, **typed: Any) -> Any:
    """Send the form of this page again, with its fields about the round."""
    (after,) = re.findall(r'name="after" value="(\d+)"', text(response))
    return phone.post("progress/notes/", after=after, **typed)


@pytest.mark.parametrize("target", [100, 1000], ids=["last round", "game goes on"])
def test_note_on_a_round_that_was_recorded_meanwhile_stays_and_leads_to_it(
    phone: Phone, target: int
) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=target)
    phone.record(first="A1", card_points="100")

    first = phone.post("progress/notes/", after=0, note="so late")
    second = save_again(phone, first, note="so late")

    for late in (first, second):
        page = text(late)
        assert late.status_code == 409
        assert "Round 1 has been recorded meanwhile, so nothing of this was stored." in page
        assert ">so late</textarea>" in page
        assert f'href="{phone.url}rounds/1/notes/"> Bombs and note of round 1 </a>' in page
        assert ">Save</button>" not in page
    assert phone.in_progress().notes == RoundNotes()


def test_refused_note_that_is_mended_is_not_stored_in_the_next_round(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    refused = phone.post("progress/notes/", after=0, bomb_seat="B1")

    assert refused.status_code == 422
    assert save_again(phone, refused, **NINES).status_code == 409


def test_note_that_comes_late_is_not_shown_beside_bombs_of_the_next_round(
    phone: Phone,
) -> None:
    phone.record(first="A1", card_points="60")
    phone.post("progress/notes/", after=1, **NINES)

    late = phone.post("progress/notes/", after=0, note="so late")

    assert ("so late" in text(late), "Bombs so far" in text(late)) == (True, False)


def test_note_on_a_round_whose_game_was_abandoned_meanwhile_stays(
    phone: Phone, writer: GameWriter
) -> None:
    writer.end(Ending.ABANDONED)

    late = phone.post("progress/notes/", after=0, note="so late")

    assert late.status_code == 409
    assert ">so late</textarea>" in text(late)
    assert ">Save</button>" not in text(late)


def test_notes_of_a_game_that_is_over_lead_to_the_table(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=100)
    phone.record(first="A1", card_points="100")

    assert phone.get("progress/notes/")["Location"] == phone.url


def test_notes_are_added_to_a_recorded_round(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    phone.post("rounds/1/notes/", seen=1, **NINES)

    assert game_of(phone).sheet.rows[0].round.notes.bombs == (Bomb(Seat.B1, 4, 9),)


def test_notes_of_a_round_that_changed_meanwhile_are_refused(
    phone: Phone, writer: GameWriter
) -> None:
    phone.record(first="A1", card_points="60")
    writer.game.refresh_from_db()
    writer.amend(1, plain(65))

    assert phone.post("rounds/1/notes/", seen=1, **NINES).status_code == 409


# Table mode


def test_scoreboard_has_nothing_new_for_who_has_seen_it(phone: Phone) -> None:
    assert phone.get("scoreboard/?seen=0").status_code == 204


def test_scoreboard_says_who_shuffles(phone: Phone) -> None:
    phone.record(first="B2", card_points="60")

    assert f"{phone.game.names.b2} shuffles" in text(phone.get("scoreboard/"))


def test_scoreboard_shows_the_calls_that_are_played_for(phone: Phone) -> None:
    phone.send_progress(tichu="B1")

    assert f"Tichu {phone.game.names.b1}" in text(phone.get("scoreboard/"))


# The log, and the number of queries


def test_log_has_calls_made_and_taken_back(phone: Phone) -> None:
    phone.send_progress(tichu="B1")
    phone.send_progress()

    page = text(phone.get("log/"))

    assert f"Tichu called by {phone.game.names.b1}." in page
    assert f"Tichu by {phone.game.names.b1} taken back." in page


def test_breakdown_leads_to_the_rules(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", grand="B1", tichu="A1")

    page = text(phone.get("rounds/1/"))

    for rule in ("card-points", "grand-tichu", "tichu"):
        assert f'href="/rules/rule/{rule}/"' in page


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize(
    ("page", "queries"),
    [
        ("progress/count/", 2),
        ("progress/last/", 2),
        ("progress/notes/", 2),
        ("scoreboard/", 3),  # the avatars too
    ],
)
def test_page_costs_the_same_behind_many_rounds(
    phone: Phone, page: str, queries: int, rounds: int, django_assert_num_queries: Any
) -> None:
    for _ in range(rounds):
        phone.record(first="A1", card_points="60")

    with django_assert_num_queries(queries):
        phone.get(page)


def test_tap_costs_seven_queries(phone: Phone, django_assert_num_queries: Any) -> None:
    phone.post("undo/")  # the first of a lease of writes

    # The game; begin, the game again, the end of the sheet, the change, the game, commit.
    with django_assert_num_queries(7):
        phone.post("progress/", htmx=True, after=0, tichu="B1")
