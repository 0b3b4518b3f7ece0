"""The course of a game: what the chances were after every round, and where it turned."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from scoring.models import Game
from scoring.rules import Standing, Team
from scoring.stats.chances import Chances
from scoring.stats.tables import chances


class Turn(NamedTuple):
    """A round, numbered from 1, and the chance of team A before and after it."""

    number: int
    before: float
    after: float

    @property
    def team(self) -> Team:
        """Whose chance rose."""
        return Team.A if self.after > self.before else Team.B

    @property
    def swing(self) -> float:
        """By how much, from 0 to 1."""
        return abs(self.after - self.before)


class Low(NamedTuple):
    """The chance of a team when it was lowest, after so many rounds."""

    rounds: int
    chance: float


def course(game: Game) -> "Course | None":
    """How the chances went in this game; None before its first round, and where its target is
    too far for chances."""
    found = chances(game) if game.sheet.rows else None
    return Course.of(found, game.sheet.standings) if found else None


@dataclass(frozen=True, slots=True)
class Course:
    """`chances` of team A, from 0 to 1: before the first round, and after each."""

    chances: tuple[float, ...]

    @classmethod
    def of(cls, chances: Chances, standings: Iterable[Standing]) -> Self:
        """From the standings that `Race.run` gives."""
        return cls(tuple(map(chances.of, standings)))

    @property
    def turns(self) -> list[Turn]:
        return [Turn(number, *both) for number, both in enumerate(pairwise(self.chances), 1)]

    @property
    def turning_point(self) -> Turn | None:
        """The round that moved the chances most, of equals the first; None where none did."""
        turn = max(self.turns, key=lambda turn: turn.swing, default=None)
        return turn if turn and turn.swing else None

    def lowest(self, team: Team) -> Low:
        """The worst moment of a team, of equals the first: for a winner, the comeback."""
        own = [chance if team is Team.A else 1 - chance for chance in self.chances]
        chance = min(own)
        return Low(own.index(chance), chance)
