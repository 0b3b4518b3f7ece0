"""Compares a stored game with the same game of a log, and finds out which has later changes."""

from collections.abc import Iterable, Sequence
from enum import StrEnum, auto
from typing import Any

from scoring.exchange import checks
from scoring.exchange.log_replay import read_round
from scoring.models import SEAT_ID_COLUMNS, Agreement, Change, Game, Round
from scoring.services.logged_group import LoggedGame

# Columns that a game has from its start, and that only a change can alter.
_FIELDS = [
    *Agreement().columns,
    *("created", "agreement_change", "rotation_facts", "series", "best_of", "series_number"),
    *("stake", "ending", "ending_reason", "adjustments", "rulings", "final_a", "final_b"),
]
# If partners change, every round alters these columns without a change of its own.
_SEATING = ["seating_number", *SEAT_ID_COLUMNS.values()]


class MergeVerdict(StrEnum):
    """The result of the comparison of a game of a log with the games of the group."""

    NEW = auto()
    EQUAL = auto()
    LONGER = auto()  # the log has all changes of the stored game, and more
    SHORTER = auto()  # the stored game has all changes of the log, and more
    DIVERGED = auto()  # the two have different changes, or started differently


def compare(stored: Game, logged: LoggedGame) -> MergeVerdict:
    """Compare the game of the log with the stored game of the same id.

    A rematch raises the version of the game that it follows, without a change. So if the
    changes are equal, the game with the higher version is the longer one.
    """
    ours, theirs = list(stored.changes.all()), logged.changes
    if any(_facts(one) != _facts(other) for one, other in zip(ours, theirs, strict=False)):
        return MergeVerdict.DIVERGED
    if _start(stored, stored.rounds.all(), ours) != _start(logged.game, logged.rounds, theirs):
        return MergeVerdict.DIVERGED
    here, there = (len(ours), stored.version), (len(theirs), logged.game.version)
    if here == there:
        return MergeVerdict.EQUAL
    return MergeVerdict.LONGER if there > here else MergeVerdict.SHORTER


def _facts(change: Change) -> tuple[Any, ...]:
    """Return all facts of a change except its author."""
    return (
        change.number,
        change.key,
        change.kind,
        change.seq,
        change.round_number,
        change.before,
        change.after,
        change.target,
        change.at,
    )


def _start(
    game: Game, rounds: Iterable[Round], changes: Sequence[Change]
) -> tuple[dict[str, Any], dict[int, Any]]:
    """Return the columns of the game and the facts of its rounds as they were before these
    changes. A round may have been recorded before the log of its game began."""
    fields = _FIELDS if game.rotation_facts else [*_FIELDS, *_SEATING]
    columns = {name: getattr(game, name) for name in fields}
    sheet = {each.seq: read_round(each.facts) for each in rounds}
    for change in reversed(changes):
        if change.changes_game:
            before = change.before or {}
            columns |= {name: value for name, value in before.items() if name in columns}
        elif change.seq and change.before:
            sheet[change.seq] = read_round(change.before)
        elif change.seq:
            sheet.pop(change.seq, None)
    if isinstance(columns["created"], str):
        columns["created"] = checks.moment(columns["created"])
    return columns, sheet
