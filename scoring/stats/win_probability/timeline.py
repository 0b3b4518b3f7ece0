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
    """The lowest win probability of a team, and the number of rounds after which it
    occurred."""

    rounds: int
    probability: float


def get_timeline(game: Game) -> "Timeline | None":
    """Return the timeline of a game. None before the first round, and if there is no model for
    the game."""
    model = get_model(game) if game.sheet.rows else None
    if model is None:
        return None
    return Timeline.of(model, game.sheet.standings, adjusted=bool(game.adjustments))


@dataclass(frozen=True, slots=True)
class Timeline:
    """The probabilities that team A wins, from 0 to 1: before the first round, and after each
    round. If the game is `over`, the last one is its result. In an `adjusted` game, adjustments
    have affected the probabilities too, so that a change is not the effect of a round alone."""

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
        """Return the timeline of the standings before the first round and after each round, as
        `Race.standings` returns them."""
        ran = list(standings)
        return cls(tuple(map(model.probability, ran)), ran[-1].over, adjusted)

    @property
    def changes(self) -> list[ProbabilityChange]:
        """The change by each round."""
        return [
            ProbabilityChange(number, *both)
            for number, both in enumerate(pairwise(self.probabilities), 1)
        ]

    @property
    def turning_point(self) -> ProbabilityChange | None:
        """The round with the greatest change, the first one if several are equal. None if all
        changes are equal, if there is only one, and in an adjusted game. The round that ends
        the game does not count: its change is nearly always the greatest, because it decides
        the game."""
        if self.adjusted:
            return None
        changes = self.changes[:-1] if self.over else self.changes
        if len({change.size for change in changes}) < 2:
            return None
        return max(changes, key=lambda change: change.size)

    def lowest(self, team: Team) -> LowPoint:
        """Return the low point of a team, the first one if several are equal. For a winner, it
        is the start of the comeback."""
        own = [each if team is Team.A else 1 - each for each in self.probabilities]
        lowest = min(own)
        return LowPoint(own.index(lowest), lowest)
