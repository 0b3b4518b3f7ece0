"""Reads an export of BG Stats: the results of its plays of Tichu. It contains no rounds."""

from collections.abc import Mapping
from typing import Any

from scoring.importers.found import (
    FoundGame,
    ParsedText,
    Problem,
    ProblemKind,
    Shape,
)
from scoring.importers.values import spelling, stamp, whole
from scoring.rules import BySeat, ByTeam

BGG_ID = 215  # the id of Tichu at BoardGameGeek


def is_bg_stats(data: Any) -> bool:
    return isinstance(data, dict) and "plays" in data and "games" in data


def read_bg_stats(data: Mapping[str, Any]) -> ParsedText:
    found = ParsedText(Shape.BG_STATS)
    tichu = {each["id"] for each in data["games"] if _is_tichu(each)}
    names = {each["id"]: spelling(each.get("name")) for each in data["players"]}
    for place, play in enumerate(data["plays"], 1):
        try:
            if play.get("gameRefId") in tichu and not play.get("ignored"):
                read = _play(place, play, names)
                if isinstance(read, Problem):
                    found.problems.append(read)
                else:
                    found.games.append(read)
        except (KeyError, TypeError, ValueError, AttributeError):
            found.problems.append(Problem(place, ProblemKind.DAMAGED))
    return found


def _is_tichu(game: Mapping[str, Any]) -> bool:
    by_name = spelling(game.get("name")).casefold() == "tichu"
    return whole(game.get("bggId")) == BGG_ID or by_name


def _play(place: int, play: Mapping[str, Any], names: Mapping[Any, str]) -> FoundGame | Problem:
    """Read a play. The names of some properties differ between versions of BG Stats."""
    teams = _teams(play["playerScores"])
    if teams is None:
        return Problem(place, ProblemKind.NOT_TWO_TEAMS)
    a, b = map(_total, teams)
    if a is None or b is None:
        return Problem(place, ProblemKind.NO_TOTALS)
    (a1, a2), (b1, b2) = ([names[each["playerRefId"]] for each in team] for team in teams)
    day, time = stamp(play.get("playDate", play.get("date")))
    four = BySeat(a1, b1, a2, b2)
    if not all(four):
        raise ValueError("no name")
    return FoundGame(
        place, four, ByTeam(a, b), day=day, clock=time, id=str(play.get("uuid") or "")
    )


def _teams(scores: list[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]] | None:
    """Return the two teams of two players: by `team` or, if that is not given, by equal scores;
    None if there are no such teams."""
    if len(scores) != 4:
        return None
    for key in ("team", "score"):
        teams: dict[str, list[Mapping[str, Any]]] = {}
        for each in scores:
            if each.get(key) not in {None, ""}:
                teams.setdefault(str(each[key]), []).append(each)
        if [len(team) for team in teams.values()] == [2, 2]:
            return list(teams.values())
    return None


def _total(team: list[Mapping[str, Any]]) -> int | None:
    """Return the total of a team, which may have been entered for both players or for one;
    None if there is none, or if the totals of the players differ."""
    scores = {whole(each.get("score")) for each in team} - {None}
    return scores.pop() if len(scores) == 1 else None
