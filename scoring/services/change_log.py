"""Write the change log of a game."""

from typing import Any

from django.utils import timezone

from scoring.models import Change, Game
from scoring.services.transaction import Submission


def change_row(
    game: Game,
    kind: str,
    submission: Submission,
    *,
    seq: int = 0,
    round_number: int = 0,
    **columns: Any,
) -> Change:
    """Return an unsaved row of the log for the change that this submission makes. The game must
    be locked; its version is the number of the change. `columns` are further columns of
    `Change`. Without `seq` and `round_number` the change belongs to no round. `at` defaults to
    the present time."""
    return Change(
        group_id=game.group_id,
        game=game,
        number=game.version,
        kind=kind,
        key=submission.key,
        device_id=submission.device_id,
        seq=seq,
        round_number=round_number,
        **{"at": timezone.now(), **columns},
    )


def log_game_change(game: Game, kind: str, submission: Submission, **columns: Any) -> Change:
    """Add a row to the log (see `change_row`). Call this in the transaction that makes the
    change."""
    change = change_row(game, kind, submission, **columns)
    change.save(force_insert=True)
    return change
