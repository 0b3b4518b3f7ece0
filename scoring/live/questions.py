"""What the bell asks the database, always in its own thread."""

import uuid
from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db import connection, connections, models

from scoring.models import Game, Role, hash_token
from scoring.models.prepared import Prepared
from scoring.views import answers


class Seen(NamedTuple):
    """A game that a device may see, and the game's version."""

    game: int
    device: int
    version: int


class News(NamedTuple):
    """What a device that asks may know of a game: its version, and the tag of its page."""

    version: int
    etag: bytes


class Look(NamedTuple):
    """A question for a game by its key; `scoring` asks for its table, not only its score."""

    key: uuid.UUID
    token: str
    scoring: bool


def find(key: uuid.UUID, token: str) -> Seen | None:
    """The game with this key, if the holder of this token may see its score."""
    game = _find(key, token)
    return Seen(game.pk, game.asked_by, game.version) if game else None


def look(looks: Iterable[Look]) -> list[News | None]:
    """What there is to know for each who asks; None where there is nothing that it may see."""
    return [_look(*each) for each in looks]


def _look(key: uuid.UUID, token: str, scoring: bool) -> News | None:  # noqa: FBT001
    game = _find(key, token)
    if game is None or (scoring and game.role == Role.VIEWER):
        return None
    return News(game.version, answers.etag(game).encode())


def _find(key: uuid.UUID, token: str) -> Game | None:
    found = _SEEN_BY(hash_token(token), models.UUIDField().get_db_prep_value(key, connection))
    return next(iter(found), None)


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
