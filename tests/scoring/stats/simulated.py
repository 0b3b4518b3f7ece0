"""Games of players whose strength is known, and how well they are foretold."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from statistics import fmean

from scoring.rules import Race
from scoring.stats.curve import Curve, curve
from scoring.stats.frequencies import draw_game
from scoring.stats.match import Match
from tests.scoring.stats.elo import Elo

PLAYERS = 8
SPREAD = 10.0  # of strength, in points a round: half the difference that players make
HELD_OUT = 300

# The chance of team A, from 0 to 1.
Foretell = Callable[[Match], float]


def strengths(random: Random, spread: float = SPREAD) -> list[float]:
    """What each player adds to the margin of a round; 0 on average."""
    drawn = [random.gauss(0, spread) for _ in range(PLAYERS)]
    return [each - fmean(drawn) for each in drawn]


def matches(random: Random, strength: list[float]) -> Iterator[Match]:
    """Games to 1000 between any four of the players, without end."""
    while True:
        a1, b1, a2, b2 = random.sample(range(len(strength)), 4)
        edge = strength[a1] + strength[a2] - strength[b1] - strength[b2]
        points = [drawn.points for drawn in draw_game(random, Race(), edge)]
        margins = tuple(a - b for a, b in points)
        yield Match((a1, b1, a2, b2), margins, float(sum(margins) > 0))


def log_loss(foretell: Foretell, games: Iterable[Match]) -> float:
    """What a model's chances cost where games come otherwise; 0.693 for one that knows nothing,
    and always less for one that knows more."""
    return fmean(
        -math.log(chance if match.won else 1 - chance)
        for match in games
        for chance in [foretell(match)]
    )


def log_losses(known: int, groups: int = 40) -> tuple[float, float]:
    """Of the rating curve and of Elo, on average of so many groups of which they have seen the
    first `known` games and foretell others."""
    random = Random(1)
    ours, elos = [], []
    for _ in range(groups):
        games = matches(random, strengths(random))
        seen = list(islice(games, known))
        unseen = list(islice(games, HELD_OUT))
        ours.append(log_loss(by_curve(curve(seen)), unseen))
        elos.append(log_loss(Elo.after(seen), unseen))
    return fmean(ours), fmean(elos)


def by_curve(learned: Curve) -> Foretell:
    return lambda match: learned.chance(match.players[::2], match.players[1::2])
