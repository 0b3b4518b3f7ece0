"""Adjustments of a game's points in addition to its rounds."""

from scoring.models import Change, ChangeKind, Game
from scoring.rules import MAX_ADJUSTMENTS, Adjustment, IllegalRound
from scoring.services.listed_facts import Listed, add_listed, remove_listed
from scoring.services.transaction import Conflict, Submission


def add_adjustment(
    game: Game, adjustment: Adjustment, submission: Submission, *, after: int
) -> Change:
    """Add an adjustment; `after` is the `seq` of the last round on the phone. A submission that
    is sent again changes nothing. Raises Conflict if another round came first, and IllegalRound
    (TOO_MANY_ADJUSTMENTS)."""

    def check(adjustments: Listed) -> None:
        if game.last_seq != after:
            raise Conflict
        if len(adjustments) >= MAX_ADJUSTMENTS:
            raise IllegalRound("TOO_MANY_ADJUSTMENTS", most=MAX_ADJUSTMENTS)

    facts = adjustment.to_dict()
    return add_listed(game, ChangeKind.ADJUSTMENT, facts, submission, check)


def remove_adjustment(game: Game, seq: int, submission: Submission) -> Change:
    """Remove the adjustment that change `seq` made. Raises Conflict if it does not exist."""
    return remove_listed(game, ChangeKind.ADJUSTMENT, seq, submission)
