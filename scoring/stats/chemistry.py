"""Chemistry: the points that two partners add to each other beside their strengths."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from operator import mul

from scoring.stats.group_tallies import Matchup, Pair
from scoring.stats.ratings.ridge_regression import invert, normal_equations
from scoring.stats.tally import Tally

# What partners add to each other spreads by some 8 points a round, a round's margin by some
# 210: so many rounds weigh as much as knowing nothing.
CHEMISTRY_ROUNDS = 700
# With less weight, the strengths explain whatever two partners do.
MIN_WEIGHT = 1.0

# How strong players are nobody knows beforehand: that they are average weighs as little as
# this, in rounds, and makes equations solvable of which there are too few.
_PRIOR_ROUNDS = 0.000001


@dataclass(frozen=True, slots=True)
class Chemistry:
    """How two partners do together, in points a round ahead of their opponents.

    `actual` is the mean of their `rounds`, `excess` the sum of what they were ahead by beyond
    the strengths of the four, fitted to all rounds. `weight` is how many rounds with known
    strengths would tell as much: 0 where no other rounds tell the strengths apart.
    """

    actual: Fraction
    rounds: int
    excess: float
    weight: float

    @property
    def known(self) -> bool:
        """Whether there is anything to tell it from the strengths of the players by."""
        return self.weight >= MIN_WEIGHT

    @property
    def shrunk(self) -> float:
        """The chemistry, shrunk towards 0 by CHEMISTRY_ROUNDS rounds."""
        return self.excess / (self.weight + CHEMISTRY_ROUNDS)

    @property
    def expected(self) -> float:
        """The margin that is likely for these players without chemistry."""
        return float(self.actual) - self.shrunk

    def deviations(self, variance: float) -> float:
        """By how many standard deviations they are better than expected, under 0 for worse;
        `variance` is that of the margin of a round."""
        return self.excess / sqrt(variance * self.weight) if self.known else 0.0


def pair_chemistry(matchups: Mapping[Matchup, Tally]) -> dict[Pair, Chemistry]:
    """Of every two partners with a round together.

    By least squares, with nothing assumed of the players: the margin of a round is expected to
    be what both players of a team add, less what their opponents do, and what the two partners
    in question add together. So neither strong players nor weak opponents make chemistry.
    """
    played = {teams: tally for teams, tally in matchups.items() if tally.rounds}
    players = sorted({player for teams in played for pair in teams for player in pair})
    places = {player: place for place, player in enumerate(players)}
    played_rounds = (
        (_sides(teams, places), tally.rounds, tally.margin.total)
        for teams, tally in played.items()
    )
    together, margins = normal_equations(played_rounds, len(places))
    for place, row in enumerate(together):
        row[place] += _PRIOR_ROUNDS
    inverse = invert(together)
    strengths = [_product(row, margins) for row in inverse]
    found: dict[Pair, Chemistry] = {}
    for pair, (rounds, points, met) in _by_pair(played, places).items():
        excess = points - _product(met, strengths)
        weight = rounds - _product(met, [_product(row, met) for row in inverse])
        found[pair] = Chemistry(Fraction(points, rounds), rounds, excess, max(weight, 0.0))
    return found


def _by_pair(
    played: Mapping[Matchup, Tally], places: Mapping[int, int]
) -> dict[Pair, tuple[int, int, list[float]]]:
    """For every two partners their rounds, their margins, and for each player the rounds on
    their side less those against them."""
    rounds: dict[Pair, int] = defaultdict(int)
    points: dict[Pair, int] = defaultdict(int)
    met: dict[Pair, list[float]] = defaultdict(lambda: [0.0] * len(places))
    for teams, tally in played.items():
        for pair, its_side in zip(teams, (1, -1), strict=True):
            rounds[pair] += tally.rounds
            points[pair] += its_side * tally.margin.total
            for player, side in _sides(teams, places):
                met[pair][player] += its_side * side * tally.rounds
    return {pair: (rounds[pair], points[pair], met[pair]) for pair in rounds}


def _sides(teams: Matchup, places: Mapping[int, int]) -> list[tuple[int, int]]:
    """The place of each player, with 1 for the first team and -1 for the second."""
    return [
        (places[player], side)
        for pair, side in zip(teams, (1, -1), strict=True)
        for player in pair
    ]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    found: float = sum(map(mul, one, other))
    return found
