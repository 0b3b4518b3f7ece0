"""Groups of which a copy was played on elsewhere, and merges of the log of the copy."""

import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.db import transaction

from scoring.exchange.log_merge import MergePlan, merge_log, plan_merge
from scoring.models import (
    Agreement,
    Change,
    Device,
    Game,
    Group,
    GroupChange,
    GroupChangeKind,
    Payment,
    Player,
    Round,
)
from scoring.rules import BySeat
from scoring.services.games import start_game
from scoring.services.players import rename_player
from tests.factories import GameWriter, PlayerFactory, plain
from tests.scoring.log_groups import imported, log_of
from tests.scoring.stored_rows import stored_rows

MODELS = (
    Change,
    Device,
    Game,
    Group,
    GroupChange,
    Payment,
    Player,
    Round,
)

ALTERED: dict[str, Callable[[dict[str, Any]], object]] = {
    "other seats": lambda game: game["seats"].reverse(),
    "another agreement": lambda game: game["agreement"].update(target=500),
    "another stake": lambda game: game.update(stake=3),
    "another start": lambda game: game.update(started="2020-01-01T00:00:00+00:00"),
    "another time of a change": lambda game: game["changes"][0].update(
        at="2020-01-01T00:00:00+00:00"
    ),
    "another key of a change": lambda game: game["changes"][0].update(id=str(uuid.UUID(int=1))),
}

MEANWHILE: dict[str, Callable[[Group, bytes], object]] = {
    "the game goes on": lambda group, _: writer(group).record(plain(5)),
    "the file is merged": lambda group, log: merge(log, group),
    "a player is added": lambda group, _: PlayerFactory.create(group=group, name="Eva"),
    "a player is renamed": lambda group, _: rename_player(group.players.all()[0], "Eva"),
    "the game is deleted": lambda group, _: writer(group).delete(),
}


def planned(log: bytes, group: Group, **limits: int) -> MergePlan:
    return plan_merge(BytesIO(log), Group.objects.get(pk=group.pk), **limits)


def merge(log: bytes, group: Group, **limits: int) -> MergePlan:
    plan = planned(log, group, **limits)
    merge_log(plan, "away.json")
    return plan


def stored() -> dict[str, list[dict[str, Any]]]:
    return stored_rows(*MODELS)


def log_before_merges(group: Group) -> bytes:
    """Return the file of the group without the entries of its log about merged files."""
    with transaction.atomic():
        group.changes.filter(kind=GroupChangeKind.MERGE_FILE).delete()
        log = log_of(group)
        transaction.set_rollback(True)
    return log


def copied(group: Group) -> Group:
    """Return a copy of the group, as if its file had been imported on another server."""
    return imported(log_of(group))


def writer(group: Group) -> GameWriter:
    """Return a writer of the latest game."""
    game = Game.with_deleted.filter(group=group).first()
    assert game is not None
    return GameWriter(game)


def totals(group: Group) -> list[tuple[int, int]]:
    """Return the totals of all games, the earliest game first."""
    games = Game.objects.filter(group=group).order_by("pk")
    return [(each.a, each.b) for each in (game.summary.standing.totals for game in games)]


def names(group: Group) -> set[str]:
    return set(group.players.values_list("name", flat=True))


def start(group: Group, *players: str) -> GameWriter:
    game = start_game(group, BySeat(*players), Agreement(), key=uuid.uuid4())
    return GameWriter(game)
