"""Linear scales, their ticks, and the placement of labels."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from `low` to `high` to coordinates from `start` to `end`. If `low` equals
    `high`, all values are in the middle."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.low == self.high:
            return (self.start + self.end) / 2
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, max_count: int) -> list[float]:
        """Return at most `max_count` evenly spaced round values between `low` and `high`."""
        step = tick_step(self.high - self.low, max_count)
        first, last = ceil(self.low / step), floor(self.high / step)
        return [number * step for number in range(first, last + 1)]


def tick_step(span: float, max_count: int) -> float:
    """Return the smallest step of 1, 2 or 5 times a power of ten with which at most `max_count`
    ticks are within the span, including both ends."""
    if span <= 0:
        return 1.0
    power = 10.0 ** floor(log10(span / max_count))
    steps = (power * factor for factor in (1, 2, 5, 10, 20))
    return next(step for step in steps if floor(span / step) + 1 <= max_count)


def value_range(values: Iterable[float], *others: float) -> tuple[float, float]:
    """Return the minimum and maximum of all values; 0 and 0 if there are none."""
    every = [*values, *others] or [0.0]
    return min(every), max(every)


def spread_labels(
    positions: list[float], min_gap: float, low: float, high: float
) -> list[float]:
    """Move positions as little as possible, without changing their order, so that labels are
    `min_gap` apart and lie between `low` and `high`."""
    order = sorted(range(len(positions)), key=positions.__getitem__)
    moved = list(positions)
    floor_ = low
    for index in order:
        moved[index] = max(moved[index], floor_)
        floor_ = moved[index] + min_gap
    ceiling = high
    for index in reversed(order):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - min_gap
    return moved
