"""Best of N: a series of games of the same two teams, which turn one seat on after each."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from scoring.rules.teams import BySeat, ByTeam, Team

BEST_OF = (3, 5, 7, 9)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Series:
    """The games that each team has won of a series of at most `best_of` decided ones. A draw or
    an abandoned game is won by nobody, and another one is played in its place."""

    best_of: int
    wins: ByTeam[int]

    @property
    def winner(self) -> Team | None:
        """The team that has won more than half of `best_of` games."""
        ahead = Team.A if self.wins.a > self.wins.b else Team.B
        return ahead if 2 * self.wins[ahead] > self.best_of else None

    @classmethod
    def seen_from(
        cls, number: int, best_of: int, winners: Iterable[tuple[int, Team | None]]
    ) -> "Series":
        """The series as the teams sit in its game `number`, by the number and the winner of
        each of its games: with every game both teams change their seats."""
        wins = {Team.A: 0, Team.B: 0}
        for game, winner in winners:
            if winner:
                wins[winner if (game - number) % 2 == 0 else winner.opponents] += 1
        return cls(best_of, ByTeam(wins[Team.A], wins[Team.B]))


def turn_seats(seats: BySeat[T]) -> BySeat[T]:
    """Everybody one seat on in playing order: partners stay, and what was team A is team B."""
    return BySeat(seats.b2, seats.a1, seats.b1, seats.a2)
