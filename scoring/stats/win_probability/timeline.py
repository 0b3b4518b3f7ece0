"""The win probability of a game after every round, its turning point and its low points."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from scoring.models import Game
from scoring.rules import Standing, Team
from scoring.stats.win_probability.cache import get_model
from scoring.stats.win_probability.model import WinProbabilityModel


class ProbabilityChange(NamedTuple):
    """The change of team A's win probability by a round, numbered from 1."""

    round_number: int
    before: float
    after: float

    @property
    def team(self) -> Team:
        """The team whose probability rose."""
        return Team.A if self.after > self.before else Team.B

    @property
    def size(self) -> float:
        """The size of the change, from 0 to 1."""
        return abs(self.after - self.before)


class LowPoint(NamedTuple):
    """The lowest win probability of a team, and after how many rounds that was."""

    rounds: int
    probability: float


def get_timeline(game: Game) -> "Timeline | None":
    """None before the first round, and where the race is too long for the model."""
    model = get_model(game) if game.sheet.rows else None
    if model is None:
        return None
    return Timeline.of(model, game.sheet.standings, adjusted=bool(game.adjustments))


@dataclass(frozen=True, slots=True)
class Timeline:
    """`probabilities` that team A wins, from 0 to 1: before the first round, and after each.
    Of a game that is `over` the last one is its result. In an `adjusted` game points beside the
    rounds moved them too, so that no change is that of a round alone."""

    probabilities: tuple[float, ...]
    over: bool = False
    adjusted: bool = False

    @classmethod
    def of(
        cls,
        model: WinProbabilityModel,
        standings: Iterable[Standing],
        *,
        adjusted: bool = False,
    ) -> Self:
        """From the standings before the first round and after each, as `Race.standings` returns
        them."""
        ran = list(standings)
        return cls(tuple(map(model.probability, ran)), ran[-1].over, adjusted)

    @property
    def changes(self) -> list[ProbabilityChange]:
        """One for every round."""
        return [
            ProbabilityChange(number, *both)
            for number, both in enumerate(pairwise(self.probabilities), 1)
        ]

    @property
    def turning_point(self) -> ProbabilityChange | None:
        """The round with the greatest change, of equals the first. None where all changes are
        equal, where there is only one, and in an adjusted game. The round that ends the game
        does not count: it nearly always is the greatest change, because it settles the game."""
        if self.adjusted:
            return None
        changes = self.changes[:-1] if self.over else self.changes
        if len({change.size for change in changes}) < 2:
            return None
        return max(changes, key=lambda change: change.size)

    def lowest(self, team: Team) -> LowPoint:
        """The low point of a team, of equals the first: for a winner, the comeback."""
        own = [each if team is Team.A else 1 - each for each in self.probabilities]
        lowest = min(own)
        return LowPoint(own.index(lowest), lowest)
