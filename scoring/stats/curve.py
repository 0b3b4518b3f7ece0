"""The rating curve: how strong everybody looked after every game, and what that foretells."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from scoring.stats.match import Match

# One game tells little, so beta is six times what openskill takes for other games.
BETA, TAU = 25.0, 0.1
# It learns along a logistic curve and foretells along a normal one, which is so much steeper:
# with one beta for both it is too sure of itself, and after 300 games worse than Elo.
STEEPER = 1.6

_LEARN = BradleyTerryFull(beta=BETA, tau=TAU)
_FORETELL = BradleyTerryFull(beta=STEEPER * BETA)


class Strength(NamedTuple):
    """What openskill holds of a player: 25 is where everybody starts, `sigma` how unsure it is;
    for telling players apart and games ahead, not for reading as points."""

    mu: float
    sigma: float


class Point(NamedTuple):
    """A player's strength after a game, which is counted from 1."""

    game: int
    strength: Strength


class Split(NamedTuple):
    """Four players in two teams, and the first team's chance to win, from 0 to 1."""

    team: tuple[int, int]
    other: tuple[int, int]
    chance: float


@dataclass(frozen=True, slots=True)
class Curve:
    """What the games that are over say, one after the other. `foretold` is for each of them
    the chance of team A, as it looked before it was played."""

    points: dict[int, tuple[Point, ...]]
    foretold: tuple[float, ...]

    def strength(self, player: int) -> Strength:
        """The latest of a player; of somebody new what everybody starts with."""
        known = self.points.get(player)
        return known[-1].strength if known else START

    def chance(self, team: tuple[int, int], other: tuple[int, int]) -> float:
        """How likely `team` wins a game against `other`, from 0 to 1."""
        one, two = ([self.strength(player) for player in side] for side in (team, other))
        return _chance(one, two)

    def splits(self, present: Sequence[int]) -> list[Split]:
        """How four of the players who are there can play each other, the fairest first."""
        found = [
            Split(team, other, self.chance(team, other))
            for four in combinations(present, 4)
            for team, other in _teams(*four)
        ]
        return sorted(found, key=lambda split: abs(split.chance - 0.5))


def curve(matches: Iterable[Match]) -> Curve:
    """Play the games again in their order; those that are not over tell nothing."""
    ratings: dict[int, BradleyTerryFullRating] = defaultdict(_LEARN.rating)
    points: dict[int, list[Point]] = defaultdict(list)
    foretold: list[float] = []
    for match in matches:
        if match.won is None:
            continue
        a1, b1, a2, b2 = match.players
        sides = [[ratings[a1], ratings[a2]], [ratings[b1], ratings[b2]]]
        foretold.append(_FORETELL.predict_win(sides)[0])
        (after_a1, after_a2), (after_b1, after_b2) = _LEARN.rate(
            sides, ranks=[1 - match.won, match.won]
        )
        after = (after_a1, after_b1, after_a2, after_b2)
        for player, rating in zip(match.players, after, strict=True):
            ratings[player] = rating
            strength = Strength(rating.mu, rating.sigma)
            points[player].append(Point(len(foretold), strength))
    return Curve({player: tuple(each) for player, each in points.items()}, tuple(foretold))


START = Strength(_LEARN.mu, _LEARN.sigma)


def among_average(strength: Strength) -> float:
    """How likely somebody of this strength wins a game with three who are average, from 0 to
    1."""
    return _chance([strength, START], [START, START])


def _chance(team: Iterable[Strength], other: Iterable[Strength]) -> float:
    rated = [[_rating(strength) for strength in side] for side in (team, other)]
    return _FORETELL.predict_win(rated)[0]


def _rating(strength: Strength) -> BradleyTerryFullRating:
    return _FORETELL.rating(strength.mu, strength.sigma)


def _teams(
    one: int, two: int, three: int, four: int
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The three ways in which four can be partners."""
    yield (one, two), (three, four)
    yield (one, three), (two, four)
    yield (one, four), (two, three)
