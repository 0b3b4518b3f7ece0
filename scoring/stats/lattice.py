"""Solves chances by value iteration on the totals that a game can come to.

What a round brings both teams together is a multiple of 100, and each of them a multiple of 5.
So totals lie on layers, 100 points apart, of equal sum, and there on leads that are 10 apart:
nothing lies between them, and a table of them all is small.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from operator import mul
from statistics import NormalDist
from time import sleep
from typing import NamedTuple, TypeAlias

# How likely each pair of round scores is, team A's first. A pair and its mirror are equally so.
Shares = Mapping[tuple[int, int], float]
# Chances of the team that is ahead, by its lead from 0; beyond the row it has as good as won.
Row: TypeAlias = "array[float]"

LAYER, LEAD = 100, 10

_NEGLIGIBLE = 1e-5  # rounds that are rarer move no chance by a thousandth
_CLOSE = 1e-4  # what is solved moves less than that
# A lead of so many standard deviations is not lost any more, even if one round goes wild.
_SAFE = 4
_WILD = 700
_SMOOTH = 2000  # missing points from where on chances between every fifth lead lie on a line
_STRIDE = 5
# Seconds before each layer in which other threads get their turn: with none, a page that takes
# 1 ms takes 16 while something is solved.
_PAUSE = 0.001

_NORMAL = NormalDist()


class Kernel(NamedTuple):
    """Rounds that lead `layers` nearer to the end: how likely each change of the lead is, from
    `low` on, in tens of points."""

    layers: int
    low: int
    weights: list[float]


class Lattice:
    """Chances while they are solved. Layer 0 is the last before the end.

    `offset` and `layers` are those of an Ending. A row holds the chance of team A by its lead,
    0 at `middle`, far enough on both sides for every round to find where it leads to.
    """

    def __init__(self, offset: int, layers: int, shares: Shares) -> None:
        self.offset = offset
        self.kernels = list(_kernels(shares, by_points=bool(offset)))
        self.spread = sqrt(sum(share * (a - b) ** 2 for (a, b), share in shares.items()))
        self.widths = [self._width(layer) for layer in range(layers)]
        self.middle = max(self.widths) - min(kernel.low for kernel in self.kernels)
        self.end = [0.0] * self.middle + [0.5] + [1.0] * self.middle
        self.rows = [self._guess(layer) for layer in range(layers)]

    def solve(self) -> tuple[Row, ...]:
        """Sweep until nothing moves any more."""
        while max(self._sweep(layer) for layer in range(len(self.rows))) > _CLOSE:
            pass
        return tuple(
            array("d", row[self.middle : self.middle + width])
            for row, width in zip(self.rows, self.widths, strict=True)
        )

    def _sweep(self, layer: int) -> float:
        """Make the chances of one layer what the next round makes of them; return by how much
        they moved at most."""
        sleep(_PAUSE)
        row, moved = self.rows[layer], 0.0
        parts = [
            (self._row(layer - kernel.layers), self.middle + kernel.low, kernel.weights)
            for kernel in self.kernels
        ]
        before, chance_before = 0, 0.5
        for lead in self._leads(layer):
            chance = 0.0
            for there, start, weights in parts:
                first = start + lead
                chance += sum(map(mul, weights, there[first : first + len(weights)]))
            moved = max(moved, abs(chance - row[self.middle + lead]))
            slope = (chance - chance_before) / (lead - before)
            for between in range(before + 1, lead + 1):
                self._put(row, between, chance - slope * (lead - between))
            before, chance_before = lead, chance
        return moved

    def _put(self, row: list[float], lead: int, chance: float) -> None:
        row[self.middle + lead] = chance
        row[self.middle - lead] = 1 - chance

    def _row(self, layer: int) -> list[float]:
        """Past the end all is decided; before the first layer it is as on it."""
        return self.end if layer < 0 else self.rows[min(layer, len(self.rows) - 1)]

    def _leads(self, layer: int) -> Iterable[int]:
        """The leads that are solved, the others lie between them."""
        width = self.widths[layer]
        if not self.offset or self._missing(layer) <= _SMOOTH:
            return range(1, width)
        return [*range(_STRIDE, width - 1, _STRIDE), width - 1]

    def _missing(self, layer: int) -> int:
        return self.offset + LAYER * layer

    def _width(self, layer: int) -> int:
        """How many leads of this layer are told apart, the lead of 0 among them."""
        lead = 0
        while self._running(layer, lead) and lead < _WILD + _SAFE * self._to_come(layer, lead):
            lead += LEAD
        return lead // LEAD

    def _running(self, layer: int, lead: int) -> bool:
        return not self.offset or lead < self._missing(layer)

    def _guess(self, layer: int) -> list[float]:
        """A first row: as if what is still to come were normally distributed."""
        row = list(self.end)
        for place in range(1, self.widths[layer]):
            lead = place * LEAD
            self._put(row, place, _NORMAL.cdf(lead / self._to_come(layer, lead)))
        return row

    def _to_come(self, layer: int, lead: int) -> float:
        """About the standard deviation of what the lead will still change by."""
        if not self.offset:
            return self.spread * sqrt(layer + 1)
        # The team that is ahead comes 130 points nearer to the target in a round, and the last
        # round takes it beyond.
        nearest = (self._missing(layer) - lead) / 2
        return 1.3 * self.spread * sqrt(1 + nearest / 130)


def _kernels(shares: Shares, *, by_points: bool) -> Iterator[Kernel]:
    likely = {points: share for points, share in shares.items() if share >= _NEGLIGIBLE}
    whole = sum(likely.values())
    changes: dict[int, dict[int, float]] = {}
    for (a, b), share in likely.items():
        of_layer = changes.setdefault((a + b) // LAYER if by_points else 1, {})
        change = (a - b) // LEAD
        of_layer[change] = of_layer.get(change, 0) + share / whole
    for layers, weights in changes.items():
        low, high = min(weights), max(weights)
        yield Kernel(layers, low, [weights.get(at, 0.0) for at in range(low, high + 1)])
