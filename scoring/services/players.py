"""Find a group's players by name, add them, rename them, and hide who no longer comes."""

from collections.abc import Callable, Iterable

from scoring.models import Group, Player, name_key
from scoring.rules import BySeat
from scoring.services.transaction import lock_group, raise_revisions, write_transaction


class NameTaken(Exception):
    """Another player of the group has this name, or one that is too alike (`name_key`)."""


def get_or_create_player(group: Group, name: str) -> Player:
    """The group's player of this name, or of one that is alike (`name_key`); added if there is
    none, and no longer hidden. The group must be locked."""
    return _finder(group)(name)


def get_or_create_players(
    group: Group, names: BySeat[str], seated: Iterable[int] = ()
) -> BySeat[Player]:
    """The same for four seats, by one query. Those who are `seated` already, by their primary
    keys, stay hidden if they are."""
    return names.map(_finder(group, seated))


def rename_player(player: Player, name: str) -> None:
    """Give the player another name, in all games of the group: they are shown anew on every
    phone. Raises NameTaken."""
    with write_transaction():
        lock_group(player.group_id)
        key = name_key(name)
        if player.group.players.exclude(pk=player.pk).filter(name_key=key).exists():
            raise NameTaken
        player.name, player.name_key = name, key
        player.save(update_fields=["name", "name_key"])
        raise_revisions(player.group_id)


def hide_player(player: Player) -> None:
    """Offer the player's name nowhere any more; games and statistics keep it. Whoever plays
    again, by that name, is shown again."""
    _set_hidden(player, hidden=True)


def show_player(player: Player) -> None:
    """Undo `hide_player`."""
    _set_hidden(player, hidden=False)


def _set_hidden(player: Player, *, hidden: bool) -> None:
    player.hidden = hidden
    player.save(update_fields=["hidden"])


def _finder(group: Group, seated: Iterable[int] = ()) -> Callable[[str], Player]:
    players = list(group.players.all())
    by_name = {player.name: player for player in players}
    by_key = {player.name_key: player for player in players}
    stay = set(seated)

    def find(name: str) -> Player:
        found = by_name.get(name) or by_key.get(name_key(name))
        if found and found.hidden and found.pk not in stay:
            show_player(found)
        return found or group.players.create(name=name)

    return find
