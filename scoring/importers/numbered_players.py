"""Reads the export of a counter that numbers its players: 1 and 2 play against 3 and 4.

Every round has the player who was first out, all calls, and a note. The number of bombs is not
read, because it does not say which player had them. A game may also have been entered by its
result only.
"""

from collections.abc import Iterable, Mapping
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
    Team,
    score_round,
    sum_points,
)

_SEATS = {1: Seat.A1, 2: Seat.A2, 3: Seat.B1, 4: Seat.B2}
_TEAMS = {1: Team.A, 2: Team.B}


def is_numbered_players(data: Any) -> bool:
    games = _games(data)
    return bool(games) and all(
        isinstance(each, dict)
        and "players" in each
        and ("rounds" in each or "isManualResult" in each)
        for each in games[:5]
    )


def read_numbered_players(data: Any) -> ParsedText:
    found = ParsedText(Shape.NUMBERED_PLAYERS)
    for place, each in enumerate(_games(data), 1):
        try:
            found.games.append(_game(place, each))
        except IllegalRound as refused:
            found.problems.append(
                Problem(place, ProblemKind.REFUSED, refused.params, refused.code)
            )
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            found.problems.append(Problem(place, ProblemKind.DAMAGED))
    return found


def _games(data: Any) -> list[Any]:
    if isinstance(data, dict) and isinstance(data.get("games"), list):
        return list(data["games"])
    return data if isinstance(data, list) else [data]


def _game(place: int, data: Mapping[str, Any]) -> FoundGame:
    names = [_name(each, number) for number, each in enumerate(data["players"], 1)]
    a1, a2, b1, b2 = names
    day, time = stamp(data.get("createdAt"))
    rounds: list[FoundRound] = []
    if data.get("isManualResult") is True:
        a, b = (whole(data[f"manualTeam{team}Score"]) for team in (1, 2))
    else:
        ordered = sorted(data["rounds"], key=lambda each: whole(each.get("roundNumber")) or 0)
        rounds = [_round(each) for each in ordered]
        a, b = sum_points(each.points for each in rounds)
    if a is None or b is None or not (rounds or data.get("isManualResult")):
        raise ValueError("no totals")
    return FoundGame(
        place,
        BySeat(a1, b1, a2, b2),
        ByTeam(a, b),
        tuple(rounds),
        day,
        time,
        id=str(data.get("id") or ""),
    )


def _name(data: Any, number: int) -> str:
    if isinstance(data, dict):
        data = data.get("guestName") or data.get("name") or data.get("uid")
    return spelling(data) or f"Player {number}"


def _round(data: Mapping[str, Any]) -> FoundRound:
    first = _SEATS[data["finishedFirst"]]
    calls = (
        *_calls(data.get("tichuCalls") or (), CallLevel.TICHU),
        *_calls(data.get("grandTichuCalls") or (), CallLevel.GRAND),
    )
    double = data.get("oneTwoVictory") or 0
    if double:
        if first.team is not _TEAMS[double]:
            raise ValueError("the double win of a team that was not first out")
        result = RoundResult((first, first.partner), calls=calls)
    else:
        a, b = whole(data["team1CardPoints"]), whole(data["team2CardPoints"])
        if a is None or b is None:
            raise ValueError("no points")
        result = RoundResult((first,), ByTeam(a, b), calls)
    note = data.get("note")
    return FoundRound(score_round(result).points, result, note if isinstance(note, str) else "")


def _calls(numbers: Iterable[Any], level: CallLevel) -> list[Call]:
    return [Call(_SEATS[number], level) for number in numbers]
