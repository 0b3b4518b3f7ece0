"""A series (best of N): games of the same two teams, after each of which all players move one
seat on."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from scoring.rules.teams import BySeat, ByTeam, Team

BEST_OF = (3, 5, 7, 9)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Series:
    """The games that each team has won of a series of at most `best_of` decided games. Nobody
    wins a draw or an abandoned game, and another game is played in its place."""

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
        """Return the series from the view of the teams as they sit in its game `number`.
        `winners` contains the number and the winner of each of its games. After every game,
        team A becomes team B."""
        wins = {Team.A: 0, Team.B: 0}
        for game, winner in winners:
            if winner:
                wins[winner if (game - number) % 2 == 0 else winner.opponents] += 1
        return cls(best_of, ByTeam(wins[Team.A], wins[Team.B]))


def turn_seats(seats: BySeat[T]) -> BySeat[T]:
    """Move all players one seat on in the order of play. Partners stay together, and team A
    becomes team B."""
    return BySeat(seats.b2, seats.a1, seats.b1, seats.a2)
