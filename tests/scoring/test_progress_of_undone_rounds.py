"""The round in progress after the round before it is undone, redone, recorded again or
removed."""

import re
from dataclasses import replace

import pytest

from scoring.rules import (
    RoundInProgress,
    Seat,
)
from tests.factories import GameWriter, Phone, plain
from tests.scoring.rounds_in_progress import ADA, BEN, COUNTED, FOUR_NINES, stored

pytestmark = pytest.mark.django_db


def test_undone_round_is_in_progress_again_with_its_calls_and_count(writer: GameWriter) -> None:
    writer.update_progress(
        lambda now: replace(now, calls=(BEN,), out_order=(Seat.A1,), by_team=COUNTED)
    )
    writer.record(plain(60, Seat.A1, BEN))
    writer.undo()

    assert stored(writer.game).in_progress == RoundInProgress(calls=(BEN,), by_team=COUNTED)


def test_undone_round_has_its_notes_in_progress_again(writer: GameWriter) -> None:
    writer.update_progress(lambda now: replace(now, notes=FOUR_NINES))
    writer.record(plain(60))
    writer.undo()
    writer.record(plain(65))

    assert writer.game.rounds.get().notes == FOUR_NINES


def test_redone_round_takes_its_calls_with_it(writer: GameWriter) -> None:
    writer.record(plain(60, Seat.A1, BEN))
    writer.undo()
    writer.redo()

    assert stored(writer.game).in_progress == RoundInProgress()


def test_redo_brings_back_what_was_called_in_the_round_behind(writer: GameWriter) -> None:
    writer.record(plain(60, Seat.A1, BEN))
    writer.set_calls(ADA)
    for _ in range(2):
        writer.undo()
        assert stored(writer.game).in_progress.calls == (BEN,)
        writer.redo()

        assert stored(writer.game).in_progress.calls == (ADA,)


def test_redo_brings_back_no_call_that_was_taken_back(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.set_calls(ADA)
    writer.set_calls()
    writer.undo()
    writer.redo()

    assert stored(writer.game).in_progress == RoundInProgress()


def test_redo_brings_back_no_call_of_another_round(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(60))
    writer.set_calls(ADA)
    writer.undo()
    writer.undo()
    writer.redo()

    assert stored(writer.game).in_progress == RoundInProgress()
    writer.redo()
    assert stored(writer.game).in_progress.calls == (ADA,)


def test_round_recorded_again_brings_back_what_was_called_in_the_round_behind(
    writer: GameWriter,
) -> None:
    writer.record(plain(60, Seat.A1, BEN))
    writer.set_calls(ADA)
    for card_points in (65, 70):
        writer.undo()
        writer.record(plain(card_points))

        assert stored(writer.game).in_progress == RoundInProgress(calls=(ADA,))


def test_round_recorded_again_brings_back_no_call_that_was_taken_back(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    writer.set_calls(ADA)
    writer.set_calls()
    writer.undo()
    writer.record(plain(65))

    assert stored(writer.game).in_progress == RoundInProgress()


def test_round_recorded_again_brings_back_no_call_of_another_round(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(60))
    writer.set_calls(ADA)
    writer.undo()
    writer.undo()
    writer.record(plain(65))

    assert stored(writer.game).in_progress == RoundInProgress()


def test_rounds_recorded_again_bring_back_what_was_called_in_each_round_behind(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    writer.record(plain(60, Seat.A1, BEN))
    writer.record(plain(60))
    writer.set_calls(ADA)
    for _ in range(2):
        for _ in range(3):
            writer.undo()
        behind = []
        for card_points in (65, 70, 75):
            calls = writer.game.in_progress.calls
            writer.record(plain(card_points, Seat.A1, *calls))
            behind.append(writer.game.in_progress.calls)

        assert behind == [(BEN,), (), (ADA,)]


def test_progress_of_an_undone_round_leaves_the_calls_behind_it(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.set_calls(ADA)
    writer.undo()
    writer.update_progress(lambda now: replace(now, out_order=(Seat.B1,)))
    writer.record(plain(60, Seat.B1))

    assert writer.game.in_progress.calls == (ADA,)


def test_call_in_an_undone_round_remains_if_the_round_before_is_recorded_again(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    writer.record(plain(60, Seat.A1, BEN))
    writer.undo()
    writer.set_calls(ADA)
    writer.undo()
    writer.record(plain(65))

    assert writer.game.in_progress.calls == (ADA,)


def test_round_recorded_again_brings_back_no_call_of_who_has_left(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(60))
    writer.set_calls(ADA)
    writer.undo()
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(65))

    assert writer.game.in_progress == RoundInProgress()


def test_round_recorded_anew_brings_back_no_call_of_a_round_that_has_another_number(
    writer: GameWriter,
) -> None:
    for _ in range(3):
        writer.record(plain(60))
    writer.set_calls(ADA)
    writer.remove(1)
    writer.record(plain(60, Seat.A1, ADA))
    writer.undo()
    writer.record(plain(65, Seat.A1, ADA))

    assert writer.game.in_progress == RoundInProgress()


def test_table_shows_what_was_called_behind_a_round_that_is_recorded_again(
    phone: Phone,
) -> None:
    phone.record(first="A1", card_points="60")
    phone.send_progress(tichu="B1")
    phone.post("undo/", number=1)

    shown = phone.record(htmx=True, first="A1", card_points="65").content.decode()

    assert re.findall('name="tichu" value="(..)" checked', shown) == ["B1"]


def test_undo_of_an_amendment_leaves_the_round_in_progress_alone(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.amend(1, plain(65))
    writer.set_calls(ADA)
    writer.undo()

    assert stored(writer.game).in_progress.calls == (ADA,)


def test_round_that_is_removed_leaves_nothing_in_progress(writer: GameWriter) -> None:
    writer.update_progress(lambda now: replace(now, calls=(BEN,), out_order=(Seat.A1,)))
    writer.record(plain(60, Seat.A1, BEN))

    writer.remove(1)

    assert stored(writer.game).in_progress == RoundInProgress()


def test_calls_stay_in_progress_where_the_round_before_is_removed_and_comes_back(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    writer.set_calls(ADA)

    writer.remove(1)
    assert stored(writer.game).in_progress.calls == (ADA,)
    writer.undo()
    assert stored(writer.game).in_progress.calls == (ADA,)
    writer.redo()
    assert stored(writer.game).in_progress.calls == (ADA,)


def test_undo_takes_rounds_back_and_no_calls(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.set_calls(BEN)
    writer.undo()

    assert writer.game.sheet.rows == []
