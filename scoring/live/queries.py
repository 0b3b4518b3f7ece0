"""The queries of the hub. They run in its own thread with one connection."""

import uuid
from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db import connection, connections
from django.utils.translation import override

from scoring.caching import board_etag, cached_win_probability
from scoring.models import Game, Role
from scoring.models.compiled_query import CompiledQuery, ListParameter


class Subscription(NamedTuple):
    """The primary keys of a game and of a device that may see it, and the revision of the
    game."""

    game: int
    device: int
    revision: int


class PollRequest(NamedTuple):
    """A poll for the game with this key. With `scoring` it requests the table, which viewers
    may not see, otherwise the scoreboard."""

    key: uuid.UUID
    token: str
    scoring: bool
    seen: int  # the revision on the page
    language: str


class PollResult(NamedTuple):
    """The revision of a game, and the ETag of its board. The ETag is empty if the page already
    has this revision."""

    revision: int
    etag: bytes = b""


def find(key: uuid.UUID, token: str) -> Subscription | None:
    """Return the game with this key if the device with this token may see its score, else
    None."""
    game = Game.find(key, token=token)
    return Subscription(game.pk, game.device_id, game.revision) if game else None


def poll(requests: Iterable[PollRequest]) -> list[PollResult | None]:
    """Return a result for each request, or None if the device may not see the game."""
    return [_poll(each) for each in requests]


def _poll(request: PollRequest) -> PollResult | None:
    game = Game.find(request.key, token=request.token)
    if game is None or (request.scoring and game.role == Role.VIEWER):
        return None
    if game.revision == request.seen:
        return PollResult(game.revision)
    with override(request.language):
        etag = board_etag(game, cached_win_probability(game))
    return PollResult(game.revision, etag.encode())


def revisions(games: Collection[int]) -> dict[int, int]:
    """Return the revisions of these games by primary key. Deleted games are included, because
    the access check ends their streams when their revision rises."""
    return dict(_REVISIONS.rows(games=games))


def visible_pairs(games: Collection[int], devices: Collection[int]) -> set[tuple[int, int]]:
    """Return all pairs (game, device) of these games and devices for which the device may see
    the game."""
    return {
        (game, device) for game, device in _VISIBLE_PAIRS.rows(games=games, devices=devices)
    }


def data_version() -> int:
    """Return the data version of SQLite, which changes whenever another connection has
    committed."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def close_connections() -> None:
    """Close this thread's connections."""
    connections.close_all()


_GAMES, _DEVICES = ListParameter("games"), ListParameter("devices")
_REVISIONS = CompiledQuery(
    lambda: Game.with_deleted.order_by().filter(pk__in=_GAMES).values_list("pk", "revision")
)
_VISIBLE_PAIRS = CompiledQuery(
    lambda: Game.objects.filter(pk__in=_GAMES).visible_pairs(_DEVICES)
)
