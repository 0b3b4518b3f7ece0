"""Reads a tournament of single deals, each with the calls by compass seat and both scores.

The scores include the calls. All deals of two pairs against each other are one game with this
fixed number of rounds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.importers.found import (
    FoundGame,
    FoundRound,
    ParsedText,
    Problem,
    ProblemKind,
    Shape,
)
from scoring.importers.round_points import problem_of
from scoring.importers.values import spelling, whole
from scoring.rules import BySeat, ByTeam, sum_points

# The numbers of two pairs: North and South, East and West.
Pairs = tuple[int, int]


@dataclass(slots=True)
class _Match:
    """The deals that two pairs played against each other, and the problems of their scores.
    `place` is the number of the first of these deals."""

    place: int
    rounds: list[FoundRound] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def is_tournament(data: Any) -> bool:
    return isinstance(data, dict) and "hands" in data and "players" in data


def read_tournament(data: Mapping[str, Any]) -> ParsedText:
    found = ParsedText(Shape.TOURNAMENT)
    names: dict[int, list[str]] = {}
    for each in data["players"]:
        number = int(each["pair_no"])
        names.setdefault(number, []).append(spelling(each.get("name")) or f"Pair {number}")
    for pairs, match in _matches(data["hands"], found.problems).items():
        ns, ew = (_two(names, number) for number in pairs)
        found.games.append(
            FoundGame(
                match.place,
                BySeat(ns[0], ew[0], ns[1], ew[1]),
                sum_points(each.points for each in match.rounds),
                tuple(match.rounds),
                fixed_rounds=len(match.rounds),
                problems=tuple(match.problems),
            )
        )
    return found


def _matches(
    hands: Iterable[Mapping[str, Any]], problems: list[Problem]
) -> dict[Pairs, _Match]:
    """Return the matches in the order of their first deals. All problems are added to
    `problems`."""
    matches: dict[Pairs, _Match] = {}
    for place, hand in enumerate(hands, 1):
        pairs = int(hand["ns_pair"]), int(hand["ew_pair"])
        a, b = whole(hand.get("ns_score")), whole(hand.get("ew_score"))
        if a is None or b is None:
            averaged = "AVG" in f"{hand.get('ns_score')}{hand.get('ew_score')}".upper()
            kind = ProblemKind.AVERAGE if averaged else ProblemKind.NO_NUMBERS
            problems.append(Problem(place, kind))
            continue
        match = matches.setdefault(pairs, _Match(place))
        match.rounds.append(FoundRound(ByTeam(a, b)))
        if problem := problem_of(place, ByTeam(a, b)):
            match.problems.append(problem)
            problems.append(problem)
    return matches


def _two(names: Mapping[int, list[str]], number: int) -> tuple[str, str]:
    """Return the names of the two players of a pair. If the pair does not have exactly two
    different names, the names are made from its number."""
    pair = [*dict.fromkeys(names.get(number, ()))]
    if len(pair) == 2:
        return pair[0], pair[1]
    return f"Pair {number}, 1", f"Pair {number}, 2"
