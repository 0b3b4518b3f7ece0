"""Merge two players of a group that are one person, and undo a merge.

After a merge, everything that referred to the merged player refers to the kept one: seats,
rounds' own players, rotations, the facts of changes, payments, devices. So code that reads and
counts need not handle merges. For the undo, `Player.merge_facts` stores what was changed; for
games, only their primary keys. That is sufficient, because two players of one game cannot be
merged, so that in each of these games the kept player stands for the merged one.
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
    """Why two players cannot be merged."""

    SAME_GAME = "same_game"  # both are in one game, or in its change log
    SAME_SERIES = "same_series"
    PAYMENT = "payment"  # one of them paid the other
    HAS_MERGED = "has_merged"  # other players were merged into the player who would be merged


class CannotMerge(Exception):
    """Two players cannot be merged. `began` is the start of the game that both are in."""

    def __init__(self, reason: MergeRefusal, began: datetime | None = None) -> None:
        super().__init__(reason)
        self.reason, self.began = reason, began


class PlayerMergePreview(NamedTuple):
    """The effect of a merge of two players: the number of games of each, without deleted games,
    and the number of devices of the merged player."""

    merged_games: int
    kept_games: int
    devices: int

    @property
    def games(self) -> int:
        """The number of games that the kept player would have. The two players have no game in
        common."""
        return self.merged_games + self.kept_games


def preview_merge(merged: Player, kept: Player) -> PlayerMergePreview:
    """Return the effect of merging these two players of a group. Raises CannotMerge."""
    games = list(_check(merged, kept))

    def count(player: Player) -> int:
        return sum(player.pk in game.players and not game.deleted for game in games)

    return PlayerMergePreview(count(merged), count(kept), merged.membership_set.count())


def merge_players(merged: Player, kept: Player, device: int | None = None) -> None:
    """Replace `merged` by `kept` everywhere. Only the name of `merged` remains, by which `kept`
    is found too. If `kept` has no photo, it gets that of `merged`. `kept` is hidden only if
    both were. Raises CannotMerge, and Player.DoesNotExist if one of them has been merged
    meanwhile.

    `device` is the primary key of the device that requested it. The recovery link of `merged`
    is deleted. That of `kept` is deleted too if the merge makes `kept` an owner, because it was
    made for a member.
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
        if kept.hidden and not merged.hidden:
            merged.merge_facts["shown"] = True
            kept.hidden = False
            kept.save(update_fields=["hidden"])
        write_player(games, merged.pk, kept.pk)
        if becomes_owner:
            kept.recovery_link_hash = None
            kept.save(update_fields=["recovery_link_hash"])
        merged.merged_into, merged.recovery_link_hash = kept, None
        merged.save(update_fields=["merged_into", "merge_facts", "recovery_link_hash"])
        both = {"player": merged.pk, "other": kept.pk}
        log_group_change(merged.group_id, device, GroupChangeKind.MERGE, **both)


def take_merge_back(merged: Player, device: int | None = None) -> None:
    """Undo `merge_players`. The games that `merged` had before the merge belong to that player
    again, with all later changes of them. Games that were played since then remain with the
    other player, who is hidden again if only the merge had shown that player. If a device
    returns to `merged`, the recovery link of the other player is deleted. If the merge was
    already undone, nothing is changed."""
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
        if facts.get("shown"):
            kept.hidden = True
            kept.save(update_fields=["hidden"])
        both = {"player": merged.pk, "other": kept.pk}
        log_group_change(merged.group_id, device, GroupChangeKind.TAKE_BACK, **both)


def _references(group: Group) -> dict[str, tuple[QuerySet[Any], str]]:
    """The rows, other than those of games, that refer to a player: by their name in
    `merge_facts`, the rows and the column."""
    return {
        "paid": (Payment.objects.filter(group=group), "payer"),
        "received": (Payment.objects.filter(group=group), "payee"),
        "devices": (Membership.objects.filter(group=group), "player"),
        "requests": (JoinRequest.objects.filter(group=group), "player"),
    }


def _check(merged: Player, kept: Player) -> list[GamePlayers]:
    """Check that the two can be merged, and return all games of the group. Raises
    CannotMerge."""
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
    """Replace `merged` by `kept` in this column. Returns the primary keys of the rows."""
    numbers = list(rows.order_by("pk").filter(**{column: merged}).values_list("pk", flat=True))
    rows.filter(pk__in=numbers).update(**{column: kept})
    return numbers
