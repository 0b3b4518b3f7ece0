"""Rulings on cards that a table saves with the round in which they were asked for."""

from scoring.models import Change, ChangeKind, Game
from scoring.rules import IllegalRound
from scoring.rules.saved_ruling import MAX_SAVED_RULINGS, SavedRuling
from scoring.services.listed_facts import Listed, add_listed, remove_listed
from scoring.services.transaction import Conflict, Submission


def save_ruling(game: Game, ruling: SavedRuling, submission: Submission) -> Change:
    """Save a ruling. A submission that is sent again changes nothing. Raises IllegalRound
    (TOO_MANY_RULINGS), and Conflict if the game already has this ruling, or if the round before
    it is no longer on the sheet."""
    facts = ruling.to_dict()

    def check(rulings: Listed) -> None:
        if ruling.after and game.sheet.row(ruling.after) is None:
            raise Conflict
        if any(each == {"seq": each["seq"], **facts} for each in rulings):
            raise Conflict
        if len(rulings) >= MAX_SAVED_RULINGS:
            raise IllegalRound("TOO_MANY_RULINGS", most=MAX_SAVED_RULINGS)

    return add_listed(game, ChangeKind.RULING, facts, submission, check)


def remove_ruling(game: Game, seq: int, submission: Submission) -> Change:
    """Remove the ruling that change `seq` saved. Raises Conflict if it does not exist."""
    return remove_listed(game, ChangeKind.RULING, seq, submission)
