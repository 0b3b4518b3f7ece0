"""Rounds are removed, changes are undone and redone, and the log contains all of it."""

import uuid

import pytest

from scoring.rules import Call, CallLevel, IllegalRound, RaceState, Seat
from scoring.services import rounds
from scoring.services.transaction import Conflict, Submission
from tests.factories import DeviceFactory, GameFactory, GameWriter, double, plain
from tests.scoring.reading import stored_results

pytestmark = pytest.mark.django_db


def test_remove_takes_the_round_off_the_sheet(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(55))
    writer.record(plain(50))

    writer.remove(2)

    assert stored_results(writer.game) == [plain(60), plain(50)]


def test_remove_refuses_an_end_before_the_last_round() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(plain(80))
    writer.record(plain(60, Seat.B1, Call(Seat.A1, CallLevel.TICHU)))
    writer.record(plain(125))
    writer.record(plain(60))

    with pytest.raises(IllegalRound) as refused:
        writer.remove(2)

    assert (refused.value.code, len(stored_results(writer.game))) == ("ROUND_AFTER_END", 4)


def test_undo_brings_a_removed_round_back_to_its_place(writer: GameWriter) -> None:
    for points in (60, 55, 50):
        writer.record(plain(points))
    writer.remove(2)

    writer.undo()

    assert stored_results(writer.game) == [plain(60), plain(55), plain(50)]


def test_undo_of_a_removal_keeps_when_the_round_was_recorded(writer: GameWriter) -> None:
    writer.record(plain(60))
    recorded = writer.game.rounds.get().recorded
    writer.remove(1)

    writer.undo()

    assert writer.game.rounds.get().recorded == recorded


def test_undo_reopens_a_finished_game() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(double(Seat.A1))

    writer.undo()

    assert writer.game.sheet.standing.state is RaceState.RUNNING


def test_undo_of_another_change_than_the_latest_is_a_conflict(writer: GameWriter) -> None:
    first = writer.record(plain(60))
    writer.record(plain(55))

    with pytest.raises(Conflict):
        rounds.undo(writer.game, first.number, Submission(uuid.uuid4(), writer.by))


def test_undo_of_a_change_that_never_was_is_a_conflict(writer: GameWriter) -> None:
    with pytest.raises(Conflict):
        rounds.undo(writer.game, 7, Submission(uuid.uuid4(), writer.by))


def test_undo_with_a_known_key_counts_once(writer: GameWriter) -> None:
    writer.record(plain(60))
    change = writer.record(plain(55))
    key = uuid.uuid4()
    rounds.undo(writer.game, change.number, Submission(key, writer.by))

    rounds.undo(writer.game, change.number, Submission(key, writer.by))

    assert stored_results(writer.game) == [plain(60)]


def test_redo_makes_the_change_again(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.undo()

    writer.redo()

    assert stored_results(writer.game) == [plain(60)]


def test_redo_is_forgotten_after_another_change(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.undo()
    writer.record(plain(55))

    assert writer.game.undo_stack.to_redo is None


def test_log_keeps_every_change_with_before_and_after(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.amend(1, plain(65))
    writer.undo()

    assert [
        (change.kind, change.result_before, change.result_after)
        for change in writer.game.changes.all()
    ] == [
        ("record", None, plain(60)),
        ("amend", plain(60), plain(65)),
        ("undo", plain(65), plain(60)),
    ]


def test_log_names_rounds_by_their_place_on_the_sheet(writer: GameWriter) -> None:
    for points in (60, 55, 50):
        writer.record(plain(points))
    writer.remove(1)
    writer.remove(1)

    assert [change.round_number for change in writer.game.changes.all()] == [1, 2, 3, 1, 1]


def test_two_devices_are_distinguished_in_the_log(writer: GameWriter) -> None:
    other = GameWriter(writer.game, DeviceFactory.create(system="iPhone"))
    writer.record(plain(60))
    other.record(plain(60))

    assert [change.device.system for change in writer.game.changes.all()] == [
        "Android",
        "iPhone",
    ]
