"""Changes of the lists that a game stores in JSON fields (adjustments, saved rulings). Each
entry contains the number of the change that added it (`seq`)."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.models import Change, ChangeKind, Game
from scoring.services.game_changes import GameChange, apply_change
from scoring.services.transaction import Conflict, Submission, execute_once

Listed = list[dict[str, Any]]

_FIELDS = {ChangeKind.ADJUSTMENT: "adjustments", ChangeKind.RULING: "rulings"}


def add_listed(
    game: Game,
    kind: ChangeKind,
    facts: Mapping[str, Any],
    submission: Submission,
    check: Callable[[Listed], None],
) -> Change:
    """Add these facts to the list that belongs to this `kind` of change. While the game is
    locked, `check` gets the list before the change; it raises Conflict or IllegalRound to
    refuse the change. A submission that is sent again changes nothing."""
    field = _FIELDS[kind]

    def change() -> GameChange:
        game.refresh_from_db(fields=[field])
        listed = getattr(game, field) or []
        check(listed)
        return GameChange(kind, {field: [*listed, {"seq": game.version, **facts}]})

    def matches(known: Change) -> bool:
        listed = (known.after or {}).get(field) or [{}]
        return bool(listed[-1] == {"seq": known.number, **facts})

    return execute_once(
        game, submission, lambda: apply_change(game, change(), submission), matches
    )


def remove_listed(game: Game, kind: ChangeKind, seq: int, submission: Submission) -> Change:
    """Remove the entry that change `seq` added. Raises Conflict if it does not exist."""
    field = _FIELDS[kind]

    def change() -> GameChange:
        game.refresh_from_db(fields=[field])
        listed = getattr(game, field) or []
        left = [each for each in listed if each["seq"] != seq]
        if len(left) == len(listed):
            raise Conflict
        return GameChange(kind, {field: left or None})

    def matches(known: Change) -> bool:
        before, after = ((facts or {}).get(field) for facts in (known.before, known.after))
        removed = [each["seq"] for each in before or () if each not in (after or ())]
        return known.kind == kind and removed == [seq]

    return execute_once(
        game, submission, lambda: apply_change(game, change(), submission), matches
    )
