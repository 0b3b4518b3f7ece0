"""Estimates from small samples: proportions with their interval, means, and shrunk rates."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Self

from scoring.rules import CallLevel

# The number of standard deviations by which an 80 % interval extends on either side.
Z_80 = 1.2815515655446004
# The weight of a prior rate, in trials.
PRIOR_TRIALS = 12
BREAK_EVEN = Fraction(1, 2)
# Nothing is published about extra calls, so their prior rate is the one from which calling
# pays.
PRIOR_MADE_RATES = {
    CallLevel.TICHU: Fraction(73, 100),
    CallLevel.GRAND: Fraction(62, 100),
    CallLevel.EXTRA: BREAK_EVEN,
}

# Players with fewer calls or games are not ranked.
MIN_CALLS = 10
MIN_GAMES = 20


@dataclass(frozen=True, slots=True)
class Interval:
    """An 80 % interval; both ends from 0 to 1 for a rate."""

    low: float
    high: float

    def overlaps(self, other: "Interval") -> bool:
        """Whether the intervals overlap, so that it is not known which value is greater."""
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, slots=True)
class Proportion:
    """k of n."""

    k: int
    n: int

    def __add__(self, other: Self) -> "Proportion":
        return Proportion(self.k + other.k, self.n + other.n)

    def __sub__(self, other: Self) -> "Proportion":
        return Proportion(self.k - other.k, self.n - other.n)

    def __bool__(self) -> bool:
        return self.n > 0

    @property
    def rate(self) -> Fraction | None:
        """The rate from 0 to 1; None if n is 0."""
        return Fraction(self.k, self.n) if self.n else None

    @property
    def wilson_interval(self) -> Interval:
        """The Wilson score interval at 80 %; 0 to 1 if n is 0."""
        if not self.n:
            return Interval(0.0, 1.0)
        rate, spread = self.k / self.n, Z_80 * Z_80 / self.n
        middle = (rate + spread / 2) / (1 + spread)
        half = sqrt(spread * rate * (1 - rate) + spread * spread / 4) / (1 + spread)
        return Interval(max(middle - half, 0.0), min(middle + half, 1.0))

    def shrunk(self, prior: Fraction) -> Fraction:
        """Return the rate, shrunk towards `prior` as if PRIOR_TRIALS trials had shown the
        prior. Lists are ordered by it, so that one of one does not come first."""
        return (self.k + prior * PRIOR_TRIALS) / (self.n + PRIOR_TRIALS)


@dataclass(frozen=True, slots=True)
class Mean:
    """A sum over n."""

    total: int
    n: int

    @property
    def value(self) -> Fraction | None:
        """The mean; None if n is 0."""
        return Fraction(self.total, self.n) if self.n else None

    def above(self, other: "Mean") -> Fraction | None:
        """Return the difference to the other mean, below 0 if this mean is less.

        It is None if one of them has no observations.
        """
        if self.value is None or other.value is None:
            return None
        return self.value - other.value
