"""Groups in which one person has two names, and merges of these two players."""

import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from scoring.models import (
    Agreement,
    Change,
    Game,
    Group,
    JoinRequest,
    Membership,
    Payment,
    Player,
    Round,
)
from scoring.rules import BySeat
from scoring.services.games import start_game
from scoring.services.player_merge import (
    CannotMerge,
    MergeRefusal,
    merge_players,
    preview_merge,
    take_merge_back,
)
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import read_history
from tests.factories import GameWriter, plain
from tests.scoring.stats.figures import group_figures, pairs, player_figures, rivals
from tests.scoring.stats.naive import Naive

NAMES = BySeat("Ada", "Ben", "Cleo", "Dora")


def play(group: Group, *names: str) -> Game:
    game = start_game(group, BySeat(*names), Agreement(), key=uuid.uuid4())
    GameWriter(game).record(plain(60))
    return game


def named(group: Group, name: str) -> Player:
    return Player.with_merged.get(group=group, name=name)


def merge(group: Group, merged: str, kept: str) -> None:
    merge_players(named(group, merged), named(group, kept))


def take_back(group: Group, merged: str) -> None:
    take_merge_back(named(group, merged))


def refusal(group: Group, merged: str, kept: str) -> MergeRefusal:
    with pytest.raises(CannotMerge) as refused:
        merge(group, merged, kept)
    return refused.value.reason


def stored(group: Group) -> list[Any]:
    """Return all rows of the group without the counters that a merge raises."""
    raised = {"version", "revision"}
    games: Any = Game.with_deleted.filter(group=group).order_by("pk").values()
    rows = [
        rows.order_by("pk").values()
        for rows in (
            Player.with_merged.filter(group=group),
            Round.objects.filter(group=group),
            Change.objects.filter(group=group),
            Payment.objects.filter(group=group),
            Membership.objects.filter(group=group),
            JoinRequest.objects.filter(group=group),
        )
    ]
    kept = [{name: row[name] for name in row if name not in raised} for row in games]
    return [kept, *map(list, rows)]


def figures(group: Group) -> Any:
    found = compute_group_stats(read_history(group))
    players = {player: player_figures(each) for player, each in found.players.items()}
    return players, pairs(found), rivals(found), group_figures(found)


def naive_figures(group: Group) -> Any:
    naive = Naive(group)
    players = {player: naive.player(player) for player in naive.players()}
    return players, naive.pairs(), naive.rivals(), naive.group()


def players_to_keep(merged: Player) -> Iterator[Player]:
    """Yield the players into whom this player can be merged."""
    for kept in merged.group.players.exclude(pk=merged.pk).order_by("pk"):
        with suppress(CannotMerge):
            preview_merge(merged, kept)
            yield kept
