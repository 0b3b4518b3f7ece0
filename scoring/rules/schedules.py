"""Schedules of changing partners for 4 to 20 players, and the next round if no schedule
applies. Players are numbers. The first two players of a table are partners against the last
two."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

# Two partners, then their two opponents.
Table = tuple[int, int, int, int]

Rounds = tuple[tuple[Table, ...], ...]

# The number of rounds that are planned at most without a schedule.
MAX_PLANNED_ROUNDS = 10
# The number of players up to which all divisions into tables are tried.
EXHAUSTIVE_PLAYERS = 8
# The cost of seating two players again as partners, and as opponents.
PARTNER_WEIGHT, OPPONENT_WEIGHT = 10, 3


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """The tables of one round, and the players who sit out, in ascending order."""

    tables: tuple[Table, ...]
    sitting_out: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """All players of the round, table by table."""
        return tuple(player for table in self.tables for player in table)


def schedule(players: int) -> tuple[PlannedRound, ...]:
    """Return the shortest schedule for the players 0 to `players` - 1, at as many tables as
    they fill (with 6 and 7 at one). After its last round, it starts again.

    With 4, 5, 8, 9, 12, 13, 16, 17 and 20 players, each two are partners once and opponents
    twice. With 6 and 7, each player plays four rounds, and nobody has a partner twice. After
    any round, the numbers of rounds that two players have sat out differ by at most one, and
    nobody has sat out two rounds in a row. Raises ValueError for another number of players.
    """
    try:
        rounds = _SCHEDULES[players]
    except KeyError:
        raise ValueError(f"There is no schedule for {players} players.") from None
    return tuple(PlannedRound(tables, _without(range(players), tables)) for tables in rounds)


def tournament_splits() -> tuple[PlannedRound, ...]:
    """Return the three ways in which four players can be partners, in the order of tournaments:
    the first player with the second, the third, the fourth."""
    tables = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
    return tuple(PlannedRound((table,)) for table in tables)


@cache
def evening_rounds(players: int) -> tuple[PlannedRound, ...]:
    """Return the rounds of an evening of this number of players: their schedule; without one,
    as many rounds by `next_round` as there are other players, but at most MAX_PLANNED_ROUNDS.
    Raises ValueError for fewer than four players."""
    if players in _SCHEDULES:
        return schedule(players)
    rounds: list[PlannedRound] = []
    while len(rounds) < min(players - 1, MAX_PLANNED_ROUNDS):
        rounds.append(next_round(range(players), rounds))
    return tuple(rounds)


def next_round(
    present: Collection[int], played: Sequence[PlannedRound] = (), tables: int | None = None
) -> PlannedRound:
    """Return the next round of the players who are `present`, after the rounds `played`, at
    this number of `tables`; if it is None, at as many tables as the players fill.

    Players who sat out the last round play first; then those who have played the fewest rounds;
    then those whose last round out is more recent. Of all ways to seat these players, the one
    with the lowest cost is taken. Two partners cost PARTNER_WEIGHT times the square of their
    former rounds together. Two opponents cost OPPONENT_WEIGHT times the square of their former
    rounds against each other. With up to EXHAUSTIVE_PLAYERS present, no other seating costs
    less. With more players at the tables, none that results from exchanging two players costs
    less.

    Raises ValueError for fewer than four players for each table, or if a player is named twice.
    """
    everybody = sorted(present)
    count = len(everybody) // 4 if tables is None else tables
    if not 1 <= count <= len(everybody) // 4:
        raise ValueError("A table has four players.")
    if len(set(everybody)) < len(everybody):
        raise ValueError("A player sits once at a table.")
    costs = _Costs(played)
    ways = (
        (costs.of(seated), seated)
        for four in _fairest(everybody, played, 4 * count)
        for seated in _seatings(four, costs)
    )
    _, best = min(ways)
    return PlannedRound(best, _without(everybody, best))


class _Costs:
    """The costs of seating two players together again, or against each other again."""

    def __init__(self, played: Iterable[PlannedRound]) -> None:
        self.partners: Counter[frozenset[int]] = Counter()
        self.opponents: Counter[frozenset[int]] = Counter()
        for table in (table for each in played for table in each.tables):
            self.partners.update(map(frozenset, (table[:2], table[2:])))
            self.opponents.update(_against(table))

    def of(self, tables: Iterable[Table]) -> int:
        return sum(
            PARTNER_WEIGHT * sum(self.partners[frozenset(pair)] ** 2 for pair in pairs)
            + OPPONENT_WEIGHT * sum(self.opponents[pair] ** 2 for pair in _against(table))
            for table in tables
            for pairs in [(table[:2], table[2:])]
        )


def _against(table: Table) -> list[frozenset[int]]:
    a, b, c, d = table
    return [frozenset(pair) for pair in ((a, c), (a, d), (b, c), (b, d))]


def _fairest(
    everybody: list[int], played: Sequence[PlannedRound], seats: int
) -> Iterator[list[int]]:
    """Yield every choice of `seats` players that is as fair as any other. With more than
    EXHAUSTIVE_PLAYERS, yield only one choice."""
    rounds = Counter(player for each in played for player in each.players)
    last_out = {
        player: number for number, each in enumerate(played, 1) for player in each.sitting_out
    }

    def priority(player: int) -> tuple[bool, int, int]:
        """Return the sort key of a player; players with lower keys play first."""
        last = last_out.get(player, 0)
        return last != len(played) or not played, rounds[player], -last

    order = sorted(everybody, key=priority)
    limit = priority(order[seats - 1])
    certain = [player for player in order if priority(player) < limit]
    equal = [player for player in order if priority(player) == limit]
    if len(everybody) > EXHAUSTIVE_PLAYERS:
        del equal[seats - len(certain) :]
    for some in combinations(equal, seats - len(certain)):
        yield sorted([*certain, *some])


def _seatings(players: list[int], costs: _Costs) -> Iterator[tuple[Table, ...]]:
    """Yield the ways to divide these players among tables that are compared."""
    if len(players) <= EXHAUSTIVE_PLAYERS:
        yield from _all_seatings(players)
    else:
        yield _improved(players, costs)


def _all_seatings(players: list[int]) -> Iterator[tuple[Table, ...]]:
    """Yield every way to divide these players once. The player with the lowest number sits at
    the first table, and is named first there."""
    if not players:
        yield ()
        return
    first, *others = players
    for three in combinations(others, 3):
        rest = [player for player in others if player not in three]
        for partner in three:
            one, two = (player for player in three if player != partner)
            for following in _all_seatings(rest):
                yield ((first, partner, one, two), *following)


def _improved(players: list[int], costs: _Costs) -> tuple[Table, ...]:
    """Return a seating whose cost cannot be lowered by exchanging two players."""

    def tables(order: Sequence[int]) -> tuple[Table, ...]:
        return tuple(
            (order[at], order[at + 1], order[at + 2], order[at + 3])
            for at in range(0, len(order), 4)
        )

    order, best, improved = list(players), costs.of(tables(players)), True
    while improved:
        improved = False
        for one, other in combinations(range(len(order)), 2):
            swapped = list(order)
            swapped[one], swapped[other] = order[other], order[one]
            cost = costs.of(tables(swapped))
            if cost < best:
                order, best, improved = swapped, cost, True
    return tables(order)


def _without(players: Iterable[int], tables: Iterable[Table]) -> tuple[int, ...]:
    """Return the players who sit at none of the tables, in ascending order."""
    seated = {player for table in tables for player in table}
    return tuple(sorted(set(players) - seated))


def _cyclic(modulus: int, *tables: Table, shifts: Iterable[int] = ()) -> Rounds:
    """Return the tables of the first round, then the same tables with every number one higher,
    and so on. The number `modulus` does not change. `shifts` is the order of the rounds, if it
    matters."""

    def shifted(player: int, shift: int) -> int:
        return player if player == modulus else (player + shift) % modulus

    return tuple(
        tuple(
            (shifted(a, by), shifted(b, by), shifted(c, by), shifted(d, by))
            for a, b, c, d in tables
        )
        for by in shifts or range(modulus)
    )


# Seven players sit out evenly in this order, three at a time.
_BY_THREE = (0, 3, 6, 2, 5, 1, 4)

# Found by a search, and verified by a test. The rounds are in an order in which all players sit
# out evenly.
_SCHEDULES: dict[int, Rounds] = {
    4: _cyclic(3, (3, 0, 1, 2)),
    5: _cyclic(5, (1, 4, 2, 3)),
    6: (
        ((5, 3, 0, 1),), ((4, 1, 2, 0),), ((3, 4, 5, 2),),
        ((3, 0, 1, 2),), ((4, 5, 3, 1),), ((4, 2, 5, 0),),
    ),
    7: _cyclic(7, (0, 3, 1, 2), shifts=_BY_THREE),
    8: _cyclic(7, (7, 0, 1, 3), (2, 6, 4, 5)),
    9: (
        ((1, 2, 3, 6), (4, 8, 5, 7)), ((2, 0, 4, 7), (5, 6, 3, 8)),
        ((0, 1, 5, 8), (3, 7, 4, 6)), ((4, 5, 6, 0), (7, 2, 8, 1)),
        ((5, 3, 7, 1), (8, 0, 6, 2)), ((3, 4, 8, 2), (6, 1, 7, 0)),
        ((7, 8, 0, 3), (1, 5, 2, 4)), ((8, 6, 1, 4), (2, 3, 0, 5)),
        ((6, 7, 2, 5), (0, 4, 1, 3)),
    ),
    12: _cyclic(11, (11, 0, 1, 3), (2, 9, 6, 7), (4, 10, 5, 8)),
    13: _cyclic(13, (1, 4, 2, 7), (3, 12, 6, 8), (5, 11, 9, 10)),
    16: _cyclic(15, (15, 0, 1, 2), (3, 6, 9, 11), (4, 13, 8, 12), (5, 10, 7, 14)),
    17: _cyclic(17, (1, 7, 2, 3), (4, 8, 12, 15), (5, 10, 11, 13), (6, 14, 9, 16)),
    20: _cyclic(
        19, (19, 0, 1, 2), (3, 5, 9, 15), (4, 14, 12, 17), (6, 18, 10, 13), (7, 11, 8, 16)
    ),
}  # fmt: skip
