"""Find a group's players by name, add them, rename them, and hide those who no longer play."""

from collections.abc import Callable, Iterable

from scoring.models import AvatarChoice, Group, GroupChangeKind, Player, name_key
from scoring.rules import BySeat, IllegalRound
from scoring.services.group_log import log_group_change
from scoring.services.photos import check_photos, remove_unused_photos, store_photos
from scoring.services.transaction import lock_group, raise_revisions, write_transaction


class NameTaken(Exception):
    """Another player of the group has this name or a name that is alike (`name_key`)."""


def get_or_create_player(group: Group, name: str) -> Player:
    """The group's player with this name or one that is alike (`name_key`); for a merged player,
    the one that it was merged into. A player is added if there is none. A hidden player is no
    longer hidden. The group must be locked."""
    return _finder(group)(name)


def get_or_create_all(group: Group, names: Iterable[str]) -> list[Player]:
    """The same as `get_or_create_player` for each of these names, in their order. The players
    of the group are read only once. Names that are alike (`name_key`) give the same player."""
    return [*map(_finder(group), names)]


def get_or_create_players(
    group: Group, names: BySeat[str], seated: Iterable[int] = ()
) -> BySeat[Player]:
    """The same as `get_or_create_all` for four seats. Players who are `seated` already (primary
    keys) are not unhidden. Raises IllegalRound (SAME_PLAYER_TWICE)."""
    players = names.map(_finder(group, seated))
    refuse_same_player(players)
    return players


def rename_player(player: Player, name: str, device: int | None = None) -> None:
    """Rename the player, and let every phone reload the games of the group. If the player has
    that name already, nothing is written. `device` is the primary key of the device that
    requested it. Raises NameTaken."""
    with write_transaction():
        lock_group(player.group_id)
        key = name_key(name)
        alike = Player.with_merged.filter(group=player.group_id, name_key=key)
        if alike.exclude(pk=player.pk).exists():
            raise NameTaken
        # The player may have been renamed or forgotten since it was read.
        player.refresh_from_db(fields=["name"])
        if player.name == name:
            return
        raise_revisions(player.group_id)
        before, player.name, player.name_key = player.name, name, key
        player.save(update_fields=["name", "name_key"])
        log_group_change(
            player.group_id,
            device,
            GroupChangeKind.RENAME,
            player=player.pk,
            name=before,
            new_name=name,
        )


def choose_avatar(player: Player, choice: AvatarChoice) -> None:
    """Set the player's colour and symbol, and let every phone reload the games of the group."""
    with write_transaction():
        lock_group(player.group_id)
        player.colour, player.symbol = choice.colour, choice.symbol
        player.save(update_fields=["colour", "symbol"])
        raise_revisions(player.group_id)


def choose_photo(player: Player, content: bytes | None) -> None:
    """Set the player's photo (a result of `clean_jpeg`, or None to remove it), and let every
    phone reload the games of the group. Raises TooManyPhotos."""
    with write_transaction():
        lock_group(player.group_id)
        player.photo = store_photos(player.group, [content])[0] if content else None
        player.save(update_fields=["photo"])
        remove_unused_photos(player.group)
        check_photos(player.group)
        raise_revisions(player.group_id)


def hide_player(player: Player, device: int | None = None) -> None:
    """Stop offering the player's name for new games. Games and statistics still contain it. It
    is offered again when a game with this player is started. If the player is already hidden,
    nothing is written."""
    _set_hidden(player, device, hidden=True)


def show_player(player: Player, device: int | None = None) -> None:
    """Undo `hide_player`."""
    _set_hidden(player, device, hidden=False)


def _set_hidden(player: Player, device: int | None, *, hidden: bool) -> None:
    kind = GroupChangeKind.HIDE if hidden else GroupChangeKind.SHOW
    with write_transaction():
        lock_group(player.group_id)
        player.refresh_from_db(fields=["hidden"])
        if player.hidden == hidden:
            return
        player.hidden = hidden
        player.save(update_fields=["hidden"])
        log_group_change(player.group_id, device, kind, player=player.pk)


def current_player(group: Group, pk: int | None) -> Player | None:
    """The group's player with this primary key, or the one that it was merged into; None if
    there is none. The group must be locked."""
    players = Player.with_merged.filter(group=group).select_related("merged_into")
    player = players.filter(pk=pk).first() if pk else None
    return player and player.current


def refuse_same_player(players: Iterable[Player]) -> None:
    """Raise IllegalRound (SAME_PLAYER_TWICE) if one of these players occurs twice (two names
    can be those of one player)."""
    numbers = [player.pk for player in players]
    if len(set(numbers)) < len(numbers):
        raise IllegalRound("SAME_PLAYER_TWICE")


def finder_by_name(players: Iterable[Player]) -> Callable[[str], Player | None]:
    """Return a function that finds the player with a name, or else a player whose name is alike
    (`name_key`)."""
    known = list(players)
    by_name = {player.name: player for player in known}
    by_key = {player.name_key: player for player in known}
    return lambda name: by_name.get(name) or by_key.get(name_key(name))


def _finder(group: Group, seated: Iterable[int] = ()) -> Callable[[str], Player]:
    players = {player.pk: player for player in Player.with_merged.filter(group=group)}
    find_by_name = finder_by_name(players.values())
    added: dict[str, Player] = {}
    stay = set(seated)

    def find(name: str) -> Player:
        found = find_by_name(name) or added.get(name_key(name))
        if found is None:
            found = group.players.create(name=name)
            players[found.pk] = added[found.name_key] = found
        person = players[found.merged_into_id or found.pk]
        if person.hidden and person.pk not in stay:
            person.hidden = False
            person.save(update_fields=["hidden"])
        return person

    return find
