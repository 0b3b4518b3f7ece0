"""Solves win probabilities by value iteration over all totals that can occur in a game.

The points of a round add up to a multiple of 100, and the points of each team are a multiple of
5. So totals are on layers of equal sum, 100 points apart. Within a layer, neighbouring
leads are 10 points apart. So the table of all totals is small.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from operator import mul
from statistics import NormalDist
from time import sleep
from typing import NamedTuple, TypeAlias

# The probability of each pair of round scores, team A's first. A pair and its mirror image are
# equally likely.
ScoreProbabilities = Mapping[tuple[int, int], float]
# The win probability of the leader, by its lead in steps of LEAD_STEP. Beyond the end of the
# row it is 1.
Row: TypeAlias = "array[float]"

LAYER_POINTS, LEAD_STEP = 100, 10

_MIN_PROBABILITY = 1e-5  # more rare rounds change no result by a thousandth
_TOLERANCE = 1e-4  # iteration stops when no value changes by more
# A lead of this many standard deviations, plus one extreme round, counts as safe.
_SAFE_DEVIATIONS = 4
_MAX_ROUND_SWING = 700
# From this number of missing points on, only every fifth lead is solved; the others are
# interpolated.
_INTERPOLATE_FROM = 2000
_INTERPOLATION_STEP = 5
# The time to sleep before each layer, so that other threads can run. Without it, a page that
# takes 1 ms takes 16 ms while a table is solved.
_PAUSE_SECONDS = 0.001

_NORMAL = NormalDist()


class Kernel(NamedTuple):
    """Rounds that come `layers` nearer to the end: the probability of each change of the lead,
    from `low` upwards, in steps of LEAD_STEP."""

    layers: int
    low: int
    weights: list[float]


class Solver:
    """A table while it is solved. Layer 0 is the last one before the end.

    `offset` and `layers` are those of a TableSpec. A row contains the win probability of team A
    by its lead. A lead of 0 is at index `middle`. The row is long enough to contain every lead
    that can follow from a round.
    """

    def __init__(self, offset: int, layers: int, probabilities: ScoreProbabilities) -> None:
        self.offset = offset
        self.kernels = list(_kernels(probabilities, by_points=bool(offset)))
        self.spread = sqrt(
            sum(probability * (a - b) ** 2 for (a, b), probability in probabilities.items())
        )
        self.widths = [self._width(layer) for layer in range(layers)]
        self.middle = max(self.widths) - min(kernel.low for kernel in self.kernels)
        self.end = [0.0] * self.middle + [0.5] + [1.0] * self.middle
        self.rows = [self._initial_row(layer) for layer in range(layers)]

    def solve(self) -> tuple[Row, ...]:
        """Iterate until no value changes by more than the tolerance. Return the rows from the
        view of the leader."""
        while max(self._update_layer(layer) for layer in range(len(self.rows))) > _TOLERANCE:
            pass
        return tuple(
            array("d", row[self.middle : self.middle + width])
            for row, width in zip(self.rows, self.widths, strict=True)
        )

    def _update_layer(self, layer: int) -> float:
        """Set every value of a layer to its expectation over the next round.

        Return the greatest change of a value.
        """
        sleep(_PAUSE_SECONDS)
        row, change = self.rows[layer], 0.0
        transitions = [
            (self._row(layer - kernel.layers), self.middle + kernel.low, kernel.weights)
            for kernel in self.kernels
        ]
        before, probability_before = 0, 0.5
        for lead in self._leads(layer):
            probability = 0.0
            for target_row, start, weights in transitions:
                first = start + lead
                probability += sum(map(mul, weights, target_row[first : first + len(weights)]))
            change = max(change, abs(probability - row[self.middle + lead]))
            slope = (probability - probability_before) / (lead - before)
            for between in range(before + 1, lead + 1):
                self._set(row, between, probability - slope * (lead - between))
            before, probability_before = lead, probability
        return change

    def _set(self, row: list[float], lead: int, probability: float) -> None:
        row[self.middle + lead] = probability
        row[self.middle - lead] = 1 - probability

    def _row(self, layer: int) -> list[float]:
        """Return the row of a layer. Past the end, the game is decided; for a layer farther
        from the end than the table reaches, it is the last row of the table."""
        return self.end if layer < 0 else self.rows[min(layer, len(self.rows) - 1)]

    def _leads(self, layer: int) -> Iterable[int]:
        """Return the leads that are solved; the leads between them are interpolated."""
        width = self.widths[layer]
        if not self.offset or self._missing_points(layer) <= _INTERPOLATE_FROM:
            return range(1, width)
        return [*range(_INTERPOLATION_STEP, width - 1, _INTERPOLATION_STEP), width - 1]

    def _missing_points(self, layer: int) -> int:
        return self.offset + LAYER_POINTS * layer

    def _width(self, layer: int) -> int:
        """Return the number of leads of this layer that the table contains, including the lead
        of 0."""
        lead = 0
        while self._is_open(layer, lead) and lead < self._safe_lead(layer, lead):
            lead += LEAD_STEP
        return lead // LEAD_STEP

    def _safe_lead(self, layer: int, lead: int) -> float:
        return _MAX_ROUND_SWING + _SAFE_DEVIATIONS * self._remaining_deviation(layer, lead)

    def _is_open(self, layer: int, lead: int) -> bool:
        return not self.offset or lead < self._missing_points(layer)

    def _initial_row(self, layer: int) -> list[float]:
        """Return start values, as if the remaining change of the lead were normally
        distributed."""
        row = list(self.end)
        for place in range(1, self.widths[layer]):
            lead = place * LEAD_STEP
            self._set(row, place, _NORMAL.cdf(lead / self._remaining_deviation(layer, lead)))
        return row

    def _remaining_deviation(self, layer: int, lead: int) -> float:
        """Return an estimate of the standard deviation of the remaining change of the lead."""
        if not self.offset:
            return self.spread * sqrt(layer + 1)
        # The team that is ahead gets about 130 points a round, and the last round goes beyond
        # the target.
        nearest = (self._missing_points(layer) - lead) / 2
        return 1.3 * self.spread * sqrt(1 + nearest / 130)


def _kernels(probabilities: ScoreProbabilities, *, by_points: bool) -> Iterator[Kernel]:
    likely = {
        points: probability
        for points, probability in probabilities.items()
        if probability >= _MIN_PROBABILITY
    }
    whole = sum(likely.values())
    changes: dict[int, dict[int, float]] = {}
    for (a, b), probability in likely.items():
        of_layer = changes.setdefault((a + b) // LAYER_POINTS if by_points else 1, {})
        change = (a - b) // LEAD_STEP
        of_layer[change] = of_layer.get(change, 0) + probability / whole
    for layers, weights in changes.items():
        low, high = min(weights), max(weights)
        yield Kernel(layers, low, [weights.get(at, 0.0) for at in range(low, high + 1)])
