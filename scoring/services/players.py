"""Find a group's players by name, or add them."""

from collections.abc import Callable

from scoring.models import Group, Player, name_key
from scoring.rules import BySeat


def get_or_create_player(group: Group, name: str) -> Player:
    """The group's player of this name, or of one that is alike (`name_key`); added if there is
    none. The group must be locked."""
    return _finder(group)(name)


def get_or_create_players(group: Group, names: BySeat[str]) -> BySeat[Player]:
    """The same for four seats, by one query."""
    return names.map(_finder(group))


def _finder(group: Group) -> Callable[[str], Player]:
    players = list(group.players.all())
    by_name = {player.name: player for player in players}
    by_key = {player.name_key: player for player in players}

    def find(name: str) -> Player:
        found = by_name.get(name) or by_key.get(name_key(name))
        return found or group.players.create(name=name)

    return find
