"""The probability that a team wins from a given score, computed from the rules and the
frequencies of round scores.

Both teams are assumed to be equally strong, and a draw counts as half a win. So a tie has the
same value whether the game goes on or not, and the probabilities of both teams add up to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from scoring.rules import CARD_POINTS_STEP, Race, RaceState, Standing, Team
from scoring.stats.win_probability.baseline import score_probabilities
from scoring.stats.win_probability.solver import (
    LAYER_POINTS,
    LEAD_STEP,
    Row,
    ScoreProbabilities,
    Solver,
)

# The frequencies of pairs of round scores: team A's score, team B's score, number of rounds.
Sample: TypeAlias = tuple[tuple[int, int, int], ...]
Table: TypeAlias = tuple[Row, ...]

PRIOR_ROUNDS = 300  # the weight of the published frequencies
MAX_TARGET = 3000
MAX_ROUNDS = 50

_USUAL_TARGET = 1000  # tables reach at least this target, so games to fewer points share them
_POINTS_BELOW_ZERO = 500  # how far below zero the sum of both totals may be in the table


def blend_with_baseline(sample: Sample) -> dict[tuple[int, int], float]:
    """Return the probability of each pair of round scores in the group of this sample. The
    published frequencies count as PRIOR_ROUNDS rounds, and the sample is added to them.

    It is arbitrary which team is team A, so every round also counts with both teams exchanged.
    """
    weights = {points: PRIOR_ROUNDS * share for points, share in score_probabilities().items()}
    for a, b, rounds in sample:
        weights[a, b] = weights.get((a, b), 0) + rounds
    whole = 2 * sum(weights.values())
    probabilities: dict[tuple[int, int], float] = {}
    for (a, b), weight in weights.items():
        for points in ((a, b), (b, a)):
            probabilities[points] = probabilities.get(points, 0) + weight / whole
    return probabilities


class TableSpec(NamedTuple):
    """The table that a race needs; races with the same specification share a table.

    `offset` is the number of points that both teams together still need to reach the target on
    the first layer, from 1 to 100; it is 0 for a fixed number of rounds. `layers` is the size
    of the table, counted back from the end in hundreds of points or in rounds.
    """

    offset: int
    layers: int

    @classmethod
    def for_race(cls, race: Race) -> Self | None:
        """Return the specification for a race. None for a race with two conditions, a lead, a
        floor, a time limit or changing partners, to which these tables do not apply, and for
        one beyond MAX_TARGET or MAX_ROUNDS, for which no table is solved."""
        others = race.lead, race.floor, race.time_limit
        if others != (None, None, None) or race.changing_partners:
            return None
        if race.target is None:
            rounds = race.fixed_rounds or 0
            return cls(0, rounds) if rounds <= MAX_ROUNDS else None
        if race.fixed_rounds is not None or race.target > MAX_TARGET:
            return None
        offset = (2 * _reachable_target(race.target) - 1) % LAYER_POINTS + 1
        reach = 2 * max(race.target, _USUAL_TARGET) + _POINTS_BELOW_ZERO
        return cls(offset, (reach - offset) // LAYER_POINTS + 1)

    def solve(self, probabilities: ScoreProbabilities) -> Table:
        """Return the table, row by row, in the form that WinProbabilityModel reads. Takes about
        0.5 s up to a target of 1000, and 1.5 s for the highest target."""
        return Solver(self.offset, self.layers, probabilities).solve()


@dataclass(frozen=True, slots=True)
class WinProbabilityModel:
    """The win probabilities of games with this race, read from the table of its specification;
    `digest` identifies the rounds for which the table was solved."""

    race: Race
    table: Table
    digest: str = ""

    def probability(self, standing: Standing) -> float:
        """Return the probability that team A wins, from 0 to 1. For a game that is over, return
        its result: 1, 0 or 0.5."""
        if standing.leader is None:
            return 0.5
        leader = 1.0 if standing.state is RaceState.WON else self._of_leader(standing)
        return leader if standing.leader is Team.A else 1 - leader

    def probabilities_after_rounds(self, a: Sequence[int], b: Sequence[int]) -> list[float]:
        """Return the probability that team A wins, after every round but the last, from the
        points of both teams in each round. It is the same as `probability`, but faster, for a
        game that nobody won before its last round."""
        goal, rows = 2 * _reachable_target(self.race.target or 0) - 1, self.table
        fixed_rounds = self.race.fixed_rounds
        probabilities = []
        total_a = total_b = 0
        for played, (one, other) in enumerate(zip(a[:-1], b[:-1], strict=True), 1):
            total_a, total_b = total_a + one, total_b + other
            lead = total_a - total_b
            layer = (
                (goal - total_a - total_b) // LAYER_POINTS
                if fixed_rounds is None
                else max(fixed_rounds - played - 1, 0)
            )
            row = rows[min(layer, len(rows) - 1)]
            place = abs(lead) // LEAD_STEP
            leader = row[place] if place < len(row) else 1.0
            probabilities.append(0.5 if lead == 0 else leader if lead > 0 else 1 - leader)
        return probabilities

    def _of_leader(self, standing: Standing) -> float:
        row = self.table[min(self._layer(standing), len(self.table) - 1)]
        place = standing.lead // LEAD_STEP
        return row[place] if place < len(row) else 1.0

    def _layer(self, standing: Standing) -> int:
        if self.race.fixed_rounds is not None:
            return self.race.fixed_rounds - standing.rounds - 1
        goal = 2 * _reachable_target(self.race.target or 0) - 1
        return (goal - sum(standing.totals)) // LAYER_POINTS


def _reachable_target(target: int) -> int:
    """Return the target, rounded up to a total that can be reached."""
    return -(-target // CARD_POINTS_STEP) * CARD_POINTS_STEP
