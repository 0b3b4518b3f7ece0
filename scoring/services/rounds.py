"""Record, amend and remove rounds; undo and redo.

Each public function runs in one transaction: it locks the game and raises its version, checks
its precondition (that the phone showed the present state of the game), writes the round, and
logs the change. It returns the logged change. A submission whose key is known changes nothing;
the change that it made before is returned. A change that another phone has already made, and
that is still in effect, is not made again: an amendment to the present result of the round, a
removal, an undo or a redo then writes nothing, and returns the change of the other phone.

All of them raise Conflict if another change came first or if the key belongs to a different
change. They raise IllegalRound if the rules of the game forbid the round (see RoundResult), if
the game would end before its last round (ROUND_AFTER_END), or if it was abandoned or forfeited
(ROUND_IN_ENDED_GAME).
"""

from scoring.models import Change, ChangeKind, Game, ScoreSheet
from scoring.rules import IllegalRound, RoundNotes, RoundResult, SeenProgress
from scoring.services.game_changes import redo_game_change, undo_game_change
from scoring.services.rotation import is_seated
from scoring.services.round_changes import (
    Precondition,
    RoundChange,
    execute_round_change,
    find_change,
)
from scoring.services.transaction import Conflict, NothingToChange, Submission
from scoring.services.undo import is_next_to_redo, is_next_to_undo


def record(
    game: Game,
    result: RoundResult,
    submission: Submission,
    *,
    after: int,
    seen_progress: SeenProgress | None = None,
) -> Change:
    """Add a round. `after` is the `seq` of the last round that the phone showed, and
    `seen_progress` is the round in progress that it showed. Without `seen_progress`, the calls
    are not compared.

    Raises Conflict if another round came first, if a call was made or taken back since and
    `result` does not contain that change, or if the seating differs from that on the phone. If
    partners change, the round counts for the players that the phone showed, provided that the
    plan still has that round (`planned_players`)."""

    def precondition(sheet: ScoreSheet) -> bool:
        if sheet.last_seq != after or not is_seated(game, submission.seating_number):
            return False
        if game.ending:
            raise IllegalRound("ROUND_IN_ENDED_GAME")
        if not sheet.standing.rounds_known:
            raise IllegalRound("ROUND_IN_RESULT")
        now = game.in_progress
        if seen_progress is None:
            return True
        return not now.missed_calls(seen_progress.base(now), result)

    change = RoundChange(
        ChangeKind.RECORD, None, result, seating_number=submission.seating_number
    )
    return execute_round_change(game, change, submission, precondition)


def amend(
    game: Game, seq: int, result: RoundResult, submission: Submission, *, seen: int
) -> Change:
    """Set another result of round `seq`; `seen` is the version of the round on the phone."""
    change = RoundChange(ChangeKind.AMEND, seq, result)
    return execute_round_change(game, change, submission, _has_version(seq, seen))


def annotate(
    game: Game, seq: int, notes: RoundNotes, submission: Submission, *, seen: int
) -> Change:
    """Set other notes (bombs, straights and a text) of round `seq`; `seen` as in `amend`."""
    row = game.sheet.row(seq)
    if row is None:
        raise Conflict
    change = RoundChange(ChangeKind.AMEND, seq, row.round.result, notes)
    return execute_round_change(game, change, submission, _has_version(seq, seen))


def remove(game: Game, seq: int, submission: Submission, *, seen: int) -> Change:
    """Remove round `seq`; `seen` as in `amend`. A round whose recording was undone counts as
    removed."""
    has_version = _has_version(seq, seen)

    def precondition(sheet: ScoreSheet) -> bool:
        if sheet.row(seq) is None:
            removal = game.changes.filter(seq=seq, after__isnull=True).last()
            if removal:
                raise NothingToChange(removal)
        return has_version(sheet)

    change = RoundChange(ChangeKind.REMOVE, seq, None)
    return execute_round_change(game, change, submission, precondition)


def undo(game: Game, number: int, submission: Submission) -> Change:
    """Undo change `number`. Raises Conflict unless it is the next one to undo or is already
    undone."""
    target = find_change(game, number)
    if target.changes_game:
        return undo_game_change(game, target, submission)
    change = RoundChange(
        ChangeKind.UNDO,
        target.seq,
        target.result_before,
        target.notes_before,
        number,
        target.players_before,
    )
    return execute_round_change(
        game, change, submission, lambda _: is_next_to_undo(game, target)
    )


def redo(game: Game, number: int, submission: Submission) -> Change:
    """Redo change `number`. Raises Conflict unless it is the next one to redo or is already
    redone."""
    target = find_change(game, number)
    if target.changes_game:
        return redo_game_change(game, target, submission)
    change = RoundChange(
        ChangeKind.REDO,
        target.seq,
        target.result_after,
        target.notes_after,
        number,
        target.players_after,
    )
    return execute_round_change(
        game, change, submission, lambda _: is_next_to_redo(game, target)
    )


def _has_version(seq: int, version: int) -> Precondition:
    """The precondition that round `seq` is on the sheet and has this version."""

    def precondition(sheet: ScoreSheet) -> bool:
        row = sheet.row(seq)
        return row is not None and row.round.version == version

    return precondition
