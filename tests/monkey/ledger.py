"""Compares the change log with what was tapped: nothing confirmed is lost, nothing counts
twice."""

import json
import sqlite3
import uuid
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.monkey.game import Acknowledged
from tests.server import Server

QUERY = """
    SELECT number, kind, key, after FROM scoring_change
    WHERE game_id = (SELECT id FROM scoring_game WHERE key = {}) ORDER BY number
"""


@dataclass(frozen=True)
class Entry:
    """A change as it is in the log. `scored` are the left team's card points or "double"."""

    number: int
    kind: str
    key: str
    scored: str


def read_log(server: Server, game: str) -> list[Entry]:
    """Read the change log of a game from the database."""
    return [
        Entry(number, kind, str(uuid.UUID(str(key))), scored(after))
        for number, kind, key, after in rows(server, game)
    ]


def rows(server: Server, game: str) -> list[tuple[Any, ...]]:
    if database := server.env.get("DATABASE_URL"):
        with psycopg.connect(database) as postgres:
            return postgres.execute(QUERY.format("%s"), [uuid.UUID(game)]).fetchall()
    path = Path(server.env["DATA_DIR"]) / "tichu.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        found: list[tuple[Any, ...]] = connection.execute(
            QUERY.format("?"), [uuid.UUID(game).hex]
        ).fetchall()
        return found


def scored(after: Any) -> str:
    facts = json.loads(after) if isinstance(after, str) else after
    if not facts or "first_out" not in facts:
        return ""
    points = facts["card_points"]
    return "double" if points is None else str(points["A"])


@dataclass
class Ledger:
    """The taps of one game on keys that record, and the rounds that were shown as unsent.

    `intended` counts taps by what they score; the second tap of a double tap does not count.
    `unsent` are rounds that a page showed as unsent, in the words of its list. `dropped` counts
    the taps after which such a round need not be on the sheet.
    """

    intended: Counter[str] = field(default_factory=Counter)
    unsent: Counter[str] = field(default_factory=Counter)
    dropped: int = 0

    def faults(self, log: list[Entry], acknowledged: list[Acknowledged]) -> list[str]:
        """Return the errors of the log."""
        recorded = Counter(entry.scored for entry in log if entry.kind == "record")
        keys = {entry.number: entry.key for entry in log}
        numbers = [entry.number for entry in log]
        faults = [
            f"recorded without a tap: {points}"
            for points in (recorded - self.intended).elements()
        ]
        faults += [
            f"confirmed and not in the log: change {each.number}, key {each.key}"
            for each in acknowledged
            if each.number not in keys or each.key not in {None, keys[each.number]}
        ]
        if numbers != [*range(1, len(numbers) + 1)]:
            faults.append(f"changes are not counted one by one: {numbers}")
        return faults

    def lost(self, rounds: list[str]) -> list[str]:
        """Return the unsent rounds that are not on the sheet, if these are more than were
        dropped. Empty if nothing was lost. Clears `unsent`."""
        missing = self.unsent - Counter(rounds)
        self.unsent.clear()
        return [*missing.elements()] if missing.total() > self.dropped else []
