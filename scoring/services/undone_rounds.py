"""Find in the change log what a round had that is no longer on the sheet, or not yet."""

from typing import NamedTuple

from scoring.models import Change, ChangeKind, Game
from scoring.rules import Call


class FormerProgress(NamedTuple):
    """The latest calls of a round, and whether it was recorded with them and that undone."""

    calls: tuple[Call, ...]
    was_recorded: bool


def find_former_progress(game: Game, number: int) -> FormerProgress | None:
    """Return what the log has of round `number`, which is not on the sheet, since the present
    four sit at the table; None if it has nothing. One query."""
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
    # Where partners change, the log says who played each round.
    if facts.get("players", [*game.players]) != [*game.players]:
        return None
    return FormerProgress(tuple(map(Call.from_dict, facts.get("calls", ()))), was_recorded)


def _renumbers(change: Change) -> bool:
    """Whether it is the removal of a round, or the undo or redo of one: the rounds behind that
    have had other numbers since."""
    if change.kind == ChangeKind.REMOVE:
        return True
    brings_back, takes_off = not change.before, not change.after
    undoes = change.kind == ChangeKind.UNDO and brings_back
    return bool(change.seq) and (undoes or (change.kind == ChangeKind.REDO and takes_off))
