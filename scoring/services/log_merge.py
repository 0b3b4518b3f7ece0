"""Store in a group the content of a log that the group does not have: either all or nothing.

This is one transaction, so that nobody sees an incomplete merge. On SQLite nobody else can
write meanwhile, so at most MAX_ROWS rows are stored at once. The other games need another merge
of the same file.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Q
from django.db.models.functions import Coalesce

from scoring.models import (
    Change,
    Device,
    Game,
    Group,
    GroupChangeKind,
    Player,
    Round,
    UnknownProperties,
    clean_text,
)
from scoring.models.game_import import MAX_SOURCE_LENGTH
from scoring.models.log_ids import device_log_id, group_change_log_id, player_log_id
from scoring.services.group_log import log_group_change
from scoring.services.log_rows import (
    create_authors,
    create_games,
    create_group_changes,
    create_payments,
    create_players,
    create_rows,
    create_seasons,
)
from scoring.services.logged_group import (
    LoggedGame,
    LoggedGroupChange,
    LoggedPayment,
    LoggedSeason,
)
from scoring.services.transaction import (
    Conflict,
    lock_and_bump,
    lock_group,
    raise_revisions,
    write_transaction,
)
from scoring.services.unknown_properties import (
    LoggedUnknownProperties,
    store_unknown,
    store_unknown_of_games,
)

# The number of games, rounds and changes together, which take about a second on SQLite.
MAX_ROWS = 4_000

# Fields of a game that a log does not contain, or that belong to this database.
_KEPT = {"id", "group", "key", "log_id", "version", "revision", "late_changes", "follows"}
_FIELDS = Game._meta.concrete_fields  # noqa: SLF001 (documented by Django)
_COLUMNS = [each.attname for each in _FIELDS if each.name not in _KEPT]

Numbers = Mapping[int, int]
# A function that replaces the numbers in a game by the primary keys of players and authors.
Renumber = Callable[[LoggedGame, Numbers, Numbers], None]


@dataclass(frozen=True, slots=True)
class LongerGame:
    """A game whose log is longer in the file: the stored game as it was read, the number of its
    changes, and the game of the file, which begins with the same changes."""

    stored: Game
    changes: int
    logged: LoggedGame

    @property
    def rows(self) -> int:
        return self.logged.rows


@dataclass(slots=True)
class LogMerge:
    """The content of a log that a group does not have.

    `group_players` are the group's players at the time of reading. `players` and `authors` are
    the primary keys of the players and authors of the log, by their ids in the log. Those of
    `new_players` and `new_authors` are not stored yet, and have numbers below 0 instead.
    `alike` are the stored players who were identified with the players of the log with these
    ids.
    """

    group: Group
    group_players: frozenset[tuple[int, str]]
    players: dict[uuid.UUID, int]
    authors: dict[uuid.UUID, int]
    new_players: dict[uuid.UUID, Player] = field(default_factory=dict)
    new_authors: dict[uuid.UUID, str] = field(default_factory=dict)
    alike: dict[uuid.UUID, Player] = field(default_factory=dict)
    games: list[LoggedGame] = field(default_factory=list)
    longer: list[LongerGame] = field(default_factory=list)
    payments: list[LoggedPayment] = field(default_factory=list)
    seasons: list[LoggedSeason] = field(default_factory=list)
    group_changes: list[LoggedGroupChange] = field(default_factory=list)
    photos: Mapping[uuid.UUID, bytes] = field(default_factory=dict)
    unknown: tuple[LoggedUnknownProperties, ...] = ()

    @property
    def is_empty(self) -> bool:
        games = self.new_players, self.games, self.longer
        return not any((*games, self.payments, self.seasons, self.group_changes))


def player_names(group: Group) -> frozenset[tuple[int, str]]:
    """The primary keys and `name_key`s of the group's players."""
    return frozenset(group.players.values_list("pk", "name_key"))


def known_players(group: Group) -> dict[uuid.UUID, Player]:
    """The group's players by their ids in logs, including those who were merged."""
    players = Player.with_merged.filter(group=group).select_related("merged_into")
    return {player_log_id(each.log_id, group.id_namespace, each.pk): each for each in players}


def known_authors(group: Group) -> dict[uuid.UUID, int]:
    """The primary keys of the devices that belong to the group, or have changed it or one of
    its games, by their ids in its logs."""
    changes = Change.objects.filter(group=group).order_by().values("device")
    there = Q(pk__in=changes) | Q(pk__in=group.changes.order_by().values("device"))
    devices = Device.objects.filter(there | Q(membership__group=group)).distinct()
    return {
        device_log_id(log_id, group.id_namespace, pk): pk
        for pk, log_id in devices.values_list("pk", "log_id")
    }


def known_games(group: Group) -> dict[uuid.UUID, int]:
    """The primary keys of the group's games by their ids in logs, including deleted games."""
    games = Game.with_deleted.filter(group=group).order_by()
    return dict(games.values_list(Coalesce("log_id", "key"), "pk"))


def missing_payments(group: Group, payments: Iterable[LoggedPayment]) -> list[LoggedPayment]:
    """Those of the payments that the group does not have."""
    known = set(group.payments.values_list("key", flat=True))
    return [each for each in payments if each.key not in known]


def missing_seasons(group: Group, seasons: Iterable[LoggedSeason]) -> list[LoggedSeason]:
    """Those of the seasons that the group does not have."""
    known = set(group.seasons.values_list("key", flat=True))
    return [each for each in seasons if each.key not in known]


def missing_entries(
    group: Group, entries: Iterable[LoggedGroupChange]
) -> list[LoggedGroupChange]:
    """Those of the entries that the group's log does not have."""
    rows = group.changes.order_by().values_list("log_id", "pk")
    known = {group_change_log_id(log_id, group.id_namespace, pk) for log_id, pk in rows}
    return [each for each in entries if each.key not in known]


def store_merge(merge: LogMerge, renumber: Renumber, source: str, device: int | None) -> None:
    """Store everything, let every phone of the group show it, and log the merge in the group
    with `source`, the name of the file, and `device`, the primary key of the device that
    requested it.

    Raises Conflict if the group has changed since it was read, and IntegrityError or DataError
    if the content of the log is not possible in the group; then nothing is stored.
    """
    if merge.is_empty:
        return
    with write_transaction():
        group, games = merge.group, _lock_unchanged_group(merge)
        raise_revisions(group.pk)
        authors, new_authors = _store_authors(merge)
        players = _store_players(merge)
        _renumber_games(merge, renumber, players, authors)
        for longer in sorted(merge.longer, key=lambda each: each.stored.pk):
            _continue(longer)
        create_games(group, merge.games, games)
        added = _store_new_of_group(merge, players, authors)
        ids = {each.key for each in added} | merge.new_players.keys() | new_authors
        store_unknown(group, [each for each in merge.unknown if each.id in ids])
        # A merge that adds only entries of the group's log is not logged itself. Otherwise, two
        # groups that merge each other's files would always get new entries.
        noted = [each for each in added if not isinstance(each, LoggedGroupChange)]
        if merge.new_players or merge.games or merge.longer or noted:
            _log_merge(merge, source, device)


def _lock_unchanged_group(merge: LogMerge) -> dict[uuid.UUID, int]:
    """Lock the group, and return its games by their ids in logs. Raises Conflict if its players
    have changed since they were read, or if it now has one of the new games."""
    lock_group(merge.group.pk)
    games = known_games(merge.group)
    known = any(each.game.key in games for each in merge.games)
    if known or player_names(merge.group) != merge.group_players:
        raise Conflict
    return games


def _store_authors(merge: LogMerge) -> tuple[dict[uuid.UUID, int], set[uuid.UUID]]:
    """Store the new authors that are still missing. Returns the primary keys of all authors by
    their ids, and the ids of those that were stored."""
    authors = known_authors(merge.group)
    missing = {each: merge.new_authors[each] for each in merge.new_authors.keys() - authors}
    return authors | create_authors(missing), set(missing)


def _store_players(merge: LogMerge) -> dict[uuid.UUID, int]:
    """Store the new players. Returns the primary keys of all players of the log by their
    ids."""
    _note_ids(merge.alike)
    new = create_players(merge.group, merge.new_players.values(), merge.photos)
    return merge.players | new


def _renumber_games(
    merge: LogMerge,
    renumber: Renumber,
    players: Mapping[uuid.UUID, int],
    authors: Mapping[uuid.UUID, int],
) -> None:
    """Replace the numbers below 0 in the games of the log by primary keys."""
    player_numbers = {number: players[each] for each, number in merge.players.items()}
    author_numbers = {
        number: authors[each] for each, number in merge.authors.items() if each in authors
    }
    for game in (*merge.games, *(longer.logged for longer in merge.longer)):
        renumber(game, player_numbers, author_numbers)


def _store_new_of_group(
    merge: LogMerge, players: Mapping[uuid.UUID, int], authors: Mapping[uuid.UUID, int]
) -> list[LoggedPayment | LoggedSeason | LoggedGroupChange]:
    """Store the payments, the seasons and the entries of the group's log that the group does
    not have yet, and return them."""
    group = merge.group
    payments = missing_payments(group, merge.payments)
    create_payments(group, payments, players)
    seasons = missing_seasons(group, merge.seasons)
    create_seasons(group, seasons)
    entries = missing_entries(group, merge.group_changes)
    create_group_changes(group, entries, players, authors)
    return [*payments, *seasons, *entries]


def _log_merge(merge: LogMerge, source: str, device: int | None) -> None:
    log_group_change(
        merge.group.pk,
        device,
        GroupChangeKind.MERGE_FILE,
        name=clean_text(source)[:MAX_SOURCE_LENGTH],
        players=len(merge.new_players),
        games=len(merge.games),
        longer=len(merge.longer),
    )


def _note_ids(alike: Mapping[uuid.UUID, Player]) -> None:
    """Store these ids as further ids of the players, so that the next merge finds the players
    even after they were renamed."""
    for log_id, player in alike.items():
        player.refresh_from_db(fields=["other_log_ids"])
        player.other_log_ids = sorted({*(player.other_log_ids or ()), str(log_id)})
        player.save(update_fields=["other_log_ids"])


def _continue(longer: LongerGame) -> None:
    """Update the stored game to its longer log. Raises Conflict if the game was changed
    meanwhile."""
    game, logged, seen = longer.stored, longer.logged, longer.stored.version
    lock_and_bump(game, deleted=game.deleted is not None)
    if game.version != seen + 1:
        raise Conflict
    # A rematch raises the version without a change, so the stored version may be higher than
    # that of the log.
    version = max(game.version, logged.game.version)
    columns = {name: getattr(logged.game, name) for name in _COLUMNS}
    Game.with_deleted.filter(pk=game.pk).update(**columns, version=version)
    Round.objects.filter(game=game.pk).delete()
    create_rows([(game, logged.rounds, logged.changes[longer.changes :])])
    UnknownProperties.objects.filter(game=game.pk).delete()
    game.version = version
    if logged.unknown:
        store_unknown_of_games(game.group, [(game, logged.unknown)])
