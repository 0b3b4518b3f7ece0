"""Where players stand in JSON: in the plan of a rotation, and in the facts of a change."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.models.round import SEAT_COLUMNS

Facts = Mapping[str, Any]

_SEATS = frozenset(f"{column}_id" for column in SEAT_COLUMNS.values())
# What facts of a change have if they name players.
NAMING_PLAYERS = ("players", "rotation_facts", *sorted(_SEATS))


def rotation_with(facts: Facts | None, player: Callable[[Any], object]) -> Facts | None:
    """The plan of a game whose partners change, with its players as `player` has them."""
    if facts is None:
        return None
    renamed = {**facts, "players": [player(each) for each in facts["players"]]}
    if "before" in facts:
        renamed["before"] = [[player(each) for each in four] for four in facts["before"]]
    if "session" in facts:
        out = [player(each) for each in facts["session"]["sitting_out"]]
        renamed["session"] = {**facts["session"], "sitting_out": out}
    return renamed


def facts_with(facts: Facts | None, player: Callable[[Any], object]) -> Facts | None:
    """The facts of a change, with their players as `player` has them."""
    if facts is None:
        return None
    renamed: dict[str, Any] = {}
    for name, value in facts.items():
        if name in _SEATS:
            renamed[name] = player(value)
        elif name == "players":
            renamed[name] = [player(each) for each in value]
        elif name == "rotation_facts":
            renamed[name] = rotation_with(value, player)
        else:
            renamed[name] = value
    return renamed


def players_of_rotation(facts: Facts | None) -> Iterator[int]:
    """The primary keys of all players of a plan, and at a table of a session of those who sit
    out meanwhile."""
    if facts:
        yield from facts["players"]
        for four in facts.get("before", ()):
            yield from four
        yield from facts.get("session", {}).get("sitting_out", ())


def players_of_facts(facts: Facts | None) -> Iterator[int]:
    """The primary keys of all players whom the facts of a change name."""
    for name, value in (facts or {}).items():
        if name in _SEATS:
            yield value
        elif name == "players":
            yield from value
        elif name == "rotation_facts":
            yield from players_of_rotation(value)
