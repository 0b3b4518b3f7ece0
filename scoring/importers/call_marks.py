"""Reads the calls of a round as people mark them in a table: "T+", "GT-", "T+, G-"."""

import re
from collections.abc import Iterable
from functools import cache

from scoring.importers.round_points import needs_no_calls
from scoring.rules import OFFICIAL_WORTHS, ByTeam, CallLevel, Seat

_CALL = r"(?:GT|Grand|G|Tichu|T)\s?[+\-−–]?"
_MARKS = re.compile(rf"(?:{_CALL}\s?,?\s?){{1,4}}", re.IGNORECASE)
_CALLS = re.compile(_CALL, re.IGNORECASE)


def are_call_marks(written: str) -> bool:
    """Whether the text is one to four calls."""
    return _MARKS.fullmatch(written) is not None


def calls_fit(points: ByTeam[int], marks: Iterable[str]) -> bool:
    """Whether a round with these calls can have these points. Each call may be that of either
    team, and a call without a sign may be made or failed. A round without marks always fits,
    because its calls are unknown."""
    calls = sorted(_worths(call) for each in marks for call in _CALLS.findall(each))
    if len(calls) > len(Seat):
        return False
    return not calls or any(
        needs_no_calls(ByTeam(points.a - a, points.b - b)) for a, b in _effects(*calls)
    )


@cache
def _effects(*calls: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """Return the points that all these calls may have scored for the one team and for the
    other."""
    if not calls:
        return frozenset({(0, 0)})
    worths, *others = calls
    return frozenset(
        effect
        for a, b in _effects(*others)
        for worth in worths
        for effect in ((a + worth, b), (a, b + worth))
    )


def _worths(call: str) -> tuple[int, ...]:
    """Return the points that the call may have scored for its team."""
    level = CallLevel.GRAND if call[:1].casefold() == "g" else CallLevel.TICHU
    worth = OFFICIAL_WORTHS[level]
    if call.endswith("+"):
        return (worth,)
    return (-worth,) if call[-1] in "-−–" else (worth, -worth)
