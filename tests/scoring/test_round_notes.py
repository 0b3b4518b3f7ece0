"""The bombs and the note of a round, from the table to the stored round and the log."""

import uuid
from dataclasses import replace
from typing import Any

import pytest

from scoring.rules import Bomb, RoundNotes, Seat
from scoring.services import rounds
from scoring.services.transaction import Conflict, Submission
from tests.factories import GameWriter, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

FOUR_NINES = RoundNotes((Bomb(Seat.B1, 4, 9),), "the mythical 14-card straight")


def test_notes_go_with_the_round_that_is_recorded(writer: GameWriter) -> None:
    writer.update_progress(lambda now: replace(now, notes=FOUR_NINES))
    writer.record(plain(60))

    assert writer.game.rounds.get().notes == FOUR_NINES


def test_round_sent_again_is_the_same_with_its_notes(writer: GameWriter) -> None:
    key = uuid.uuid4()
    writer.update_progress(lambda now: replace(now, notes=FOUR_NINES))

    first = rounds.record(writer.game, plain(60), Submission(key, writer.by), after=0)
    again = rounds.record(writer.game, plain(60), Submission(key, writer.by), after=0)

    assert first == again


def test_amended_round_keeps_its_notes(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.annotate(1, FOUR_NINES)
    writer.amend(1, plain(65))

    assert writer.game.rounds.get().notes == FOUR_NINES


def test_notes_leave_the_score_alone(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.annotate(1, FOUR_NINES)

    assert writer.game.rounds.get().result == plain(60)


def test_notes_made_by_mistake_are_undone(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.annotate(1, FOUR_NINES)
    writer.undo()

    assert writer.game.rounds.get().notes == RoundNotes()


def test_notes_that_a_round_has_already_are_not_logged_again(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.annotate(1, FOUR_NINES)
    writer.annotate(1, FOUR_NINES)

    assert writer.game.changes.count() == 2


def test_notes_of_a_round_that_changed_meanwhile_are_a_conflict(writer: GameWriter) -> None:
    writer.record(plain(60))
    seen = writer.game.sheet.rows[0].round.version
    writer.amend(1, plain(65))

    with pytest.raises(Conflict):
        rounds.annotate(
            writer.game, 1, FOUR_NINES, Submission(uuid.uuid4(), writer.by), seen=seen
        )


def test_notes_of_a_round_that_is_not_there_are_a_conflict(writer: GameWriter) -> None:
    with pytest.raises(Conflict):
        rounds.annotate(writer.game, 9, FOUR_NINES, Submission(uuid.uuid4(), writer.by), seen=0)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"bomb_length": "4", "bomb_top": "9"}, "Tap who played the bomb."),
        (
            {"straight_length": "9", "straight_top": "10"},
            "Tap who played the long straight.",
        ),
        (
            {"straight_seat": "A1", "straight_length": "10", "straight_top": "8"},
            (
                "A straight of 10 cards starts with the Mah Jong at the lowest and so goes up"
                " to the 10 at least: correct its length or its top card."
            ),
        ),
    ],
    ids=["bomb-of-nobody", "straight-of-nobody", "top-card-too-low"],
)
def test_what_is_missing_of_a_bomb_or_straight_is_named(
    phone: Phone, sent: dict[str, Any], sentence: str
) -> None:
    response = phone.post("progress/notes/", after=0, **sent)

    assert response.status_code == 422
    assert sentence in text(response)


def test_table_shortens_a_long_note_beside_undo(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    note = "the mythical straight of fourteen cards, under a Tichu of Zoë"
    writer.update_progress(lambda now: replace(now, notes=RoundNotes(note=note)))
    writer.record(plain(60))

    page = text(phone.get(""))

    assert "Round 1: 60 : 40, “the mythical straight of four…”." in page
    assert page.count(note) == 2  # the row of the round, and its summary for a screen reader


def test_log_has_the_whole_of_a_long_note(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.record(plain(60))
    writer.annotate(1, RoundNotes(note="the mythical straight of fourteen cards"))

    assert "“the mythical straight of fourteen cards”; it was" in text(phone.get("log/"))
