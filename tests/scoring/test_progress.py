"""The round in progress of a game: what is stored, how it changes, and what is logged."""

import uuid
from dataclasses import replace

import pytest

from scoring.models import ChangeKind
from scoring.rules import (
    BySeat,
    ByTeam,
    RoundInProgress,
    RoundResult,
    Seat,
    SeenProgress,
    Transfer,
)
from scoring.services import rounds
from scoring.services.progress import update_progress
from scoring.services.transaction import Conflict, Submission
from tests.factories import GameWriter, plain
from tests.scoring.rounds_in_progress import ADA, BEN, COUNTED, FOUR_NINES, stored

pytestmark = pytest.mark.django_db

PASSED_ON = RoundResult((Seat.A1,), transfer=Transfer(BySeat(40, 20, 10, 25), 5, Seat.B2))


def test_call_is_stored_when_it_is_made(writer: GameWriter) -> None:
    writer.set_calls(BEN)

    assert stored(writer.game).in_progress.calls == (BEN,)


def test_half_a_round_is_stored_with_all_that_is_known(writer: GameWriter) -> None:
    known = RoundInProgress(
        out_order=(Seat.A1, Seat.B1),
        calls=(ADA, BEN),
        all_dealt=True,
        by_team=COUNTED,
        notes=FOUR_NINES,
    )

    writer.update_progress(lambda _: known)

    assert stored(writer.game).in_progress == known


def test_call_is_logged_with_its_time(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.set_calls(BEN)

    change = writer.game.changes.last()

    assert change is not None
    assert (change.kind, change.round_number, change.number) == (
        ChangeKind.CALL,
        2,
        writer.game.version,
    )
    assert change.after == {"calls": [{"player": "B1", "level": "tichu"}]}


def test_call_taken_back_leaves_a_trace(writer: GameWriter) -> None:
    writer.set_calls(BEN)
    writer.set_calls()

    change = writer.game.changes.last()

    assert change is not None
    assert (change.before, change.after) == (
        {"calls": [{"player": "B1", "level": "tichu"}]},
        {"calls": []},
    )


def test_what_is_no_call_is_not_logged(writer: GameWriter) -> None:
    writer.update_progress(lambda now: replace(now, out_order=(Seat.A1,), by_team=COUNTED))

    assert (writer.game.version, writer.game.changes.count()) == (0, 0)


def test_every_change_of_what_pages_show_raises_the_revision(writer: GameWriter) -> None:
    revisions = []
    for change in (
        lambda: writer.update_progress(lambda now: replace(now, out_order=(Seat.A1,))),
        lambda: writer.update_progress(lambda now: now),
        lambda: writer.update_progress(
            lambda now: replace(now, all_dealt=True, by_team=COUNTED)
        ),
        lambda: writer.set_calls(BEN),
        lambda: writer.record(plain(60, Seat.A1, BEN)),
        writer.undo,
    ):
        change()
        revisions.append(stored(writer.game).revision)

    assert revisions == [1, 1, 2, 3, 4, 5]


def test_round_that_was_recorded_meanwhile_takes_no_more_calls(writer: GameWriter) -> None:
    writer.record(plain(60))

    with pytest.raises(Conflict):
        update_progress(
            writer.game, lambda now: now, Submission(uuid.uuid4(), writer.by), after=0
        )


def test_finished_game_has_no_round_in_progress(writer: GameWriter) -> None:
    writer.game.target = 100
    writer.game.save()
    writer.record(plain(100))

    with pytest.raises(Conflict):
        writer.set_calls(BEN)


def test_next_round_starts_with_nothing(writer: GameWriter) -> None:
    writer.set_calls(BEN)
    writer.record(plain(60, Seat.A1, BEN))

    assert stored(writer.game).in_progress == RoundInProgress()


def record(writer: GameWriter, result: RoundResult, seen: RoundInProgress) -> None:
    after = writer.game.sheet.last_seq
    rounds.record(
        writer.game,
        result,
        Submission(uuid.uuid4(), writer.by),
        after=after,
        seen_progress=SeenProgress(seen),
    )


def test_round_without_a_call_that_its_phone_never_saw_is_a_conflict(
    writer: GameWriter,
) -> None:
    writer.set_calls(BEN)

    with pytest.raises(Conflict):
        record(writer, plain(60), RoundInProgress())


def test_round_without_a_call_that_its_phone_took_back_is_recorded(writer: GameWriter) -> None:
    writer.set_calls(BEN)

    record(writer, plain(60), RoundInProgress(calls=(BEN,)))

    assert writer.game.sheet.rows[0].round.result.calls == ()


def test_round_with_a_call_that_never_reached_the_server_is_recorded(
    writer: GameWriter,
) -> None:
    record(writer, plain(60, Seat.A1, BEN), RoundInProgress())

    assert writer.game.sheet.rows[0].round.result.calls == (BEN,)


def test_same_telling_once_more_changes_nothing(writer: GameWriter) -> None:
    key = uuid.uuid4()

    def call(now: RoundInProgress) -> RoundInProgress:
        return replace(now, calls=(BEN,))

    update_progress(writer.game, call, Submission(key, writer.by), after=0)
    writer.set_calls()
    update_progress(writer.game, call, Submission(key, writer.by), after=0)

    assert stored(writer.game).in_progress.calls == ()


# The last player's cards


def test_transfer_is_stored_with_its_round(writer: GameWriter) -> None:
    writer.record(PASSED_ON)

    assert writer.game.rounds.get().result == PASSED_ON


def test_transfer_makes_the_card_points(writer: GameWriter) -> None:
    writer.record(PASSED_ON)

    assert writer.game.rounds.get().result.card_points == ByTeam(80, 20)


def test_transfer_comes_back_with_an_undone_removal(writer: GameWriter) -> None:
    writer.record(PASSED_ON)
    writer.remove(1)
    writer.undo()

    assert writer.game.rounds.get().result == PASSED_ON
