"""Rounds are recorded and amended: what is stored, what is refused, and what is a conflict."""

import uuid

import pytest

from scoring.models import Change, Game, Round
from scoring.rules import (
    ByTeam,
    Call,
    CallLevel,
    IllegalRound,
    RaceState,
    RoundResult,
    Seat,
    SeenProgress,
    Team,
    TieRule,
)
from scoring.services import rounds
from scoring.services.transaction import Conflict, Submission
from tests.factories import GameFactory, GameWriter, double, plain
from tests.scoring.reading import stored_results

pytestmark = pytest.mark.django_db


def test_record_adds_the_round_at_the_end(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(double(Seat.B1))

    assert stored_results(writer.game) == [plain(60), double(Seat.B1)]


def test_record_keeps_the_whole_finishing_order(writer: GameWriter) -> None:
    result = RoundResult((Seat.A1, Seat.B2, Seat.B1), ByTeam(35, 65))

    writer.record(result)

    assert stored_results(writer.game) == [result]


def test_record_raises_the_version_by_one(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(60))

    writer.game.refresh_from_db()
    assert writer.game.version == 2


def test_sheet_and_log_show_no_more_than_the_version_that_was_read(writer: GameWriter) -> None:
    writer.record(plain(60))
    before = Game.objects.get()
    writer.record(plain(45))

    assert [row.round.result for row in before.sheet.rows] == [plain(60)]
    assert [change.number for change in before.undo_stack.done] == [1]


def test_record_with_a_known_key_counts_once(writer: GameWriter) -> None:
    key = uuid.uuid4()
    first = rounds.record(writer.game, plain(60), Submission(key, writer.by), after=0)

    again = rounds.record(Game.objects.get(), plain(60), Submission(key, writer.by), after=0)

    assert (again, stored_results(writer.game)) == (first, [plain(60)])


def test_record_with_a_known_key_counts_once_after_an_undo(writer: GameWriter) -> None:
    key = uuid.uuid4()
    rounds.record(writer.game, plain(60), Submission(key, writer.by), after=0)
    writer.undo()

    rounds.record(writer.game, plain(60), Submission(key, writer.by), after=0)

    assert stored_results(writer.game) == []


def test_record_with_a_known_key_and_other_facts_is_a_conflict(writer: GameWriter) -> None:
    key = uuid.uuid4()
    rounds.record(writer.game, plain(60), Submission(key, writer.by), after=0)

    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(65), Submission(key, writer.by), after=0)


def test_record_after_a_round_in_between_is_a_conflict(writer: GameWriter) -> None:
    writer.record(plain(60))

    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(40), Submission(uuid.uuid4(), writer.by), after=0)

    assert stored_results(writer.game) == [plain(60)]


def test_record_after_an_older_round_was_amended_is_no_conflict(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(55))
    seen = writer.game.sheet.last_seq
    writer.amend(1, plain(65))

    rounds.record(writer.game, plain(40), Submission(uuid.uuid4(), writer.by), after=seen)

    assert stored_results(writer.game) == [plain(65), plain(55), plain(40)]


def test_record_after_the_last_round_was_undone_is_a_conflict(writer: GameWriter) -> None:
    writer.record(plain(60))
    seen = writer.game.sheet.last_seq
    writer.undo()

    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(40), Submission(uuid.uuid4(), writer.by), after=seen)


def test_delayed_copy_of_a_round_is_refused_once_it_is_recorded_behind_theirs(
    writer: GameWriter,
) -> None:
    theirs, copy = writer.record(plain(35)), Submission(uuid.uuid4(), writer.by)
    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(60), copy, after=0)
    decision = Submission(uuid.uuid4(), writer.by)
    rounds.record(writer.game, plain(60), decision, after=theirs.seq)

    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(60), copy, after=0)

    assert stored_results(writer.game) == [plain(35), plain(60)]


def test_delayed_copy_of_a_round_is_refused_once_theirs_is_amended(writer: GameWriter) -> None:
    theirs, copy = writer.record(plain(35)), Submission(uuid.uuid4(), writer.by)
    decision = Submission(uuid.uuid4(), writer.by)
    rounds.amend(writer.game, theirs.seq, plain(60), decision, seen=theirs.number)

    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(60), copy, after=0)

    assert stored_results(writer.game) == [plain(60)]


def test_delayed_copy_of_a_round_is_refused_once_it_is_recorded_despite_a_missed_call(
    writer: GameWriter,
) -> None:
    copy, decision = (Submission(uuid.uuid4(), writer.by) for _ in range(2))
    seen = SeenProgress(writer.game.in_progress)
    writer.set_calls(Call(Seat.B1, CallLevel.TICHU))
    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(60), copy, after=0, seen_progress=seen)
    rounds.record(writer.game, plain(60), decision, after=0)

    with pytest.raises(Conflict):
        rounds.record(writer.game, plain(60), copy, after=0, seen_progress=seen)

    assert stored_results(writer.game) == [plain(60)]


def test_record_refuses_a_call_that_the_game_does_not_allow() -> None:
    writer = GameWriter(GameFactory.create(grand=False))

    with pytest.raises(IllegalRound) as refused:
        writer.record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.GRAND)))

    assert (refused.value.code, stored_results(writer.game)) == ("GRAND_NOT_ALLOWED", [])


def test_record_refuses_a_round_after_the_end() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(double(Seat.A1))

    with pytest.raises(IllegalRound) as refused:
        writer.record(plain(60))

    assert (refused.value.code, stored_results(writer.game)) == (
        "ROUND_AFTER_END",
        [double(Seat.A1)],
    )


def test_amend_replaces_the_facts(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(55))

    writer.amend(1, double(Seat.B2))

    assert stored_results(writer.game) == [double(Seat.B2), plain(55)]


def test_amend_keeps_when_the_round_was_recorded(writer: GameWriter) -> None:
    writer.record(plain(60))
    recorded = writer.game.rounds.get().recorded

    writer.amend(1, plain(65))

    assert writer.game.rounds.get().recorded == recorded


def test_amend_reopens_a_finished_game() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(double(Seat.A1))

    writer.amend(1, plain(60))

    assert writer.game.sheet.standing.state is RaceState.RUNNING


def test_amend_can_change_the_winner() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(double(Seat.A1))

    writer.amend(1, double(Seat.B1))

    assert writer.game.sheet.standing.winner is Team.B


def test_amend_refuses_an_end_before_the_last_round() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(plain(60))
    writer.record(plain(60))

    with pytest.raises(IllegalRound) as refused:
        writer.amend(1, double(Seat.A1))

    assert (refused.value.code, stored_results(writer.game)) == (
        "ROUND_AFTER_END",
        [plain(60), plain(60)],
    )


def test_amend_to_what_the_round_is_logs_nothing(writer: GameWriter) -> None:
    recorded = writer.record(plain(60, Seat.A1, Call(Seat.B1, CallLevel.TICHU)))
    writer.record(plain(55))

    again = writer.amend(1, plain(60, Seat.A1, Call(Seat.B1, CallLevel.TICHU)))

    assert (again, writer.game.version) == (recorded, 2)
    assert [change.kind for change in writer.game.changes.all()] == ["record", "record"]


def test_amend_to_what_the_round_was_amended_to_is_that_change(writer: GameWriter) -> None:
    writer.record(plain(60))
    amended = writer.amend(1, plain(65))

    assert writer.amend(1, plain(65)) == amended


def test_amend_to_what_the_round_is_leaves_redo_as_it_was(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.record(plain(55))
    writer.undo()

    writer.amend(1, plain(60))

    assert [change.number for change in [writer.game.undo_stack.to_redo] if change] == [2]


def amend_as_seen(writer: GameWriter, seen: Round) -> Change:
    """Amend a round on a phone that shows this version of it."""
    submission = Submission(uuid.uuid4(), writer.by)
    return rounds.amend(writer.game, seen.seq, plain(70), submission, seen=seen.version)


def test_amend_of_a_round_that_was_amended_meanwhile_is_a_conflict(writer: GameWriter) -> None:
    writer.record(plain(60))
    seen = writer.game.sheet.rows[0].round
    writer.amend(1, plain(65))

    with pytest.raises(Conflict):
        amend_as_seen(writer, seen)


def test_amend_of_a_round_that_was_removed_meanwhile_is_a_conflict(writer: GameWriter) -> None:
    writer.record(plain(60))
    seen = writer.game.sheet.rows[0].round
    writer.remove(1)

    with pytest.raises(Conflict):
        amend_as_seen(writer, seen)


def test_tie_at_the_target_plays_on() -> None:
    writer = GameWriter(GameFactory.create(target=100))
    writer.record(plain(50))
    writer.record(plain(50))

    assert (writer.game.sheet.standing.state, writer.game.sheet.plays_on) == (
        RaceState.RUNNING,
        True,
    )


def test_tie_at_the_target_is_a_draw_where_agreed() -> None:
    writer = GameWriter(GameFactory.create(target=100, tie=TieRule.DRAW))
    writer.record(plain(50))
    writer.record(plain(50))

    assert writer.game.sheet.standing.state is RaceState.DRAW
