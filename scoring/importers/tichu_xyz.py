"""Reads the export of the counter at tichu.xyz and of its earlier versions.

It contains the points of both teams in each round, calls included. A call belongs to a team, so
the caller and the player who was first out are unknown.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring.importers.found import (
    FoundGame,
    FoundRound,
    ParsedText,
    Problem,
    ProblemKind,
    Shape,
)
from scoring.importers.round_points import needs_no_calls, problem_of
from scoring.importers.values import pair, whole
from scoring.rules import BySeat, ByTeam, Team, sum_points

_CALLS = {"tichu": 100, "grand": 200, "lostTichu": -100, "lostGrand": -200}


def is_tichu_xyz(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and "scores" in data
        and ("settings" in data or "version" in data)
    )


def read_tichu_xyz(data: Mapping[str, Any]) -> ParsedText:
    found = ParsedText(Shape.TICHU_XYZ)
    scores, settings = data["scores"], data.get("settings") or {}
    while isinstance(scores, dict):
        scores = scores.get("rounds", scores.get("scores"))
    rounds = tuple(_rounds(scores, found.problems))
    if not rounds:
        return found
    (a1, a2), (b1, b2) = pair(settings.get("teamA"), 1), pair(settings.get("teamB"), 2)
    limit = whole(settings.get("gameLimit"))
    found.games.append(
        FoundGame(
            1,
            BySeat(a1, b1, a2, b2),
            sum_points(each.points for each in rounds),
            rounds,
            id=str(data.get("exportedAt") or ""),
            target=limit if limit and limit > 0 else None,
            problems=tuple(found.problems),
        )
    )
    return found


def _rounds(
    scores: Iterable[Mapping[str, Any]], problems: list[Problem]
) -> Iterator[FoundRound]:
    """Yield the rounds that have points. The problems of these and of other rounds are added to
    `problems`."""
    for place, each in enumerate(scores, 1):
        points = _points(each)
        if points is None:
            problems.append(Problem(place, ProblemKind.NO_NUMBERS))
            continue
        problem = problem_of(place, points)
        if problem is None and not _calls_fit(each, points):
            problem = Problem(place, ProblemKind.CALLS_DO_NOT_FIT)
        if problem:
            problems.append(problem)
        yield FoundRound(points)


def _points(data: Mapping[str, Any]) -> ByTeam[int] | None:
    """Return the points of a round. In exports of earlier versions they are properties of the
    round itself, like its calls."""
    nested = data.get("points")
    pairs = (
        (nested.get("A"), nested.get("B"))
        if isinstance(nested, dict)
        else (data.get("scoreA", data.get("teamA")), data.get("scoreB", data.get("teamB")))
    )
    a, b = map(whole, pairs)
    return None if a is None or b is None else ByTeam(a, b)


def _calls_fit(data: Mapping[str, Any], points: ByTeam[int]) -> bool:
    """Whether the points without those of the calls are possible in a round without calls."""
    return needs_no_calls(
        ByTeam.from_function(lambda team: points[team] - _of_calls(data, team))
    )


def _of_calls(data: Mapping[str, Any], team: Team) -> int:
    flags = data.get("flags")
    if isinstance(flags, dict):
        calls = flags.get(str(team)) or {}
        return sum(worth for name, worth in _CALLS.items() if calls.get(name) is True)
    return sum(worth for name, worth in _CALLS.items() if data.get(f"{name}{team}") is True)
