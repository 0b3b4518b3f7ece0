"""Merge two players of a group that are one person, and take that back.

All that names the one is written to name the other: seats, rounds' own players, rotations, the
facts of changes, payments, devices. So nothing that is read or counted knows of merges. What
was written is kept in `Player.merge_facts`; of games, only which: two players who are in one
game are not merged, so who is taken back is the only one of both there.
"""

import uuid
from collections.abc import Callable, Collection
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet

from scoring.models import (
    SEAT_COLUMNS,
    Change,
    Game,
    Group,
    GroupChangeKind,
    JoinRequest,
    Membership,
    Payment,
    Player,
    Round,
)
from scoring.models.player_facts import (
    NAMING_PLAYERS,
    facts_with,
    players_of_facts,
    players_of_rotation,
    rotation_with,
)
from scoring.services.group_log import log_change
from scoring.services.transaction import lock_group, write_transaction

# Of changes that are in memory, and written, at once.
_BATCH_SIZE = 200
_COLUMNS = tuple(SEAT_COLUMNS.values())


class MergeRefusal(StrEnum):
    """Why two players are not one person."""

    SAME_GAME = "same_game"  # both are in one game, or in its change log
    SAME_SERIES = "same_series"
    PAYMENT = "payment"  # one of them paid the other
    HAS_MERGED = "has_merged"  # others were merged into the one who would be merged


class CannotMerge(Exception):
    """Two players cannot be merged; `began` is when the game that both are in did."""

    def __init__(self, reason: MergeRefusal, began: datetime | None = None) -> None:
        super().__init__(reason)
        self.reason, self.began = reason, began


class PlayerMergePreview(NamedTuple):
    """In how many games, but deleted ones, each of two players is, and how many devices the one
    has who would be merged."""

    merged_games: int
    kept_games: int
    devices: int

    @property
    def games(self) -> int:
        """In how many games the player is who is kept: they have none in common."""
        return self.merged_games + self.kept_games


class _GamePlayers(NamedTuple):
    """A game and its `players`; `named` are those too whom only its change log names."""

    pk: int
    series: uuid.UUID | None
    began: datetime
    deleted: bool
    players: set[int]
    named: set[int]


def preview_merge(merged: Player, kept: Player) -> PlayerMergePreview:
    """What merging these two players of a group would come to. Raises CannotMerge."""
    games = list(_check(merged, kept))

    def count(player: Player) -> int:
        return sum(player.pk in game.players and not game.deleted for game in games)

    return PlayerMergePreview(count(merged), count(kept), merged.membership_set.count())


def merge_players(merged: Player, kept: Player, device: int | None = None) -> None:
    """Write `kept` wherever `merged` stands, who is no player of the group any more but for the
    name, by which `kept` is found too. Raises CannotMerge, and Player.DoesNotExist if one of
    them was merged meanwhile.

    `device` is the primary key of the one that does it. The recovery link of `merged` ends;
    that of `kept` too if `kept` becomes an owner by it, for it is a member's.
    """
    with write_transaction():
        lock_group(merged.group_id)
        for player in (merged, kept):
            player.refresh_from_db(from_queryset=Player.objects.all())
        games = [game.pk for game in _check(merged, kept) if merged.pk in game.named]
        becomes_owner = merged.is_owner and not kept.is_owner
        merged.merge_facts = {
            "games": games,
            **{
                name: _numbers_changed(rows, column, merged, kept)
                for name, (rows, column) in _references(merged.group).items()
            },
        }
        _rewrite_games(games, merged.pk, kept.pk)
        if becomes_owner:
            kept.recovery_link_hash = None
            kept.save(update_fields=["recovery_link_hash"])
        merged.merged_into, merged.recovery_link_hash = kept, None
        merged.save(update_fields=["merged_into", "merge_facts", "recovery_link_hash"])
        both = {"player": merged.pk, "other": kept.pk}
        log_change(merged.group_id, device, GroupChangeKind.MERGE, **both)


def take_merge_back(merged: Player, device: int | None = None) -> None:
    """Undo `merge_players`: all games that `merged` had then are that player's again, with all
    that was changed in them since; games that were played since stay the other one's, whose
    recovery link ends if a device goes back. Nothing happens if it is undone already."""
    with write_transaction():
        lock_group(merged.group_id)
        merged.refresh_from_db()
        kept, facts = merged.merged_into, merged.merge_facts
        if kept is None or facts is None:
            return
        merged.merged_into, merged.merge_facts = None, None
        merged.save(update_fields=["merged_into", "merge_facts"])
        games = Game.with_deleted.filter(group=merged.group_id, pk__in=facts["games"])
        _rewrite_games(list(games.values_list("pk", flat=True)), kept.pk, merged.pk)
        for name, (rows, column) in _references(merged.group).items():
            back = rows.filter(pk__in=facts[name], **{column: kept})
            moved = back.update(**{column: merged})
            if name == "devices" and moved:
                kept.recovery_link_hash = None
                kept.save(update_fields=["recovery_link_hash"])
        both = {"player": merged.pk, "other": kept.pk}
        log_change(merged.group_id, device, GroupChangeKind.TAKE_BACK, **both)


def _references(group: Group) -> dict[str, tuple[QuerySet[Any], str]]:
    """Rows that name a player beside the games: what they are called in `merge_facts`, and by
    which column."""
    return {
        "paid": (Payment.objects.filter(group=group), "payer"),
        "received": (Payment.objects.filter(group=group), "payee"),
        "devices": (Membership.objects.filter(group=group), "player"),
        "requests": (JoinRequest.objects.filter(group=group), "player"),
    }


def _check(merged: Player, kept: Player) -> list[_GamePlayers]:
    """All games of the group. Raises CannotMerge."""
    if Player.with_merged.filter(merged_into=merged).exists():
        raise CannotMerge(MergeRefusal.HAS_MERGED)
    both = {merged.pk, kept.pk}
    paid = Payment.objects.filter(payer__in=both, payee__in=both)
    if paid.exists():
        raise CannotMerge(MergeRefusal.PAYMENT)
    games = _games(merged.group)
    for game in games:
        if both <= game.named:
            raise CannotMerge(MergeRefusal.SAME_GAME, game.began)
    in_series: dict[uuid.UUID, set[int]] = {}
    for game in games:
        if game.series:
            there = in_series.setdefault(game.series, set())
            there |= game.named & both
            if both <= there:
                raise CannotMerge(MergeRefusal.SAME_SERIES, game.began)
    return games


def _games(group: Group) -> list[_GamePlayers]:
    """All games of a group, deleted ones too."""
    games: dict[int, _GamePlayers] = {}
    rows = Game.with_deleted.filter(group=group).order_by("pk")
    for pk, series, began, deleted, rotation, *four in rows.values_list(
        "pk", "series", "created", "deleted", "rotation_facts", *_COLUMNS
    ):
        players = {*four, *players_of_rotation(rotation)}
        games[pk] = _GamePlayers(pk, series, began, deleted is not None, players, set(players))
    own = Round.objects.filter(group=group, player_a1__isnull=False).order_by()
    for pk, *four in own.values_list("game", *_COLUMNS).distinct():
        games[pk].players.update(four)
        games[pk].named.update(four)
    changes = _changes_with_players(Change.objects.filter(group=group))
    for pk, before, after in changes.values_list("game", "before", "after").iterator():
        games[pk].named.update(players_of_facts(before), players_of_facts(after))
    return list(games.values())


def _changes_with_players(changes: QuerySet[Change]) -> QuerySet[Change]:
    """Those of the changes whose facts may name players."""
    return changes.order_by("pk").filter(
        Q(before__has_any_keys=NAMING_PLAYERS) | Q(after__has_any_keys=NAMING_PLAYERS)
    )


def _numbers_changed(
    rows: QuerySet[Any], column: str, merged: Player, kept: Player
) -> list[int]:
    """Write `kept` for `merged` in this column; the primary keys of these rows."""
    numbers = list(rows.order_by("pk").filter(**{column: merged}).values_list("pk", flat=True))
    rows.filter(pk__in=numbers).update(**{column: kept})
    return numbers


def _rewrite_games(games: Collection[int], old: int, new: int) -> None:
    """Write one player for another, by their primary keys, in all that these games have; the
    version of each rises, which all that is cached of them depends on. The group is locked."""
    chosen = Game.with_deleted.filter(pk__in=games)
    # In one order, and each locked before its rounds are read.
    list(chosen.select_for_update(no_key=True).order_by("pk").values_list("pk"))

    def player(pk: int) -> int:
        return new if pk == old else pk

    for column in _COLUMNS:
        chosen.filter(**{column: old}).update(**{column: new})
        Round.objects.filter(game__in=games, **{column: old}).update(**{column: new})
    rotations = list(chosen.filter(rotation_facts__isnull=False))
    for game in rotations:
        game.rotation_facts = rotation_with(game.rotation_facts, player)
    Game.with_deleted.bulk_update(rotations, ["rotation_facts"], batch_size=_BATCH_SIZE)
    _rewrite_changes(games, player)
    chosen.update(version=F("version") + 1, revision=F("revision") + 1)


def _rewrite_changes(games: Collection[int], player: Callable[[int], int]) -> None:
    changed = []
    found = _changes_with_players(Change.objects.filter(game__in=games))
    for change in found.only("before", "after"):
        before, after = (facts_with(each, player) for each in (change.before, change.after))
        if (before, after) != (change.before, change.after):
            change.before, change.after = before, after
            changed.append(change)
    Change.objects.bulk_update(changed, ["before", "after"], batch_size=_BATCH_SIZE)
