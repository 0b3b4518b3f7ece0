"""Who sits where: seats, teams, and values held once for each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from scoring.rules.errors import IllegalRound

T = TypeVar("T")
U = TypeVar("U")


class Team(StrEnum):
    """The two partnerships. On every page team A is the left one."""

    A = "A"
    B = "B"

    @property
    def opponents(self) -> "Team":
        return Team.B if self is Team.A else Team.A

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        return _SEATS[self]


class Seat(StrEnum):
    """The four seats in playing order; partners sit opposite (rule 5)."""

    A1 = "A1"
    B1 = "B1"
    A2 = "A2"
    B2 = "B2"

    @classmethod
    def read(cls, player: object) -> "Seat":
        """The seat of this name. Raises IllegalRound (UNKNOWN_PLAYER)."""
        try:
            return cls(str(player))
        except ValueError:
            raise IllegalRound("UNKNOWN_PLAYER", player=player) from None

    @property
    def team(self) -> Team:
        return _TEAMS[self]

    @property
    def place(self) -> int:
        """The seat's place in playing order, 0 to 3."""
        return _PLACES[self]

    @property
    def partner(self) -> "Seat":
        return _ORDER[(self.place + 2) % 4]

    @property
    def next(self) -> "Seat":
        """The neighbour who plays after this seat."""
        return _ORDER[(self.place + 1) % 4]


_ORDER = tuple(Seat)
_PLACES = {seat: place for place, seat in enumerate(_ORDER)}
_SEATS = {Team.A: (Seat.A1, Seat.A2), Team.B: (Seat.B1, Seat.B2)}
_TEAMS = {seat: team for team, seats in _SEATS.items() for seat in seats}


@dataclass(frozen=True, slots=True)
class ByTeam(Generic[T]):
    """One value for each team."""

    a: T
    b: T

    @classmethod
    def of(cls, value: Callable[[Team], T]) -> "ByTeam[T]":
        return cls(value(Team.A), value(Team.B))

    def __getitem__(self, team: Team) -> T:
        return {Team.A: self.a, Team.B: self.b}[team]

    def __iter__(self) -> Iterator[T]:
        yield self.a
        yield self.b

    def map(self, change: Callable[[T], U]) -> "ByTeam[U]":
        return ByTeam(change(self.a), change(self.b))

    def items(self) -> Iterator[tuple[Team, T]]:
        yield Team.A, self.a
        yield Team.B, self.b


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """One value for each seat, in playing order."""

    a1: T
    b1: T
    a2: T
    b2: T

    @classmethod
    def of(cls, value: Callable[[Seat], T]) -> "BySeat[T]":
        return cls(*(value(seat) for seat in Seat))

    def __getitem__(self, seat: Seat) -> T:
        values: tuple[T, T, T, T] = (self.a1, self.b1, self.a2, self.b2)
        return values[seat.place]

    def __iter__(self) -> Iterator[T]:
        yield from (self.a1, self.b1, self.a2, self.b2)

    def map(self, change: Callable[[T], U]) -> "BySeat[U]":
        return BySeat(*(change(value) for value in self))

    def items(self) -> Iterator[tuple[Seat, T]]:
        return zip(Seat, self, strict=True)
