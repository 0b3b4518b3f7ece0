"""Elo as it is usually done for teams: what a rating model has to be better than."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Self

from scoring.stats.match import Match

K = 16


class Elo:
    """A team is as strong as its players are on average."""

    def __init__(self) -> None:
        self.ratings: dict[int, float] = defaultdict(float)

    @classmethod
    def after(cls, matches: Iterable[Match]) -> Self:
        elo = cls()
        for match in matches:
            elo.learn(match)
        return elo

    def __call__(self, match: Match) -> float:
        """The chance of team A, from 0 to 1."""
        a1, b1, a2, b2 = (self.ratings[player] for player in match.players)
        return 1 / (1 + 10 ** ((b1 + b2 - a1 - a2) / 800))

    def learn(self, match: Match) -> None:
        assert match.won is not None
        gained = K * (match.won - self(match))
        for place, player in enumerate(match.players):
            self.ratings[player] += -gained if place % 2 else gained
