"""What the log has of a round that is not on the sheet any more, or not yet."""

from typing import NamedTuple

from scoring.models import Change, ChangeKind, Game
from scoring.rules import Call


class FormerProgress(NamedTuple):
    """The latest calls of a round, and whether it was recorded with them and that undone."""

    calls: tuple[Call, ...]
    was_recorded: bool


def find_former_progress(game: Game, number: int) -> FormerProgress | None:
    """What was told of round `number`, which is not on the sheet, while the present four sat at
    the table; None if nothing was. One query."""
    told: Change | None = None
    for change in game.changes.reverse():
        if change.changes_seating or _renumbers(change):
            break
        if change.round_number == number:
            told = told or (change if change.kind == ChangeKind.CALL else None)
            if change.kind == ChangeKind.UNDO and change.before and not change.after:
                return _former_progress(game, told or change, was_recorded=True)
    return _former_progress(game, told, was_recorded=False) if told else None


def _former_progress(game: Game, told: Change, *, was_recorded: bool) -> FormerProgress | None:
    facts = (told.after if told.kind == ChangeKind.CALL else told.before) or {}
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
