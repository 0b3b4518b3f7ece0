"""Reads one game of a log, and checks everything on which the rules and the pages rely.

The score sheet has to be possible by the rules, and the changes of the log have to result in
it.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scoring.exchange import checks
from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_replay import (
    ROUND_KINDS,
    Columns,
    check_change_log,
    check_columns,
    stored_facts,
)
from scoring.models import SEAT_ID_COLUMNS, Change, ChangeKind, Game, Round, ScoreSheet
from scoring.models.player_facts import replace_rotation_players
from scoring.models.scoresheet import in_order
from scoring.rules import BySeat, Ending, RoundInProgress, RoundNotes, RoundResult, Seat, Team
from scoring.services.logged_group import LoggedGame

# The limits for a game of whose rounds only the points are known.
_MAX_ROUNDS, _MAX_POINTS = 20_000, 10_000


@dataclass(frozen=True, slots=True)
class PrimaryKeys:
    """The primary keys of players and authors, by their ids in the file."""

    players: Mapping[uuid.UUID, int]
    authors: Mapping[uuid.UUID, int]

    def player(self, data: Any) -> int:
        return self.players[checks.log_id(data)]

    def four(self, data: Any) -> BySeat[int]:
        """Return four different players in playing order. Raises DamagedFile for others."""
        players = BySeat(*map(self.player, checks.items(data)))
        if len(set(players)) < len(Seat):
            raise DamagedFile
        return players

    def author(self, data: Any) -> int:
        return self.authors[checks.log_id(data)]


def read_game(
    data: Any,
    players: Mapping[uuid.UUID, int],
    authors: Mapping[uuid.UUID, int],
    unknown: Mapping[str, Any],
) -> LoggedGame:
    """Return the game, which is not stored yet, with its `unknown` properties. Raises
    DamagedFile, IllegalRound, or another error for a value of a wrong type."""
    facts, keys = checks.record(data), PrimaryKeys(players, authors)
    columns = _columns(facts, keys)
    check_columns(columns)
    game = Game(**columns | _counters(facts))
    rounds = [_round(each, game, keys) for each in checks.items(facts["rounds"])]
    _check_sheet(game, rounds)
    changes = [_change(each, game, keys) for each in checks.items(facts["changes"])]
    if any(one.number >= other.number for one, other in pairwise(changes)):
        raise DamagedFile
    if len({each.key for each in changes}) < len(changes):
        raise DamagedFile
    check_change_log(columns, rounds, changes)
    earlier = facts["rematch_of"]
    follows = None if earlier is None else checks.log_id(earlier)
    return LoggedGame(game, follows, rounds, changes, unknown)


def _columns(facts: Mapping[str, Any], keys: PrimaryKeys) -> Columns:
    """Return the columns of the game. Its rounds and changes have to be consistent with
    them."""
    totals, series = facts["final_totals"], facts["series"]
    seats = keys.four(facts["seats"])
    return {
        "key": checks.log_id(facts["id"]),
        "created": checks.moment(facts["started"]),
        **checks.agreement(facts["agreement"]).columns,
        "agreement_change": checks.number(facts["agreement_change"]),
        **{SEAT_ID_COLUMNS[seat]: player for seat, player in seats.items()},
        "seating_number": checks.number(facts["seating_number"]),
        "rotation_facts": replace_rotation_players(facts["rotation"], keys.player),
        "series": series and checks.log_id(series["id"]),
        "best_of": series and checks.number(series["best_of"]),
        "series_number": series
        and checks.number(series["number"], 1, checks.MAX_SERIES_NUMBER),
        "stake": facts["stake"],
        "ending": facts["ending"],
        "ending_reason": facts["ending_reason"],
        "adjustments": facts["adjustments"],
        "rulings": facts.get("rulings"),
        "final_a": totals and checks.number(totals["A"], -checks.MAX_INTEGER),
        "final_b": totals and checks.number(totals["B"], -checks.MAX_INTEGER),
        "round_points": _round_points(facts.get("round_points")) if totals else None,
    }


def _round_points(data: Any) -> list[list[int]] | None:
    """Return the points of both teams in each round, for a game of whose rounds only the points
    are known. Raises DamagedFile if they are invalid."""
    if data is None:
        return None
    pairs = [checks.items(pair, 2) for pair in checks.items(data, _MAX_ROUNDS)]
    if not pairs or any(len(pair) != len(Team) for pair in pairs):
        raise DamagedFile
    return [[checks.number(each, -_MAX_POINTS, _MAX_POINTS) for each in pair] for pair in pairs]


def _counters(facts: Mapping[str, Any]) -> dict[str, Any]:
    version = checks.number(facts["version"], 0, checks.MAX_VERSION)
    progress = facts["progress"]
    if progress is not None:
        after = checks.number(checks.record(progress)["after"])
        read = RoundInProgress.from_dict(progress)
        if {"after": after, **read.to_dict()} != progress:
            raise DamagedFile
    return {"version": version, "revision": version, "progress": progress}


def _round(data: Any, game: Game, keys: PrimaryKeys) -> Round:
    facts = checks.record(data["facts"])
    result, notes = RoundResult.from_dict(facts), RoundNotes.from_dict(facts)
    if result.to_dict() | notes.to_dict() != facts:
        raise DamagedFile
    row = Round(
        seq=checks.number(data["seq"], 1, game.version),
        version=checks.number(data["version"], 1, game.version),
        recorded=checks.moment(data["recorded"]),
    )
    row.set_players(None if data["seats"] is None else keys.four(data["seats"]))
    row.assign(result, notes, game.house_rules)
    if {"A": row.points_a, "B": row.points_b} != data["points"]:
        raise DamagedFile
    return row


def _check_sheet(game: Game, rounds: list[Round]) -> None:
    numbers = [each.seq for each in rounds]
    own_players = all(each.players for each in rounds)
    if numbers != sorted(set(numbers)) or (game.rotation and not own_players):
        raise DamagedFile
    if game.final_totals is None:
        entries = in_order([*rounds, *game.placed_adjustments])
        ScoreSheet(game.race, entries, ending=Ending(game.ending))
    elif rounds or game.progress:
        raise DamagedFile


def _change(data: Any, game: Game, keys: PrimaryKeys) -> Change:
    kind, seq = ChangeKind(data["kind"]), checks.number(data["seq"], 0, game.version)
    if seq and kind not in ROUND_KINDS:
        raise DamagedFile
    number = checks.number(data["number"], 1, game.version)
    takes_back = kind in {ChangeKind.UNDO, ChangeKind.REDO}
    return Change(
        key=checks.log_id(data["id"]),
        number=number,
        kind=kind,
        seq=seq,
        round_number=checks.number(data["round_number"]),
        before=stored_facts(data["before"], kind, seq, keys.player),
        after=stored_facts(data["after"], kind, seq, keys.player),
        target=checks.number(data["target"], 1, number) if takes_back else None,
        device_id=keys.author(data["by"]),
        at=checks.moment(data["at"]),
    )
