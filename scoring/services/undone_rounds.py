"""Find the former calls of a round that is not on the sheet in the change log."""

from typing import NamedTuple

from scoring.models import Change, ChangeKind, Game
from scoring.rules import Call


class FormerProgress(NamedTuple):
    """The latest calls of a round, and whether it was recorded with them and the recording
    undone."""

    calls: tuple[Call, ...]
    was_recorded: bool


def find_former_progress(game: Game, number: int) -> FormerProgress | None:
    """Return the logged calls of round `number`, which is not on the sheet. Only changes since
    the present four players are seated count. None if there are no such changes. One query."""
    call: Change | None = None
    for change in game.changes.reverse():
        if change.changes_seating or _renumbers(change):
            break
        if change.round_number == number:
            call = call or (change if change.kind == ChangeKind.CALL else None)
            if change.kind == ChangeKind.UNDO and change.before and not change.after:
                return _former_progress(game, call or change, was_recorded=True)
    return _former_progress(game, call, was_recorded=False) if call else None


def _former_progress(
    game: Game, logged: Change, *, was_recorded: bool
) -> FormerProgress | None:
    facts = (logged.after if logged.kind == ChangeKind.CALL else logged.before) or {}
    # If partners change, the log contains the players of each round.
    if facts.get("players", [*game.players]) != [*game.players]:
        return None
    return FormerProgress(tuple(map(Call.from_dict, facts.get("calls", ()))), was_recorded)


def _renumbers(change: Change) -> bool:
    """Whether the change is the removal of a round, or the undo or redo of a removal. The
    rounds after it have had other numbers since then."""
    if change.kind == ChangeKind.REMOVE:
        return True
    brings_back, takes_off = not change.before, not change.after
    undoes = change.kind == ChangeKind.UNDO and brings_back
    return bool(change.seq) and (undoes or (change.kind == ChangeKind.REDO and takes_off))
