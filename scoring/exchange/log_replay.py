"""Checks the change log of a game in a file.

Undo can restore every state of the log, so each has to be a possible state of the game.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scoring.exchange import checks
from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_facts import Facts, from_file
from scoring.models import (
    MAX_REASON_LENGTH,
    SEAT_COLUMNS,
    SEAT_ID_COLUMNS,
    Agreement,
    Change,
    ChangeKind,
    Round,
)
from scoring.models.change import NOT_UNDOABLE
from scoring.rules import (
    BEST_OF,
    MAX_ADJUSTMENTS,
    Adjustment,
    ByTeam,
    Call,
    Ending,
    RoundNotes,
    RoundResult,
    Seat,
    final_standing,
)
from scoring.rules.rotation import Rotation
from scoring.rules.saved_ruling import MAX_DECISION_NOTE_LENGTH, MAX_SAVED_RULINGS, SavedRuling
from scoring.rules.sessions import MAX_PLAYERS
from scoring.rules.stakes import MAX_STAKE

Columns = dict[str, Any]
Player = Callable[[Any], int]

ROUND_KINDS = {
    ChangeKind.RECORD,
    ChangeKind.AMEND,
    ChangeKind.REMOVE,
    ChangeKind.UNDO,
    ChangeKind.REDO,
}
_TAKING_BACK = {ChangeKind.UNDO, ChangeKind.REDO}
GAME_FIELDS = {
    *Agreement().columns,
    *SEAT_COLUMNS.values(),
    *("agreement_change", "seating_number", "rotation_facts", "ending", "ending_reason"),
    *("adjustments", "rulings", "created", "final_a", "final_b", "deleted"),
}
ROUND_FIELDS = {
    *("first_out", "double_win", "card_points", "calls", "out_order", "transfer"),
    *("bombs", "straights", "note", "players"),
}
# More rounds than any plan has.
_MAX_PLANNED_ROUNDS = 2000


def stored_facts(data: Any, kind: ChangeKind, seq: int, player: Player) -> Facts | None:
    """Convert the facts of a change to those that are stored. Raises DamagedFile, or the errors
    of the rules for an impossible round."""
    if data is None:
        return None
    known = ROUND_FIELDS if seq else GAME_FIELDS
    if kind == ChangeKind.CALL:
        known = {"calls", "players"}
    # A change without facts that this release knows could not be undone.
    if not checks.record(data) or data.keys() - known:
        raise DamagedFile
    facts = from_file(data, player)
    if facts and len(set(facts.get("players", range(len(Seat))))) != len(Seat):
        raise DamagedFile
    if kind == ChangeKind.CALL:
        calls = [Call.from_dict(each).to_dict() for each in data["calls"]]
        if calls != data["calls"]:
            raise DamagedFile
    elif seq:
        read_round(facts)
    return facts


def check_columns(columns: Columns) -> None:
    """Check that a game can be in this state. The database checks much of it too. Raises
    DamagedFile, or the errors of the rules, if it cannot."""
    agreed = checks.agreement({name: columns[name] for name in Agreement().columns})
    ending = Ending(columns["ending"])
    if checks.text(columns["ending_reason"], MAX_REASON_LENGTH) and not ending:
        raise DamagedFile
    if len({columns[name] for name in SEAT_ID_COLUMNS.values()}) < len(Seat):
        raise DamagedFile
    checks.number(columns["seating_number"])
    checks.number(columns["agreement_change"])
    checks.optional_number(columns["stake"], MAX_STAKE)
    if columns["series"] and columns["best_of"] not in BEST_OF:
        raise DamagedFile
    _check_adjustments(columns["adjustments"])
    _check_rulings(columns["rulings"])
    if columns["rotation_facts"] is not None:
        _check_changing_partners(columns, agreed, ending)
    if (columns["final_a"], columns["final_b"]) != (None, None):
        _check_result(columns, agreed, ending)


def _check_changing_partners(columns: Columns, agreed: Agreement, ending: Ending) -> None:
    """Check that a game whose partners change can be in this state."""
    _check_rotation(columns["rotation_facts"])
    others = (agreed.target, agreed.lead, agreed.floor, agreed.time_limit)
    if agreed.fixed_rounds is None or any(each is not None for each in others):
        raise DamagedFile
    if ending not in {Ending.NONE, Ending.ABANDONED} or _is_of_two_teams(columns):
        raise DamagedFile


def _check_result(columns: Columns, agreed: Agreement, ending: Ending) -> None:
    """Check that a game without rounds can be in this state."""
    totals = columns["final_a"], columns["final_b"]
    a, b = (checks.number(each, -checks.MAX_INTEGER) for each in totals)
    final_standing(agreed.race, ByTeam(a, b))
    if ending or columns["rotation_facts"] or _is_of_two_teams(columns):
        raise DamagedFile


def _is_of_two_teams(columns: Columns) -> bool:
    """Whether the game has adjustments, a series or a stake, which only games of two teams with
    rounds have."""
    return any(columns[name] for name in ("adjustments", "series", "stake"))


def check_change_log(columns: Columns, rounds: Iterable[Round], changes: list[Change]) -> None:
    """Check that the changes result in these rounds and columns, and that they can be undone.
    Raises DamagedFile, or the errors of `check_columns`, if not."""
    _check_undo(changes)
    _check_rounds({each.seq: read_round(each.facts) for each in rounds}, changes)
    state = {**columns, "deleted": False}
    for change in reversed(changes):
        if change.changes_game:
            _take_back(state, change)


def _check_undo(changes: Iterable[Change]) -> None:
    """Check that each undo takes back the last change, and each redo the last undone change."""
    done: list[Change] = []
    undone: list[Change] = []
    for change in changes:
        if change.kind in NOT_UNDOABLE:
            continue
        if change.kind in _TAKING_BACK:
            there, other = (done, undone) if change.kind == ChangeKind.UNDO else (undone, done)
            target = there.pop()
            if (change.target, change.seq) != (target.number, target.seq):
                raise DamagedFile
            other.append(target)
        else:
            done.append(change)
            undone.clear()


def _check_rounds(rounds: Mapping[int, Facts], changes: Iterable[Change]) -> None:
    """Check that the changes of rounds result in these rounds. A round may have been recorded
    before the log began."""
    sheet: dict[int, Facts | None] = {}
    for change in changes:
        if change.seq:
            before = _without_players(change.before)
            if change.kind == ChangeKind.RECORD and (before or change.seq != change.number):
                raise DamagedFile
            if sheet.get(change.seq, before) != before:
                raise DamagedFile
            sheet[change.seq] = _without_players(change.after)
    if any(rounds.get(seq) != facts for seq, facts in sheet.items()):
        raise DamagedFile


def _without_players(facts: Facts | None) -> Facts | None:
    """Return the facts of a round without its players, because these may have become the
    players of the game."""
    return None if facts is None else read_round(facts)


def read_round(facts: Facts | None) -> Facts:
    """Return the facts of a round without its players. Raises DamagedFile, or the errors of the
    rules for an impossible round."""
    facts = facts or {}
    whole = RoundResult.from_dict(facts).to_dict() | RoundNotes.from_dict(facts).to_dict()
    if any(whole.get(name) != value for name, value in facts.items() if name != "players"):
        raise DamagedFile
    return whole


def _take_back(state: Columns, change: Change) -> None:
    """Set the state to the one before the change, and check that it is possible. Raises
    DamagedFile, or the errors of `check_columns`, if it is not."""
    before, after = change.before, change.after or {}
    if change.kind == ChangeKind.ENTRY:
        before = {} if before is None else before
    elif before is None or before.keys() != after.keys():
        raise DamagedFile
    for name, value in after.items():
        if (checks.moment(value) if name == "created" else value) != state[name]:
            raise DamagedFile
    read: dict[str, Callable[[Any], Any]]
    read = {"created": checks.moment, "deleted": checks.flag}
    for name, value in before.items():
        state[name] = read[name](value) if name in read else value
    check_columns(state)


def _check_adjustments(data: Any) -> None:
    if data is None:
        return
    if not checks.items(data, MAX_ADJUSTMENTS):
        raise DamagedFile
    for each in data:
        points = each["points"]
        if points.keys() != {"A", "B"} or any(
            type(value) is not int for value in points.values()
        ):
            raise DamagedFile
        checks.text(each["note"], checks.MAX_INTEGER)
        written = {"seq": checks.number(each["seq"], 1), **Adjustment.from_dict(each).to_dict()}
        if written != each:
            raise DamagedFile


def _check_rulings(data: Any) -> None:
    if data is None:
        return
    if not checks.items(data, MAX_SAVED_RULINGS):
        raise DamagedFile
    for each in data:
        checks.text(each["note"], MAX_DECISION_NOTE_LENGTH)
        written = {
            "seq": checks.number(each["seq"], 1),
            **SavedRuling.from_dict(each).to_dict(),
        }
        if written != each or checks.number(each["after"]) >= each["seq"]:
            raise DamagedFile


def _check_rotation(facts: Facts) -> None:
    numbers = {
        "rounds_each": 100,
        "cycles": 100,
        "in_all": _MAX_PLANNED_ROUNDS,
        "first": checks.MAX_ROUND_NUMBER,
    }
    for name, most in numbers.items():
        if name in facts:
            checks.number(facts[name], 1, most)
    fours = checks.items(facts.get("before", []), _MAX_PLANNED_ROUNDS)
    if any(len({*four}) != len(Seat) for four in fours):
        raise DamagedFile
    if "session" in facts:
        _check_session(facts["session"])
    if Rotation.from_dict(dict(facts)).to_dict() != facts:
        raise DamagedFile


def _check_session(data: Any) -> None:
    facts = checks.record(data)
    for name in ("seating", "seatings", "table"):
        checks.number(facts[name], 1, checks.MAX_SMALL_INTEGER)
    checks.items(facts["sitting_out"], MAX_PLAYERS)
    if uuid.UUID(facts["key"]).hex != facts["key"]:
        raise DamagedFile
