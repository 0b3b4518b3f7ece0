"""Chemistry: the points that two partners score beyond what the strengths of all four players
make likely."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from operator import mul

from scoring.stats.group_tallies import Matchup, Pair
from scoring.stats.ratings.ridge_regression import invert, normal_equations
from scoring.stats.tally import Tally

# The weight of the prior, in rounds. The chemistry of two partners has a standard deviation of
# about 8 points a round, and the margin of a round one of about 210. The weight is about the
# square of the ratio of the two.
CHEMISTRY_ROUNDS = 700
# With less weight, any result of two partners can be explained by the strengths of the players.
MIN_WEIGHT = 1.0

# The weight, in rounds, of the prior that a player is average. It is too small to change a
# result, but makes the equations solvable if there are too few of them.
_PRIOR_ROUNDS = 0.000001


@dataclass(frozen=True, slots=True)
class Chemistry:
    """The chemistry of two partners, in points a round ahead of their opponents.

    `actual` is their mean over their `rounds`. `excess` is the sum of their margins beyond the
    strengths of the four players, which are fitted to all rounds. `weight` is the number of
    rounds with known strengths that would be as informative. It is 0 if no other rounds
    distinguish the strengths from chemistry.
    """

    actual: Fraction
    rounds: int
    excess: float
    weight: float

    @property
    def known(self) -> bool:
        """Whether the rounds distinguish chemistry from the strengths of the players."""
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
        """Return by how many standard deviations the partners are better than expected.

        The result is below 0 if they are worse. `variance` is the variance of the margin of a
        round.
        """
        return self.excess / sqrt(variance * self.weight) if self.known else 0.0


def pair_chemistry(matchups: Mapping[Matchup, Tally]) -> dict[Pair, Chemistry]:
    """Return the chemistry of every two partners who played a round together, by least squares.

    The expected margin of a round is the sum of the strengths of both players of a team, minus
    that of their opponents, plus the chemistry of the two partners in question. Nothing is
    assumed about the strengths. So neither strong players nor weak opponents affect the
    chemistry.
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
    """Return the rounds and margins of every two partners, and a count for each player.

    The count is the number of the partners' rounds with this player on their side, minus those
    with this player on the other side.
    """
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
    """Return the index of each player, with 1 for the first team and -1 for the second."""
    return [
        (places[player], side)
        for pair, side in zip(teams, (1, -1), strict=True)
        for player in pair
    ]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    found: float = sum(map(mul, one, other))
    return found
