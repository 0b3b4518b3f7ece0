"""The chances of a game: how likely a team wins from here, by the rules and how rounds end.

Both teams are taken to be equally strong, and a draw counts as half a win. So a tie is worth
the same whether they play on or not, and the chances of both teams add to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from scoring.rules import POINTS_STEP, Race, Standing, State, Team
from scoring.stats.frequencies import outcomes
from scoring.stats.lattice import LAYER, LEAD, Lattice, Row, Shares

# How often pairs of round scores were seen: team A's, team B's, rounds.
Sample: TypeAlias = tuple[tuple[int, int, int], ...]
Table: TypeAlias = tuple[Row, ...]

PRIOR_ROUNDS = 300  # what the published frequencies weigh
FARTHEST_TARGET = 3000
MOST_ROUNDS = 50

_USUAL = 1000  # a table reaches at least so far, so that games to fewer points share it
_SPARE = 500  # points that both totals together may lie under 0 and still be told apart


def blend(sample: Sample) -> dict[tuple[int, int], float]:
    """How likely each pair of round scores is where these rounds were played: the published
    frequencies count as PRIOR_ROUNDS rounds, and the sample on top of them.

    Which side of the table is team A means nothing, so every round counts both ways round.
    """
    weights = {points: PRIOR_ROUNDS * share for points, share in outcomes().items()}
    for a, b, rounds in sample:
        weights[a, b] = weights.get((a, b), 0) + rounds
    whole = 2 * sum(weights.values())
    shares: dict[tuple[int, int], float] = {}
    for (a, b), weight in weights.items():
        for points in ((a, b), (b, a)):
            shares[points] = shares.get(points, 0) + weight / whole
    return shares


class Ending(NamedTuple):
    """What races have in common that have one table of chances.

    `offset` is how many points are missing on the first layer, 1 to 100, by both teams together
    and counted up to the target; 0 stands for a fixed number of rounds. `layers` is how far
    back from the end chances are told apart, in hundreds of points or in rounds.
    """

    offset: int
    layers: int

    @classmethod
    def of(cls, race: Race) -> Self | None:
        """None for a race too long for chances: beyond FARTHEST_TARGET or MOST_ROUNDS."""
        if race.fixed_rounds is not None:
            return cls(0, race.fixed_rounds) if race.fixed_rounds <= MOST_ROUNDS else None
        if race.target > FARTHEST_TARGET:
            return None
        offset = (2 * _target(race) - 1) % LAYER + 1
        reach = 2 * max(race.target, _USUAL) + _SPARE
        return cls(offset, (reach - offset) // LAYER + 1)

    def solve(self, shares: Shares) -> Table:
        """The table, row by row as Chances reads it. Takes some 0.5 s up to a target of 1000,
        and 1.5 s for the farthest."""
        return Lattice(self.offset, self.layers, shares).solve()


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of a game with this race, by the table of its ending."""

    race: Race
    table: Table

    def of(self, standing: Standing) -> float:
        """The chance of team A, from 0 to 1: what became of it, if the game is over."""
        if standing.leader is None:
            return 0.5
        ahead = 1.0 if standing.state is State.WON else self._ahead(standing)
        return ahead if standing.leader is Team.A else 1 - ahead

    def along(self, a: Sequence[int], b: Sequence[int]) -> list[float]:
        """The chance of team A after every round but the last, of which the teams scored so
        many points: what `of` says, of many games in little time. Where nobody won before."""
        goal, rows = 2 * _target(self.race) - 1, self.table
        chances = []
        total_a = total_b = 0
        for one, other in zip(a[:-1], b[:-1], strict=True):
            total_a, total_b = total_a + one, total_b + other
            lead = total_a - total_b
            row = rows[min((goal - total_a - total_b) // LAYER, len(rows) - 1)]
            place = abs(lead) // LEAD
            ahead = row[place] if place < len(row) else 1.0
            chances.append(0.5 if lead == 0 else ahead if lead > 0 else 1 - ahead)
        return chances

    def _ahead(self, standing: Standing) -> float:
        row = self.table[min(self._layer(standing), len(self.table) - 1)]
        place = standing.lead // LEAD
        return row[place] if place < len(row) else 1.0

    def _layer(self, standing: Standing) -> int:
        if self.race.fixed_rounds is not None:
            return self.race.fixed_rounds - standing.rounds - 1
        return (2 * _target(self.race) - sum(standing.totals) - 1) // LAYER


def _target(race: Race) -> int:
    """The target as totals can reach it."""
    return -(-race.target // POINTS_STEP) * POINTS_STEP
