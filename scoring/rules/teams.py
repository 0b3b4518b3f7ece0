"""Seats, teams, and values for each of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Generic, TypeVar

from scoring.rules.errors import IllegalRound

T = TypeVar("T")
U = TypeVar("U")


class Team(StrEnum):
    """The two partnerships; pages show team A on the left."""

    A = "A"
    B = "B"

    @property
    def opponents(self) -> "Team":
        return Team.B if self is Team.A else Team.A

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        return _SEATS[self]


class Seat(StrEnum):
    """The four seats in playing order; partners sit opposite each other (rule 5)."""

    A1 = "A1"
    B1 = "B1"
    A2 = "A2"
    B2 = "B2"

    @classmethod
    def parse(cls, name: object) -> "Seat":
        """Return the seat with this name. Raises IllegalRound (UNKNOWN_PLAYER)."""
        try:
            return cls(str(name))
        except ValueError:
            raise IllegalRound("UNKNOWN_PLAYER", player=name) from None

    @property
    def team(self) -> Team:
        return _TEAMS[self]

    @property
    def position(self) -> int:
        """The position in playing order, 0 to 3."""
        return _POSITIONS[self]

    @property
    def partner(self) -> "Seat":
        return _PARTNERS[self]

    @property
    def next(self) -> "Seat":
        """The seat whose turn follows this one."""
        return _ORDER[(self.position + 1) % 4]


_ORDER = tuple(Seat)
_POSITIONS = {seat: position for position, seat in enumerate(_ORDER)}
_PARTNERS = {seat: _ORDER[position - 2] for seat, position in _POSITIONS.items()}
_SEATS = {Team.A: (Seat.A1, Seat.A2), Team.B: (Seat.B1, Seat.B2)}
_TEAMS = {seat: team for team, seats in _SEATS.items() for seat in seats}


@dataclass(frozen=True, slots=True)
class ByTeam(Generic[T]):
    """A value for each team."""

    a: T
    b: T

    @classmethod
    def from_function(cls, value: Callable[[Team], T]) -> "ByTeam[T]":
        return cls(value(Team.A), value(Team.B))

    def __getitem__(self, team: Team) -> T:
        return {Team.A: self.a, Team.B: self.b}[team]

    def __iter__(self) -> Iterator[T]:
        yield self.a
        yield self.b

    def map(self, function: Callable[[T], U]) -> "ByTeam[U]":
        return ByTeam(function(self.a), function(self.b))

    def items(self) -> Iterator[tuple[Team, T]]:
        yield Team.A, self.a
        yield Team.B, self.b


def add_points(one: ByTeam[int], other: ByTeam[int]) -> ByTeam[int]:
    """Return the sum of the points of each team."""
    return ByTeam(one.a + other.a, one.b + other.b)


def sum_points(scores: Iterable[ByTeam[int]]) -> ByTeam[int]:
    """Return the sum of the points of each team over all `scores`, 0 without scores."""
    return reduce(add_points, scores, ByTeam(0, 0))


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """A value for each seat, in playing order."""

    a1: T
    b1: T
    a2: T
    b2: T

    @classmethod
    def from_function(cls, value: Callable[[Seat], T]) -> "BySeat[T]":
        return cls(*(value(seat) for seat in Seat))

    def __getitem__(self, seat: Seat) -> T:
        values: tuple[T, T, T, T] = (self.a1, self.b1, self.a2, self.b2)
        return values[seat.position]

    def __iter__(self) -> Iterator[T]:
        yield from (self.a1, self.b1, self.a2, self.b2)

    def map(self, function: Callable[[T], U]) -> "BySeat[U]":
        return BySeat(*(function(value) for value in self))

    def items(self) -> Iterator[tuple[Seat, T]]:
        return zip(Seat, self, strict=True)
