"""Find the players of all games of a group, and replace one player by another in some of
them."""

import uuid
from collections.abc import Callable, Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from scoring.models import SEAT_COLUMNS, Change, Game, Group, Player, Round
from scoring.models.player_facts import (
    NAMING_PLAYERS,
    players_of_facts,
    players_of_rotation,
    replace_fact_players,
    replace_rotation_players,
)
from scoring.services.transaction import raise_versions

# The number of changes that are in memory and are written at once.
_BATCH_SIZE = 200
_COLUMNS = tuple(SEAT_COLUMNS.values())


class GamePlayers(NamedTuple):
    """A game and its `players`, by primary keys. `named` also includes players who occur only
    in its change log."""

    pk: int
    series: uuid.UUID | None
    began: datetime
    deleted: bool
    players: set[int]
    named: set[int]


def games_with_players(group: Group) -> list[GamePlayers]:
    """All games of a group, including deleted ones. A game that is added meanwhile is left
    out, unless the group is locked."""
    games: dict[int, GamePlayers] = {}
    rows = Game.with_deleted.filter(group=group).order_by("pk")
    for pk, series, began, deleted, rotation, *four in rows.values_list(
        "pk", "series", "created", "deleted", "rotation_facts", *_COLUMNS
    ):
        players = {*four, *players_of_rotation(rotation)}
        games[pk] = GamePlayers(pk, series, began, deleted is not None, players, set(players))
    own = Round.objects.filter(group=group, player_a1__isnull=False).order_by()
    for pk, *four in own.values_list("game", *_COLUMNS).distinct():
        if game := games.get(pk):
            game.players.update(four)
            game.named.update(four)
    changes = _changes_with_players(Change.objects.filter(group=group))
    for pk, before, after in changes.values_list("game", "before", "after").iterator():
        if game := games.get(pk):
            game.named.update(players_of_facts(before), players_of_facts(after))
    return list(games.values())


def _changes_with_players(changes: QuerySet[Change]) -> QuerySet[Change]:
    """The changes whose facts may contain players."""
    return changes.order_by("pk").filter(
        Q(before__has_any_keys=NAMING_PLAYERS) | Q(after__has_any_keys=NAMING_PLAYERS)
    )


def games_of_player(player: Player) -> list[int]:
    """The primary keys of the games of the player, without deleted games."""
    games = games_with_players(player.group)
    return [game.pk for game in games if player.pk in game.players and not game.deleted]


def write_player(games: Collection[int], old: int, new: int) -> None:
    """Replace one player by another, by their primary keys, in everything that belongs to these
    games. The version of each game rises, so that cached data is not used any more. The group
    must be locked."""
    chosen = Game.with_deleted.filter(pk__in=games)
    # The games are locked in a fixed order, before their rounds are read.
    list(chosen.select_for_update(no_key=True).order_by("pk").values_list("pk"))

    def player(pk: int) -> int:
        return new if pk == old else pk

    for column in _COLUMNS:
        chosen.filter(**{column: old}).update(**{column: new})
        Round.objects.filter(game__in=games, **{column: old}).update(**{column: new})
    rotations = list(chosen.filter(rotation_facts__isnull=False))
    for game in rotations:
        game.rotation_facts = replace_rotation_players(game.rotation_facts, player)
    Game.with_deleted.bulk_update(rotations, ["rotation_facts"], batch_size=_BATCH_SIZE)
    _rewrite_changes(games, player)
    raise_versions(chosen)


def _rewrite_changes(games: Collection[int], player: Callable[[int], int]) -> None:
    changed = []
    found = _changes_with_players(Change.objects.filter(game__in=games))
    for change in found.only("before", "after"):
        before, after = (
            replace_fact_players(each, player) for each in (change.before, change.after)
        )
        if (before, after) != (change.before, change.after):
            change.before, change.after = before, after
            changed.append(change)
    Change.objects.bulk_update(changed, ["before", "after"], batch_size=_BATCH_SIZE)
