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
    """The row of a change that this submission makes, not stored yet, numbered by the version
    of the game, which is locked. `columns` are the others of `Change`; without `seq` and
    `round_number` it is the change of no round, and without `at` it is made now."""
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
    """Add a row to the log; see `change_row`. To be called in the transaction that makes the
    change."""
    change = change_row(game, kind, submission, **columns)
    change.save(force_insert=True)
    return change
