"""How the round in progress is told: call by call and card by card, in the game's turn."""

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import IntegrityError
from django.utils import timezone

from scoring.models.change import Change, Kind
from scoring.models.step import Conflict
from scoring.models.writing import writing
from scoring.rules import IllegalRound, RoundInProgress

if TYPE_CHECKING:
    from scoring.models.game import Game


def tell(
    game: "Game",
    change: Callable[[RoundInProgress], RoundInProgress],
    *,
    key: uuid.UUID,
    after: int,
    by: int,
) -> RoundInProgress:
    """Carry out `Game.tell`. Raises Conflict, and what `change` raises."""
    try:
        with writing():
            return _tell(game, change, key=key, after=after, by=by)
    except (IllegalRound, IntegrityError):
        game.look_again()
        if not game.changes.filter(key=key).exists():
            raise
        game.told_at = game.version
        return game.in_progress


def _tell(
    game: "Game",
    change: Callable[[RoundInProgress], RoundInProgress],
    *,
    key: uuid.UUID,
    after: int,
    by: int,
) -> RoundInProgress:
    game.wait_for_turn()
    game.told_at = game.version
    if game.last_seq != after or game.end.standing.over:
        raise Conflict
    before = game.in_progress
    now = change(before)
    if now.calls != before.calls:
        game.version += 1
        _log_calls(game, before, now, key=key, by=by)
    if now != before:
        game.keep(now, after=after)
    return now


def _log_calls(
    game: "Game", before: RoundInProgress, now: RoundInProgress, *, key: uuid.UUID, by: int
) -> None:
    Change.objects.create(
        group_id=game.group_id,
        game=game,
        number=game.version,
        kind=Kind.CALL,
        seq=0,
        round_number=game.end.next_number,
        before={"calls": [call.facts() for call in before.calls]},
        after={"calls": [call.facts() for call in now.calls]},
        key=key,
        device_id=by,
        at=timezone.now(),
    )
