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

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from scoring.models import Change, ChangeKind, Game, Round, ScoreSheet
from scoring.models.compiled_query import CompiledInsert
from scoring.rules import (
    BySeat,
    IllegalRound,
    RoundInProgress,
    RoundNotes,
    RoundResult,
    SeenProgress,
)
from scoring.services.change_log import change_row
from scoring.services.game_changes import redo_game_change, undo_game_change
from scoring.services.progress import save_progress
from scoring.services.rotation import is_seated, planned_players, seat_next
from scoring.services.transaction import (
    Conflict,
    NothingToChange,
    Submission,
    execute_once,
    show_on_parallel_games,
)
from scoring.services.undo import is_next_to_redo, is_next_to_undo
from scoring.services.undone_rounds import find_former_progress

Precondition = Callable[[ScoreSheet], bool]

_INSERT_CHANGE, _INSERT_ROUND = CompiledInsert(Change), CompiledInsert(Round)


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A change of one round that is to be made.

    - `seq`: the round, None for a new one
    - `after`: its result after the change, None if it is removed
    - `notes`: its notes after the change; None if they do not change, or, for a new round, if
      they are those of the round in progress
    - `target`: the number of the change that is undone or redone, else None
    - `players`: for a round that an undo or redo restores, its own players, if it had any
    - `seating_number`: for a new round, the seating that the phone showed (`Submission`)
    """

    kind: ChangeKind
    seq: int | None
    after: RoundResult | None
    notes: RoundNotes | None = None
    target: int | None = None
    players: BySeat[int] | None = None
    seating_number: int | None = None

    def matches(self, change: Change) -> bool:
        """Whether the logged `change` is the same as this one."""
        return (
            (change.kind, change.target) == (self.kind, self.target)
            and change.result_after == self.after
            and self.notes in {None, change.notes_after}
            and self.seq in {None, change.seq}
        )


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
    return _execute(game, change, submission, precondition)


def amend(
    game: Game, seq: int, result: RoundResult, submission: Submission, *, seen: int
) -> Change:
    """Set another result of round `seq`; `seen` is the version of the round on the phone."""
    change = RoundChange(ChangeKind.AMEND, seq, result)
    return _execute(game, change, submission, _has_version(seq, seen))


def annotate(
    game: Game, seq: int, notes: RoundNotes, submission: Submission, *, seen: int
) -> Change:
    """Set other notes (bombs, straights and a text) of round `seq`; `seen` as in `amend`."""
    row = game.sheet.row(seq)
    if row is None:
        raise Conflict
    change = RoundChange(ChangeKind.AMEND, seq, row.round.result, notes)
    return _execute(game, change, submission, _has_version(seq, seen))


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
    return _execute(game, change, submission, precondition)


def undo(game: Game, number: int, submission: Submission) -> Change:
    """Undo change `number`. Raises Conflict unless it is the next one to undo or is already
    undone."""
    target = _find_change(game, number)
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
    return _execute(game, change, submission, lambda _: is_next_to_undo(game, target))


def redo(game: Game, number: int, submission: Submission) -> Change:
    """Redo change `number`. Raises Conflict unless it is the next one to redo or is already
    redone."""
    target = _find_change(game, number)
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
    return _execute(game, change, submission, lambda _: is_next_to_redo(game, target))


def _execute(
    game: Game, change: RoundChange, submission: Submission, precondition: Precondition
) -> Change:
    """Lock the game, check the precondition, write the round and log the change. If the change
    ends the game or continues it, the pages of games that were started at the same time show
    that."""
    was_over = False

    def apply() -> Change:
        nonlocal was_over
        sheet = game.sheet if _needs_rounds(game, change) else game.summary
        was_over = sheet.standing.over
        if not precondition(sheet):
            raise Conflict
        if change.kind == ChangeKind.AMEND:
            _stop_if_equal(game, change, sheet)
        return _apply(game, change, submission, sheet)

    made = execute_once(game, submission, apply, change.matches)
    if game.summary.standing.over != was_over:
        show_on_parallel_games(game)
    return made


def _stop_if_equal(game: Game, change: RoundChange, sheet: ScoreSheet) -> None:
    """Raise NothingToChange if the round already has the result and notes of the change."""
    row = sheet.row(change.seq or 0)
    if row and row.round.result == change.after and change.notes in {None, row.round.notes}:
        raise NothingToChange(_find_change(game, row.round.version))


def _needs_rounds(game: Game, change: RoundChange) -> bool:
    """Whether the change needs all rounds of the game. A new round needs only their sums,
    unless partners change: then the next players follow from the rounds."""
    return bool(change.seq or game.rotation)


def _apply(
    game: Game, change: RoundChange, submission: Submission, sheet: ScoreSheet
) -> Change:
    """Write the round and the log entry, and update what follows from them: the next players if
    partners change, and the round in progress. The game then has the new sheet."""
    seq, now = change.seq or game.version, timezone.now()
    row = sheet.row(seq)
    before = row.round if row else None
    after = _changed_round(game, change, before, seq, now)
    new_sheet = sheet.with_round(after, seq)
    place = row or new_sheet.row(seq)
    logged = change_row(
        game,
        change.kind,
        submission,
        seq=seq,
        round_number=place.number if place else 0,
        before=before and before.facts,
        after=after and after.facts,
        target=change.target,
        at=now,
    )
    logged.result_after = change.after  # cached, so that it is not parsed from its facts
    _INSERT_CHANGE(logged)
    _write(before, after)
    game.clear_cached()
    if _needs_rounds(game, change):
        game.set_sheet(new_sheet)
    else:
        game.summary = new_sheet
    seating_number = game.seating_number
    seat_next(game)
    same_players = game.seating_number == seating_number
    _update_progress(game, change, sheet, new_sheet, same_players=same_players)
    return logged


def _update_progress(
    game: Game,
    change: RoundChange,
    sheet: ScoreSheet,
    new_sheet: ScoreSheet,
    *,
    same_players: bool,
) -> None:
    """Update the calls of the round in progress after a change that replaced `sheet` by
    `new_sheet`."""
    before = sheet.row(change.seq or 0)
    undoes, redoes = change.kind == ChangeKind.UNDO, change.kind == ChangeKind.REDO
    if undoes and before and not change.after:
        _resume(game, before.round, new_sheet)
    elif new_sheet.last_seq != sheet.last_seq and (undoes or not change.after):
        # The last round was removed, or its removal was undone: the round in progress continues
        # after the present last round.
        in_progress = game.progress_after(sheet.last_seq) if same_players else RoundInProgress()
        save_progress(game, in_progress, after=new_sheet.last_seq)
    elif (redoes and not before and new_sheet.last_seq == change.seq) or (
        change.kind == ChangeKind.RECORD and game.was_recorded(after=sheet.last_seq)
    ):
        _resume_next(game, new_sheet)


def _write(before: Round | None, after: Round | None) -> None:
    """Insert, update or delete the round."""
    if after and before:
        after.save(force_update=True)
    elif after:
        _INSERT_ROUND(after)
    elif before:
        before.delete()


def _changed_round(
    game: Game, change: RoundChange, before: Round | None, seq: int, now: datetime
) -> Round | None:
    """Round `seq` after the change: new, amended or restored; None if it is removed."""
    if change.after is None:
        return None
    notes = change.notes
    if notes is None:
        notes = (before or game.in_progress).notes
    changed = Round(
        pk=before.pk if before else None,
        group_id=game.group_id,
        game=game,
        seq=seq,
        version=game.version,
        recorded=before.recorded if before else _recorded_at(game, seq, now),
    )
    own = change.players or planned_players(game, change.seating_number)
    changed.set_players(before.players if before else own)
    return changed.assign(change.after, notes, game.house_rules)


def _recorded_at(game: Game, seq: int, now: datetime) -> datetime:
    """The time at which round `seq` was recorded: the present time, or, if an undo or redo
    restores the round, the original time."""
    return now if seq == game.version else _find_change(game, seq).at


def _resume(game: Game, undone: Round, sheet: ScoreSheet) -> None:
    """Make a round whose recording was undone the round in progress again, with its calls and
    notes, if it was the last one. If partners change, this requires that its players are the
    seated ones."""
    others = game.rotation and undone.players != game.players
    if sheet.last_seq > undone.seq or others:
        return
    progress = replace(
        game.progress_after(sheet.last_seq),
        out_order=(),
        calls=undone.result.calls,
        notes=undone.notes,
    )
    save_progress(game, progress, after=sheet.last_seq, was_recorded=True)


def _resume_next(game: Game, sheet: ScoreSheet) -> None:
    """After an undone round was redone or recorded again, make the round after it the round in
    progress again, with the calls that it had."""
    former = find_former_progress(game, sheet.next_number)
    if former:
        progress = RoundInProgress(calls=former.calls)
        after = sheet.last_seq
        save_progress(game, progress, after=after, was_recorded=former.was_recorded)


def _find_change(game: Game, number: int) -> Change:
    change = game.changes.filter(number=number).first()
    if change is None:
        raise Conflict
    return change


def _has_version(seq: int, version: int) -> Precondition:
    """The precondition that round `seq` is on the sheet and has this version."""

    def precondition(sheet: ScoreSheet) -> bool:
        row = sheet.row(seq)
        return row is not None and row.round.version == version

    return precondition
