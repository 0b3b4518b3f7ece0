"""Elo as it is usually applied to teams: the reference that a rating model must exceed."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Self

from scoring.stats.ratings.rated_game import RatedGame

K = 16


class Elo:
    """The strength of a team is the average of its players."""

    def __init__(self) -> None:
        self.ratings: dict[int, float] = defaultdict(float)

    @classmethod
    def after(cls, games: Iterable[RatedGame]) -> Self:
        elo = cls()
        for game in games:
            elo.learn(game)
        return elo

    def __call__(self, game: RatedGame) -> float:
        """Return the win probability of team A, from 0 to 1."""
        a1, b1, a2, b2 = (self.ratings[player] for player in game.players)
        return 1 / (1 + 10 ** ((b1 + b2 - a1 - a2) / 800))

    def learn(self, game: RatedGame) -> None:
        assert game.won is not None
        gained = K * (game.won - self(game))
        for place, player in enumerate(game.players):
            self.ratings[player] += -gained if place % 2 else gained
