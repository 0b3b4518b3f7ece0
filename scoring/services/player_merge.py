"""Merge two players of a group that are one person, and take that back.

All that names the one is written to name the other: seats, rounds' own players, rotations, the
facts of changes, payments, devices. So nothing that is read or counted knows of merges. What
was written is kept in `Player.merge_facts`; of games, only which: two players who are in one
game are not merged, so who is taken back is the only one of both there.
"""

import uuid
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.models import (
    Game,
    Group,
    GroupChangeKind,
    JoinRequest,
    Membership,
    Payment,
    Player,
)
from scoring.services.game_players import GamePlayers, games_with_players, write_player
from scoring.services.group_log import log_group_change
from scoring.services.transaction import lock_group, write_transaction


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


def preview_merge(merged: Player, kept: Player) -> PlayerMergePreview:
    """What merging these two players of a group would come to. Raises CannotMerge."""
    games = list(_check(merged, kept))

    def count(player: Player) -> int:
        return sum(player.pk in game.players and not game.deleted for game in games)

    return PlayerMergePreview(count(merged), count(kept), merged.membership_set.count())


def merge_players(merged: Player, kept: Player, device: int | None = None) -> None:
    """Write `kept` wherever `merged` stands, who is no player of the group any more but for the
    name, by which `kept` is found too. Without a photo, `kept` gets that of `merged`. Raises
    CannotMerge, and Player.DoesNotExist if one of them was merged meanwhile.

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
        if not kept.photo and merged.photo:
            merged.merge_facts["photo"] = kept.photo = merged.photo
            kept.save(update_fields=["photo"])
        write_player(games, merged.pk, kept.pk)
        if becomes_owner:
            kept.recovery_link_hash = None
            kept.save(update_fields=["recovery_link_hash"])
        merged.merged_into, merged.recovery_link_hash = kept, None
        merged.save(update_fields=["merged_into", "merge_facts", "recovery_link_hash"])
        both = {"player": merged.pk, "other": kept.pk}
        log_group_change(merged.group_id, device, GroupChangeKind.MERGE, **both)


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
        write_player(list(games.values_list("pk", flat=True)), kept.pk, merged.pk)
        for name, (rows, column) in _references(merged.group).items():
            back = rows.filter(pk__in=facts[name], **{column: kept})
            moved = back.update(**{column: merged})
            if name == "devices" and moved:
                kept.recovery_link_hash = None
                kept.save(update_fields=["recovery_link_hash"])
        if kept.photo and kept.photo == facts.get("photo"):
            kept.photo = None
            kept.save(update_fields=["photo"])
        both = {"player": merged.pk, "other": kept.pk}
        log_group_change(merged.group_id, device, GroupChangeKind.TAKE_BACK, **both)


def _references(group: Group) -> dict[str, tuple[QuerySet[Any], str]]:
    """Rows that name a player beside the games: what they are called in `merge_facts`, and by
    which column."""
    return {
        "paid": (Payment.objects.filter(group=group), "payer"),
        "received": (Payment.objects.filter(group=group), "payee"),
        "devices": (Membership.objects.filter(group=group), "player"),
        "requests": (JoinRequest.objects.filter(group=group), "player"),
    }


def _check(merged: Player, kept: Player) -> list[GamePlayers]:
    """All games of the group. Raises CannotMerge."""
    if Player.with_merged.filter(merged_into=merged).exists():
        raise CannotMerge(MergeRefusal.HAS_MERGED)
    both = {merged.pk, kept.pk}
    paid = Payment.objects.filter(payer__in=both, payee__in=both)
    if paid.exists():
        raise CannotMerge(MergeRefusal.PAYMENT)
    games = games_with_players(merged.group)
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


def _numbers_changed(
    rows: QuerySet[Any], column: str, merged: Player, kept: Player
) -> list[int]:
    """Write `kept` for `merged` in this column; the primary keys of these rows."""
    numbers = list(rows.order_by("pk").filter(**{column: merged}).values_list("pk", flat=True))
    rows.filter(pk__in=numbers).update(**{column: kept})
    return numbers
