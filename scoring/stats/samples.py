"""Small samples told honestly: k of n, the range that it leaves open, and what to rank by."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Self

from scoring.rules import Level

# A bar of 80 %: one time in five the truth lies outside it.
_Z = 1.2815515655446004
# What is known of a rate before anything is counted weighs as much as so many trials.
PRIOR_TRIALS = 12
PRIOR_MADE = {Level.TICHU: Fraction(73, 100), Level.GRAND: Fraction(62, 100)}
EVEN = Fraction(1, 2)

# Below so many, nobody is ranked.
FEWEST_CALLS = 10
FEWEST_GAMES = 20


@dataclass(frozen=True, slots=True)
class Range:
    """Where the truth lies four times in five; both ends from 0 to 1 for a rate."""

    low: float
    high: float

    def overlaps(self, other: "Range") -> bool:
        """Whether it is too close to call which of the two is greater."""
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, slots=True)
class Share:
    """k of n."""

    k: int
    n: int

    def __add__(self, other: Self) -> "Share":
        return Share(self.k + other.k, self.n + other.n)

    def __bool__(self) -> bool:
        return self.n > 0

    @property
    def rate(self) -> Fraction | None:
        """From 0 to 1; None of nothing."""
        return Fraction(self.k, self.n) if self.n else None

    @property
    def wilson(self) -> Range:
        """Wilson's interval at 80 %; everything, where nothing was counted."""
        if not self.n:
            return Range(0.0, 1.0)
        rate, spread = self.k / self.n, _Z * _Z / self.n
        middle = (rate + spread / 2) / (1 + spread)
        half = sqrt(spread * rate * (1 - rate) + spread * spread / 4) / (1 + spread)
        return Range(max(middle - half, 0.0), min(middle + half, 1.0))

    def shrunk(self, prior: Fraction) -> Fraction:
        """The rate drawn towards `prior` as if PRIOR_TRIALS trials had shown that: what to
        order by, so that one of one does not come first."""
        return (self.k + prior * PRIOR_TRIALS) / (self.n + PRIOR_TRIALS)


@dataclass(frozen=True, slots=True)
class Mean:
    """A sum over n."""

    total: int
    n: int

    def __add__(self, other: Self) -> "Mean":
        return Mean(self.total + other.total, self.n + other.n)

    def __sub__(self, other: Self) -> "Mean":
        return Mean(self.total - other.total, self.n - other.n)

    def __bool__(self) -> bool:
        return self.n > 0

    @property
    def value(self) -> Fraction | None:
        return Fraction(self.total, self.n) if self.n else None
