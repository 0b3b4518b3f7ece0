"""Update the round in progress: calls, places, counted cards, bombs and a note."""

from collections.abc import Callable
from typing import NamedTuple

from django.db import IntegrityError

from scoring.models import ChangeKind, Game
from scoring.rules import IllegalRound, RoundInProgress
from scoring.services.change_log import log_game_change
from scoring.services.transaction import (
    Conflict,
    Submission,
    lock_game,
    reload,
    write_transaction,
)


class ProgressUpdate(NamedTuple):
    """The round in progress after an update, and the game's revision before it."""

    progress: RoundInProgress
    previous_revision: int


def update_progress(
    game: Game,
    change: Callable[[RoundInProgress], RoundInProgress],
    submission: Submission,
    *,
    after: int,
) -> ProgressUpdate:
    """Replace the round in progress by the result of `change` for it. `after` is the `seq` of
    the last round that the phone showed.

    Calls that are made or taken back are logged with the key of the submission, so that a
    submission that is sent again changes nothing. Raises Conflict if `after` is no longer the
    last round, if the seating differs from that on the phone, or if the game is over.
    Exceptions of `change` are raised too.
    """
    try:
        with write_transaction():
            lock_game(game)
            moved = submission.seating_number not in {None, game.seating_number}
            if moved or game.last_seq != after or game.summary.standing.over:
                raise Conflict
            previous, before = game.revision, game.in_progress
            now = change(before)
            if now.calls != before.calls:
                game.version += 1
                _log_calls(game, before, now, submission)
            if now != before:
                game.revision += 1
                was_recorded = game.was_recorded(after=after)
                save_progress(game, now, after=after, was_recorded=was_recorded)
            return ProgressUpdate(now, previous)
    except (IllegalRound, IntegrityError):
        reload(game)
        if not game.changes.filter(key=submission.key).exists():
            raise
        return ProgressUpdate(game.in_progress, game.revision)


def save_progress(
    game: Game, progress: RoundInProgress, *, after: int, was_recorded: bool = False
) -> None:
    """Store the round in progress, which follows round `after`, with the game's version and
    revision. `was_recorded` says whether the round was recorded before and the recording was
    undone. The game must be locked."""
    game.progress = {"after": after, **progress.to_dict()}
    if was_recorded:
        game.progress["was_recorded"] = True
    Game.objects.filter(pk=game.pk).update(
        version=game.version, revision=game.revision, progress=game.progress
    )


def _log_calls(
    game: Game, before: RoundInProgress, now: RoundInProgress, submission: Submission
) -> None:
    # If partners change, other players play the next round, so the log needs the players.
    players = {"players": list(game.players)} if game.rotation else {}
    log_game_change(
        game,
        ChangeKind.CALL,
        submission,
        round_number=game.summary.next_number,
        before={"calls": [call.to_dict() for call in before.calls]},
        after={"calls": [call.to_dict() for call in now.calls], **players},
    )
