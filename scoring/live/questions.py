"""What the bell asks the database, always in its own thread."""

import uuid
from collections.abc import Collection
from typing import NamedTuple

from django.db import connection, connections, models

from scoring.models import Game, Role, hash_token
from scoring.models.prepared import Prepared


class Seen(NamedTuple):
    """A game that a device may see, and the game's version."""

    game: int
    device: int
    version: int


def find(key: uuid.UUID, token: str, *, scoring: bool = False) -> Seen | None:
    """The game with this key, if the holder of this token may see its score, or (`scoring`) its
    table: as for the pages."""
    found = _SEEN_BY(hash_token(token), models.UUIDField().get_db_prep_value(key, connection))
    return next(
        (
            Seen(game.pk, game.asked_by, game.version)
            for game in found
            if not scoring or game.role != Role.VIEWER
        ),
        None,
    )


_SEEN_BY = Prepared(lambda: Game.objects.seen_by("").filter(key=uuid.UUID(int=0)).order_by())


def versions(games: Collection[int]) -> dict[int, int]:
    return dict(Game.objects.order_by().filter(pk__in=games).values_list("pk", "version"))


def rights(games: Collection[int], devices: Collection[int]) -> set[tuple[int, int]]:
    """Which of these games each of these devices may see, as (game, device)."""
    return Game.objects.filter(pk__in=games).rights(devices)


def data_version() -> int:
    """A number that changes when anybody else has written to this SQLite database."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def leave() -> None:
    """Give back this thread's connection."""
    connections.close_all()
