"""The possible points of a round, calls included, and the problems of other points."""

from collections.abc import Mapping
from functools import cache
from itertools import product

from scoring.importers.found import Problem, ProblemKind
from scoring.rules import (
    CARD_POINTS_STEP,
    MAX_CARD_POINTS,
    MIN_CARD_POINTS,
    ByTeam,
    Call,
    CallLevel,
    RoundResult,
    Seat,
    score_round,
)

_LEVELS = (None, CallLevel.TICHU, CallLevel.GRAND)


@cache
def calls_behind() -> Mapping[tuple[int, int], int]:
    """Return the points of both teams in every possible round by the official rules, each with
    the least number of calls that results in them."""
    found: dict[tuple[int, int], int] = {}
    cards = range(MIN_CARD_POINTS, MAX_CARD_POINTS + 1, CARD_POINTS_STEP)
    for levels in product(_LEVELS, repeat=len(Seat)):
        calls = tuple(
            Call(seat, level) for seat, level in zip(Seat, levels, strict=True) if level
        )
        for first in (Seat.A1, Seat.B1):
            double = score_round(RoundResult((first, first.partner), calls=calls)).points
            # The points of calls do not depend on card points, so one round is scored, and all
            # card points are added to it.
            base = score_round(RoundResult((first,), ByTeam(0, 100), calls)).points
            for a, b in [tuple(double), *((base.a + a, base.b - a) for a in cards)]:
                found[a, b] = min(found.get((a, b), len(Seat)), len(calls))
    return found


def needs_no_calls(points: ByTeam[int]) -> bool:
    """Whether a round can have these points without calls."""
    return calls_behind().get((points.a, points.b)) == 0


def problem_of(place: int, points: ByTeam[int]) -> Problem | None:
    """Return the reason why no round can have these points; None if one can."""
    if tuple(points) in calls_behind():
        return None
    in_fives = not any(each % CARD_POINTS_STEP for each in points)
    kind = ProblemKind.IMPOSSIBLE_ROUND if in_fives else ProblemKind.NOT_IN_FIVES
    return Problem(place, kind, {"a": points.a, "b": points.b})
