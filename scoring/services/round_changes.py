"""Execute a change of one round.

The change is made in one transaction: the game is locked, the precondition is checked, the
round is scored and written, the score sheet is checked, and the change is logged.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from scoring.models import Change, ChangeKind, Game, Round, ScoreSheet
from scoring.models.compiled_query import CompiledInsert
from scoring.rules import BySeat, RoundInProgress, RoundNotes, RoundResult
from scoring.services.change_log import change_row
from scoring.services.progress import save_progress
from scoring.services.rotation import planned_players, seat_next
from scoring.services.transaction import (
    Conflict,
    NothingToChange,
    Submission,
    execute_once,
    show_on_parallel_games,
)
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


def execute_round_change(
    game: Game, change: RoundChange, submission: Submission, precondition: Precondition
) -> Change:
    """Lock the game, check the precondition, write the round and log the change. If the change
    ends the game or continues it, the pages of games that were started at the same time show
    that. Raises Conflict if the precondition is false."""
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
        raise NothingToChange(find_change(game, row.round.version))


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
    return now if seq == game.version else find_change(game, seq).at


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


def find_change(game: Game, number: int) -> Change:
    """Return the logged change with this number. Raises Conflict if there is none."""
    change = game.changes.filter(number=number).first()
    if change is None:
        raise Conflict
    return change
