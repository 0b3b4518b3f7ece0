"""Skill ratings by OpenSkill: the ratings of each player after each game, and the predictions
that follow from them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from typing import NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from scoring.stats.ratings.rated_game import RatedGame

# One game is little evidence, so beta is six times the default of OpenSkill.
BETA, TAU = 25.0, 0.1
# OpenSkill learns by a logistic curve and predicts by a normal one, which is steeper by this
# factor. With one beta for both, predictions are overconfident, and after 300 games worse than
# Elo.
PREDICTION_BETA_FACTOR = 1.6

_LEARN = BradleyTerryFull(beta=BETA, tau=TAU)
_PREDICT = BradleyTerryFull(beta=PREDICTION_BETA_FACTOR * BETA)


class Skill(NamedTuple):
    """The estimate of a player's skill by OpenSkill. All players start at a `mu` of 25.

    `sigma` is the standard deviation. The estimate is for comparing players and predicting
    games, and is not in points.
    """

    mu: float
    sigma: float


class SkillPoint(NamedTuple):
    """A player's skill after a game. Games are counted from 1."""

    game: int
    skill: Skill


class RatedMatchup(NamedTuple):
    """Four players in two teams, and the first team's win probability, from 0 to 1."""

    team: tuple[int, int]
    other: tuple[int, int]
    win_probability: float

    @property
    def players(self) -> tuple[int, ...]:
        return self.team + self.other


@dataclass(frozen=True, slots=True)
class SkillRatings:
    """`history` is by player, in order. `predictions` contains, for each finished game, the win
    probability of team A before the game."""

    history: dict[int, tuple[SkillPoint, ...]]
    predictions: tuple[float, ...]

    def skill(self, player: int) -> Skill:
        """Return the latest skill of a player, INITIAL_SKILL before the first game."""
        known = self.history.get(player)
        return known[-1].skill if known else INITIAL_SKILL

    def after(self, games: int) -> "SkillRatings":
        """Return the ratings as they were after this number of games."""
        history = {
            player: tuple(takewhile(lambda point: point.game <= games, points))
            for player, points in self.history.items()
        }
        return SkillRatings(history, self.predictions[:games])

    def win_probability(self, team: tuple[int, int], other: tuple[int, int]) -> float:
        """Return the probability that `team` wins a game against `other`, from 0 to 1."""
        one, two = ([self.skill(player) for player in side] for side in (team, other))
        return _win_probability(one, two)

    def matchups(self, present: Sequence[int]) -> list[RatedMatchup]:
        """Return all ways in which four of these players can play each other, the fairest
        first."""
        found = [
            RatedMatchup(team, other, self.win_probability(team, other))
            for four in combinations(present, 4)
            for team, other in _teams(*four)
        ]
        return sorted(found, key=lambda matchup: abs(matchup.win_probability - 0.5))


def rate_skill(games: Iterable[RatedGame]) -> SkillRatings:
    """Rate the games in their order. Games that are not over are skipped. A game with a weight
    below 1 changes the ratings by that share."""
    ratings: dict[int, BradleyTerryFullRating] = defaultdict(_LEARN.rating)
    history: dict[int, list[SkillPoint]] = defaultdict(list)
    predictions: list[float] = []
    for game in games:
        if game.won is None:
            continue
        a1, b1, a2, b2 = game.players
        sides = [[ratings[a1], ratings[a2]], [ratings[b1], ratings[b2]]]
        predictions.append(_PREDICT.predict_win(sides)[0])
        (after_a1, after_a2), (after_b1, after_b2) = _LEARN.rate(
            sides, ranks=[1 - game.won, game.won]
        )
        after = (after_a1, after_b1, after_a2, after_b2)
        for player, rating in zip(game.players, after, strict=True):
            if game.weight < 1:
                before = ratings[player]
                rating.mu = before.mu + game.weight * (rating.mu - before.mu)
                rating.sigma = before.sigma + game.weight * (rating.sigma - before.sigma)
            ratings[player] = rating
            skill = Skill(rating.mu, rating.sigma)
            history[player].append(SkillPoint(len(predictions), skill))
    return SkillRatings(
        {player: tuple(each) for player, each in history.items()}, tuple(predictions)
    )


INITIAL_SKILL = Skill(_LEARN.mu, _LEARN.sigma)


def win_probability_with_average_players(skill: Skill) -> float:
    """Return the probability that a player of this skill wins a game with three average
    players, from 0 to 1."""
    return _win_probability([skill, INITIAL_SKILL], [INITIAL_SKILL, INITIAL_SKILL])


def _win_probability(team: Iterable[Skill], other: Iterable[Skill]) -> float:
    rated = [[_rating(skill) for skill in side] for side in (team, other)]
    return _PREDICT.predict_win(rated)[0]


def _rating(skill: Skill) -> BradleyTerryFullRating:
    return _PREDICT.rating(skill.mu, skill.sigma)


def _teams(
    one: int, two: int, three: int, four: int
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the three ways in which four players can be partners."""
    yield (one, two), (three, four)
    yield (one, three), (two, four)
    yield (one, four), (two, three)
