"""Simulates games of players whose skill is known, and measures how well they are predicted."""

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
PLAYER_SD = 10.0  # of the skill, in points a round: half the difference that players make
GROUPS = 40
HELD_OUT = 300

# The chance of team A, from 0 to 1.
Predict = Callable[[RatedGame], float]


def skills(random: Random, spread: float = PLAYER_SD) -> list[float]:
    """Return the points that each player adds to the margin of a round. Their average is 0."""
    round_ = [random.gauss(0, spread) for _ in range(PLAYERS)]
    return [each - fmean(round_) for each in round_]


def games(random: Random, skill: list[float]) -> Iterator[RatedGame]:
    """Yield games to 1000 between random players, without end."""
    while True:
        a1, b1, a2, b2 = random.sample(range(len(skill)), 4)
        edge = skill[a1] + skill[a2] - skill[b1] - skill[b2]
        points = [round_.points for round_ in simulate_game(random, Race(), edge)]
        margins = tuple(a - b for a, b in points)
        yield RatedGame((a1, b1, a2, b2), margins, float(sum(margins) > 0))


def log_loss(predict: Predict, games: Iterable[RatedGame]) -> float:
    """Return the log loss of a model on other games. Lower is better.

    It is 0.693 for a model that knows nothing.
    """
    return fmean(
        -math.log(chance if game.won else 1 - chance)
        for game in games
        for chance in [predict(game)]
    )


def log_losses(known: int) -> tuple[float, float]:
    """Return the average log losses of the skill rating and of Elo. In each group they have
    seen the first `known` games and predict others."""
    random = Random(1)
    ours, elos = [], []
    for _ in range(GROUPS):
        played = games(random, skills(random))
        seen = list(islice(played, known))
        unseen = list(islice(played, HELD_OUT))
        ours.append(log_loss(by_skill_rating(rate_skill(seen)), unseen))
        elos.append(log_loss(Elo.after(seen), unseen))
    return fmean(ours), fmean(elos)


def by_skill_rating(learned: SkillRatings) -> Predict:
    return lambda game: learned.win_probability(game.players[::2], game.players[1::2])
