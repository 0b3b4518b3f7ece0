"""From values to coordinates, and the round values that an axis names."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` lie from `start` to `end`. Where all values are the same,
    they lie in the middle."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.low == self.high:
            return (self.start + self.end) / 2
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """At most `most` round values, evenly spaced, between `low` and `high`."""
        step = step_for(self.high - self.low, most)
        first, last = ceil(self.low / step), floor(self.high / step)
        return [number * step for number in range(first, last + 1)]


def step_for(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50 and so on, or of their parts, of which at most `most`
    fall on a span of this length, both ends counted."""
    if span <= 0:
        return 1.0
    power = 10.0 ** floor(log10(span / most))
    steps = (power * factor for factor in (1, 2, 5, 10, 20))
    return next(step for step in steps if floor(span / step) + 1 <= most)


def reach(values: Iterable[float], *others: float) -> tuple[float, float]:
    """The lowest and the highest of all values; 0 and 0 of none."""
    every = [*values, *others] or [0.0]
    return min(every), max(every)


def apart(places: list[float], least: float, low: float, high: float) -> list[float]:
    """The places, in their order, moved as little as is needed for labels that stand `least`
    apart and between `low` and `high`."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved = list(places)
    floor_ = low
    for index in order:
        moved[index] = max(moved[index], floor_)
        floor_ = moved[index] + least
    ceiling = high
    for index in reversed(order):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - least
    return moved
