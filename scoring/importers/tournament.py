"""A tournament of single deals: each has the calls by compass seat and both scores, which
include the calls. What two pairs played against each other is a game of so many rounds."""

from collections.abc import Mapping
from typing import Any

from scoring.importers.found import (
    FoundGame,
    FoundRound,
    ParsedText,
    Problem,
    ProblemKind,
    ReadingOptions,
    Shape,
)
from scoring.importers.round_points import problem_of
from scoring.importers.values import spelling, whole
from scoring.rules import BySeat, ByTeam

Pairs = tuple[int, int]


def is_tournament(data: Any) -> bool:
    return isinstance(data, dict) and "hands" in data and "players" in data


def read_tournament(data: Mapping[str, Any], _options: ReadingOptions) -> ParsedText:
    found = ParsedText(Shape.TOURNAMENT)
    names: dict[int, list[str]] = {}
    for each in data["players"]:
        number = int(each["pair_no"])
        names.setdefault(number, []).append(spelling(each.get("name")) or f"Pair {number}")
    rounds: dict[Pairs, list[FoundRound]] = {}
    first: dict[Pairs, int] = {}
    problems: dict[Pairs, list[Problem]] = {}
    for place, hand in enumerate(data["hands"], 1):
        pairs = int(hand["ns_pair"]), int(hand["ew_pair"])
        a, b = whole(hand.get("ns_score")), whole(hand.get("ew_score"))
        if a is None or b is None:
            averaged = "AVG" in f"{hand.get('ns_score')}{hand.get('ew_score')}".upper()
            kind = ProblemKind.AVERAGE if averaged else ProblemKind.NO_NUMBERS
            found.problems.append(Problem(place, kind))
            continue
        first.setdefault(pairs, place)
        rounds.setdefault(pairs, []).append(FoundRound(ByTeam(a, b)))
        if problem := problem_of(place, ByTeam(a, b)):
            problems.setdefault(pairs, []).append(problem)
            found.problems.append(problem)
    for pairs, played in rounds.items():
        ns, ew = (_two(names, number) for number in pairs)
        totals = ByTeam(
            sum(each.points.a for each in played), sum(each.points.b for each in played)
        )
        found.games.append(
            FoundGame(
                first[pairs],
                BySeat(ns[0], ew[0], ns[1], ew[1]),
                totals,
                tuple(played),
                fixed_rounds=len(played),
                problems=tuple(problems.get(pairs, ())),
            )
        )
    return found


def _two(names: Mapping[int, list[str]], number: int) -> tuple[str, str]:
    """The two of a pair; where they are not told, they are called after its number."""
    pair = [*dict.fromkeys(names.get(number, ()))]
    if len(pair) == 2:
        return pair[0], pair[1]
    return f"Pair {number}, 1", f"Pair {number}, 2"
