"""Facts of the change log as they stand in a file: players by their ids there, and not by the
primary keys of this database."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from scoring.models import SEAT_COLUMNS
from scoring.services.log_import import LoggedGame

Facts = Mapping[str, Any]
T = TypeVar("T")

# The column of a seat, and what it is called in a file.
SEATS_IN_FILE = {f"{column}_id": column for column in SEAT_COLUMNS.values()}
SEATS_STORED = {name: column for column, name in SEATS_IN_FILE.items()}
_SEATS = {column: column for column in SEATS_IN_FILE}


def to_file(facts: Facts | None, player: Callable[[int], str]) -> Facts | None:
    """Facts of a change as a file has them; `player` gives the id of a primary key."""
    return _renamed(facts, SEATS_IN_FILE, player)


def from_file(facts: Facts | None, player: Callable[[str], int]) -> Facts | None:
    """Facts as they are stored; `player` gives the primary key of an id, or raises."""
    return _renamed(facts, SEATS_STORED, player)


def rotation_with(facts: Facts | None, player: Callable[[Any], object]) -> Facts | None:
    """The plan of a game whose partners change, with its players as `player` has them."""
    if facts is None:
        return None
    renamed = {**facts, "players": [player(each) for each in facts["players"]]}
    if "before" in facts:
        renamed["before"] = [[player(each) for each in four] for four in facts["before"]]
    return renamed


def renumber(
    logged: LoggedGame, players: Mapping[int, int], authors: Mapping[int, int]
) -> None:
    """Give a game the primary keys of these players and authors, in place of the numbers by
    which it was read."""
    for row in (logged.game, *logged.rounds):
        for column in SEATS_STORED.values():
            number = getattr(row, column)
            if number is not None:
                setattr(row, column, players[number])
    player = players.__getitem__
    logged.game.rotation_facts = rotation_with(logged.game.rotation_facts, player)
    for change in logged.changes:
        change.before = _renamed(change.before, _SEATS, player)
        change.after = _renamed(change.after, _SEATS, player)
        change.device_id = authors.get(change.device_id, change.device_id)


def _renamed(
    facts: Facts | None, names: Mapping[str, str], player: Callable[[Any], object]
) -> Facts | None:
    if facts is None:
        return None
    renamed: dict[str, Any] = {}
    for name, value in facts.items():
        if name in names:
            renamed[names[name]] = player(value)
        elif name == "players":
            renamed[name] = [player(each) for each in value]
        elif name == "rotation_facts":
            renamed[name] = rotation_with(value, player)
        else:
            renamed[name] = value
    return renamed
