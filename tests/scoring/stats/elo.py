"""Elo as it is usually done for teams: what a rating model has to be better than."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Self

from scoring.stats.ratings.rated_game import RatedGame

K = 16


class Elo:
    """A team is as strong as its players are on average."""

    def __init__(self) -> None:
        self.ratings: dict[int, float] = defaultdict(float)

    @classmethod
    def after(cls, games: Iterable[RatedGame]) -> Self:
        elo = cls()
        for game in games:
            elo.learn(game)
        return elo

    def __call__(self, game: RatedGame) -> float:
        """The chance of team A, from 0 to 1."""
        a1, b1, a2, b2 = (self.ratings[player] for player in game.players)
        return 1 / (1 + 10 ** ((b1 + b2 - a1 - a2) / 800))

    def learn(self, game: RatedGame) -> None:
        assert game.won is not None
        gained = K * (game.won - self(game))
        for place, player in enumerate(game.players):
            self.ratings[player] += -gained if place % 2 else gained
