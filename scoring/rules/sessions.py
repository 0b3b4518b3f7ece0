"""An evening of eight and more players at several tables: who sits where next."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from scoring.rules.schedules import PlannedRound, Table, evening_rounds, next_round

MIN_PLAYERS, MAX_PLAYERS = 8, 20
# How many rounds a table can play before everybody changes seats.
ROUNDS_EACH = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class SessionTable:
    """The table of a session that a game is. `key` is that of the session in hexadecimal
    digits, `seating` says how often everybody has been seated, 1 at first, and `seatings` how
    often they will be as planned; `table` is the number of the table, from 1 on, and
    `sitting_out` are those who play at none of them meanwhile. Raises ValueError for other
    numbers."""

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
        """As it is stored."""
        return {
            "key": self.key,
            "seating": self.seating,
            "seatings": self.seatings,
            "table": self.table,
            "sitting_out": list(self.sitting_out),
        }

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        return cls(
            facts["key"],
            facts["seating"],
            facts["seatings"],
            facts["table"],
            tuple(facts["sitting_out"]),
        )


def planned_seatings(players: int) -> int:
    """After how many seatings everybody has met: see `evening_rounds`. Raises ValueError for
    fewer than four players."""
    return len(evening_rounds(players))


def next_seating(
    present: Sequence[int], played: Sequence[PlannedRound] = (), tables: int | None = None
) -> PlannedRound:
    """The next seating of those who are `present`, at so many `tables`, or as many as they
    fill, after the seatings `played`.

    As long as all tables are filled and nobody has come or left, that is the next round of the
    schedule for so many players, if there is one; else the next by cost (`next_round`). Before
    the first seating the order of `present` is that of the schedule's players. Raises
    ValueError as `next_round` does.
    """
    full = tables in {None, len(present) // 4}
    planned = _scheduled(present, played) if full else None
    return planned or next_round(present, played, tables)


def tables_for(players: int, before: PlannedRound) -> int:
    """At how many tables so many play on: as many as they fill, or no more than `before` where
    there were fewer than could be filled."""
    filled = (len(before.players) + len(before.sitting_out)) // 4
    most = players // 4
    return most if len(before.tables) >= filled else min(most, len(before.tables))


def _scheduled(present: Collection[int], played: Sequence[PlannedRound]) -> PlannedRound | None:
    """The round of the schedule that follows these, None if they are not its first ones."""
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
