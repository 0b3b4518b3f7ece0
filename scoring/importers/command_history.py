"""Reads the export of a counter that stores the taps of a game.

A tap is a call, a score without calls, or a double win. Scores and double wins contain the
player who was first out, so all facts of every round are known.
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
from scoring.importers.values import spelling, stamp, whole
from scoring.rules import (
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    IllegalRound,
    RoundResult,
    Seat,
    score_round,
    sum_points,
)

_SEATS = tuple(Seat)  # players are numbered in playing order, so 0 and 2 are partners


def is_command_history(data: Any) -> bool:
    return isinstance(data, dict) and "commandHistory" in data


def read_command_history(data: Mapping[str, Any]) -> ParsedText:
    found = ParsedText(Shape.COMMAND_HISTORY)
    rounds = tuple(_rounds(data["commandHistory"]["commands"], found.problems))
    names = [spelling(name) for name in data["playerName"]]
    day, time = stamp(data.get("date"))
    if rounds:
        found.games.append(
            FoundGame(
                1,
                BySeat(*(name or f"Player {n}" for n, name in enumerate(names, 1))),
                sum_points(each.points for each in rounds),
                rounds,
                day,
                time,
                problems=tuple(found.problems),
            )
        )
    return found


def _rounds(
    commands: Iterable[Mapping[str, Any]], problems: list[Problem]
) -> Iterator[FoundRound]:
    """Yield the rounds that these taps ended. For rounds that the rules refuse, the reasons are
    added to `problems`."""
    calls: dict[Seat, CallLevel] = {}
    for place, each in enumerate(commands, 1):
        if each["type"] == "tichu":
            # A later call of the same player replaces the earlier one.
            level = CallLevel.GRAND if each["isLarge"] is True else CallLevel.TICHU
            calls[_seat(each["playerIndex"])] = level
            continue
        try:
            result = _result(each, calls)
        except IllegalRound as refused:
            problems.append(Problem(place, ProblemKind.REFUSED, refused.params, refused.code))
        else:
            yield FoundRound(score_round(result).points, result)
        calls = {}


def _result(data: Mapping[str, Any], calls: Mapping[Seat, CallLevel]) -> RoundResult:
    """Return the round that a tap ended. Raises IllegalRound, or an error such as KeyError if
    the tap is invalid."""
    first = _seat(data["winnerIndex"])
    made = tuple(Call(seat, level) for seat, level in calls.items())
    if data["type"] == "onetwo":
        return RoundResult((first, first.partner), calls=made)
    if data["type"] != "score":
        raise KeyError("type")
    blue, red = whole(data["blueScore"]), whole(data["redScore"])
    if blue is None or red is None:
        raise ValueError("no numbers")
    return RoundResult((first,), ByTeam(blue, red), made)


def _seat(number: Any) -> Seat:
    if type(number) is not int or number < 0:
        raise ValueError("no seat")
    return _SEATS[number]
