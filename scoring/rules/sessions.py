"""An evening of eight or more players at several tables: the seating of the next rounds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from scoring.rules.schedules import PlannedRound, Table, evening_rounds, next_round

MIN_PLAYERS, MAX_PLAYERS = 8, 20
# The numbers of rounds that each table can play before all players change seats.
ROUNDS_EACH = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class SessionTable:
    """The table of a session at which a game is played.

    `key` is the key of the session in hexadecimal digits. `seating` is the number of its
    seating, from 1, and `seatings` the number of seatings that are planned. `table` is the
    number of the table, from 1, and `sitting_out` are the players who play at none of the
    tables in this seating. Raises ValueError for other numbers.
    """

    key: str
    seating: int
    seatings: int
    table: int
    sitting_out: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if min(self.seating, self.seatings, self.table) < 1:
            raise ValueError("Seatings and tables are counted from 1.")
        if len(set(self.sitting_out)) < len(self.sitting_out):
            raise ValueError("A player sits out once.")

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `from_dict` reads, as it is stored."""
        return {
            "key": self.key,
            "seating": self.seating,
            "seatings": self.seatings,
            "table": self.table,
            "sitting_out": list(self.sitting_out),
        }

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Return the table that `to_dict` has written."""
        return cls(
            facts["key"],
            facts["seating"],
            facts["seatings"],
            facts["table"],
            tuple(facts["sitting_out"]),
        )


def planned_seatings(players: int) -> int:
    """Return the number of seatings that are planned for this number of players: see
    `evening_rounds`. Raises ValueError for fewer than four players."""
    return len(evening_rounds(players))


def next_seating(
    present: Sequence[int], played: Sequence[PlannedRound] = (), tables: int | None = None
) -> PlannedRound:
    """Return the next seating of the players who are `present`, after the seatings `played`, at
    this number of `tables`; if it is None, at as many tables as the players fill.

    If all tables are filled and nobody has come or left, this is the next round of
    `evening_rounds`. Otherwise it is the next round by cost (`next_round`). Before the first
    seating, the order of `present` is that of the players of the schedule. Raises ValueError as
    `next_round` does.
    """
    full = tables in {None, len(present) // 4}
    planned = _scheduled(present, played) if full else None
    return planned or next_round(present, played, tables)


def tables_for(players: int, before: PlannedRound) -> int:
    """Return the number of tables at which this number of players continue: as many as they
    fill. If fewer tables were used `before` than the players of that time could fill, it is at
    most the same number."""
    filled = (len(before.players) + len(before.sitting_out)) // 4
    most = players // 4
    return most if len(before.tables) >= filled else min(most, len(before.tables))


def _scheduled(present: Collection[int], played: Sequence[PlannedRound]) -> PlannedRound | None:
    """Return the round that follows `played` in `evening_rounds`; None if `played` are not its
    first rounds, or if fewer than four players are present."""
    if len(present) < 4:
        return None
    rounds = evening_rounds(len(present))
    order = list(present)
    if played:
        numbers = [*rounds[0].players, *rounds[0].sitting_out]
        seated = [*played[0].players, *played[0].sitting_out]
        if len(seated) != len(order) or set(seated) != set(order):
            return None
        order = [player for _, player in sorted(zip(numbers, seated, strict=True))]

    def of(number: int) -> PlannedRound:
        planned = rounds[number % len(rounds)]
        out = tuple(sorted(order[player] for player in planned.sitting_out))
        return PlannedRound(tuple(_named(table, order) for table in planned.tables), out)

    if any(_pairs(of(number)) != _pairs(each) for number, each in enumerate(played)):
        return None
    return of(len(played))


def _named(table: Table, order: Sequence[int]) -> Table:
    a, b, c, d = (order[player] for player in table)
    return a, b, c, d


def _pairs(planned: PlannedRound) -> set[frozenset[frozenset[int]]]:
    """The pairs of partners at each table."""
    return {frozenset([frozenset(table[:2]), frozenset(table[2:])]) for table in planned.tables}
