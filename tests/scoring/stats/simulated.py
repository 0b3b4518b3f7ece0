"""Games of players whose skill is known, and how well they are predicted."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from statistics import fmean

from scoring.rules import Race
from scoring.stats.ratings.rated_game import RatedGame
from scoring.stats.ratings.skill_rating import SkillRatings, rate_skill
from scoring.stats.win_probability.baseline import simulate_game
from tests.scoring.stats.elo import Elo

PLAYERS = 8
PLAYER_SD = 10.0  # of skill, in points a round: half the difference that players make
HELD_OUT = 300

# The chance of team A, from 0 to 1.
Predict = Callable[[RatedGame], float]


def skills(random: Random, spread: float = PLAYER_SD) -> list[float]:
    """Return the points that each player adds to the margin of a round; they average 0."""
    round_ = [random.gauss(0, spread) for _ in range(PLAYERS)]
    return [each - fmean(round_) for each in round_]


def games(random: Random, skill: list[float]) -> Iterator[RatedGame]:
    """Games to 1000 between any four of the players, without end."""
    while True:
        a1, b1, a2, b2 = random.sample(range(len(skill)), 4)
        edge = skill[a1] + skill[a2] - skill[b1] - skill[b2]
        points = [round_.points for round_ in simulate_game(random, Race(), edge)]
        margins = tuple(a - b for a, b in points)
        yield RatedGame((a1, b1, a2, b2), margins, float(sum(margins) > 0))


def log_loss(predict: Predict, games: Iterable[RatedGame]) -> float:
    """Return the log loss of a model on other games: the lower, the better.

    It is 0.693 for a model that knows nothing.
    """
    return fmean(
        -math.log(chance if game.won else 1 - chance)
        for game in games
        for chance in [predict(game)]
    )


def log_losses(known: int, groups: int = 40) -> tuple[float, float]:
    """Of the skill rating and of Elo, on average of so many groups of which they have seen the
    first `known` games and predict others."""
    random = Random(1)
    ours, elos = [], []
    for _ in range(groups):
        played = games(random, skills(random))
        seen = list(islice(played, known))
        unseen = list(islice(played, HELD_OUT))
        ours.append(log_loss(by_skill_rating(rate_skill(seen)), unseen))
        elos.append(log_loss(Elo.after(seen), unseen))
    return fmean(ours), fmean(elos)


def by_skill_rating(learned: SkillRatings) -> Predict:
    return lambda game: learned.win_probability(game.players[::2], game.players[1::2])
