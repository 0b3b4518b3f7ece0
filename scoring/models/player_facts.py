"""The references to players in JSON: in the plan of a rotation, and in the facts of a
change."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.models.seat_columns import SEAT_ID_COLUMNS

Facts = Mapping[str, Any]

_SEATS = frozenset(SEAT_ID_COLUMNS.values())
# The facts of a change that contain players.
NAMING_PLAYERS = ("players", "rotation_facts", *sorted(_SEATS))


def replace_rotation_players(
    facts: Facts | None, replacement: Callable[[Any], object]
) -> Facts | None:
    """The plan of a game whose partners change, with `replacement(player)` in place of each
    player."""
    if facts is None:
        return None
    replaced = {**facts, "players": [replacement(each) for each in facts["players"]]}
    if "before" in facts:
        replaced["before"] = [[replacement(each) for each in four] for four in facts["before"]]
    if "session" in facts:
        out = [replacement(each) for each in facts["session"]["sitting_out"]]
        replaced["session"] = {**facts["session"], "sitting_out": out}
    return replaced


def replace_fact_players(
    facts: Facts | None, replacement: Callable[[Any], object]
) -> Facts | None:
    """The facts of a change, with `replacement(player)` in place of each player."""
    if facts is None:
        return None
    replaced: dict[str, Any] = {}
    for name, value in facts.items():
        if name in _SEATS:
            replaced[name] = replacement(value)
        elif name == "players":
            replaced[name] = [replacement(each) for each in value]
        elif name == "rotation_facts":
            replaced[name] = replace_rotation_players(value, replacement)
        else:
            replaced[name] = value
    return replaced


def players_of_rotation(facts: Facts | None) -> Iterator[int]:
    """The primary keys of all players of a plan; for a table of a session, also of those who
    sit out meanwhile."""
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
