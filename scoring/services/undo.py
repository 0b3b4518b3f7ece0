"""The preconditions of undo and redo. The game must be locked."""

from scoring.models import Change, ChangeKind, Game
from scoring.services.transaction import NothingToChange


def is_next_to_undo(game: Game, target: Change) -> bool:
    """Whether `target` is the next change to undo. Raises NothingToChange if another phone has
    undone it and it is still undone."""
    if target in game.undo_stack.undone:
        _stop_if_latest(game, target, ChangeKind.UNDO)
    return _same_change(game.undo_stack.to_undo, target)


def is_next_to_redo(game: Game, target: Change) -> bool:
    """Whether `target` is the next change to redo. Raises NothingToChange if another phone has
    redone it and it has not been undone again."""
    if target in game.undo_stack.done:
        _stop_if_latest(game, target, ChangeKind.REDO)
    return _same_change(game.undo_stack.to_redo, target)


def _stop_if_latest(game: Game, target: Change, kind: ChangeKind) -> None:
    """Raise NothingToChange if the latest undo or redo of `target` is of this kind."""
    latest = game.changes.filter(target=target.number).last()
    if latest and latest.kind == kind:
        raise NothingToChange(latest)


def _same_change(change: Change | None, seen: Change) -> bool:
    """Whether `change` is the one that was `seen` before the game was locked, and has the same
    facts: a merge of players may have changed the players in them meanwhile."""
    if change is None or change != seen:
        return False
    return (change.before, change.after) == (seen.before, seen.after)
