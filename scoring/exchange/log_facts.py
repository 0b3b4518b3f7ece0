"""Facts of the change log in a file, where players have ids in place of primary keys."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.models import SEAT_COLUMNS, SEAT_ID_COLUMNS
from scoring.models.player_facts import replace_fact_players, replace_rotation_players
from scoring.services.logged_group import LoggedGame

Facts = Mapping[str, Any]

# The column of each seat, and its name in a file.
SEATS_IN_FILE = {SEAT_ID_COLUMNS[seat]: column for seat, column in SEAT_COLUMNS.items()}
SEATS_STORED = {name: column for column, name in SEATS_IN_FILE.items()}


def to_file(facts: Facts | None, player: Callable[[int], str]) -> Facts | None:
    """Convert stored facts of a change to those of a file. `player` returns the id for a
    primary key."""
    return _renamed(replace_fact_players(facts, player), SEATS_IN_FILE)


def from_file(facts: Facts | None, player: Callable[[str], int]) -> Facts | None:
    """Convert facts of a file to those that are stored. `player` returns the primary key for an
    id, or raises."""
    return replace_fact_players(_renamed(facts, SEATS_STORED), player)


def _renamed(facts: Facts | None, names: Mapping[str, str]) -> Facts | None:
    if facts is None:
        return None
    return {names.get(name, name): value for name, value in facts.items()}


def renumber(
    logged: LoggedGame, players: Mapping[int, int], authors: Mapping[int, int]
) -> None:
    """Replace the numbers that players and authors have in a game that was read by their
    primary keys."""
    for row in (logged.game, *logged.rounds):
        for column in SEATS_STORED.values():
            number = getattr(row, column)
            if number is not None:
                setattr(row, column, players[number])
    player = players.__getitem__
    logged.game.rotation_facts = replace_rotation_players(logged.game.rotation_facts, player)
    for change in logged.changes:
        change.before = replace_fact_players(change.before, player)
        change.after = replace_fact_players(change.after, player)
        change.device_id = authors.get(change.device_id, change.device_id)
