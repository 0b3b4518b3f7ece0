"""The hub's queries, which run in its own thread with one connection."""

import uuid
from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db import connection, connections
from django.utils.translation import override

from scoring.caching import board_etag, cached_win_probability
from scoring.models import Game, Role
from scoring.models.compiled_query import CompiledQuery, ListParameter


class Subscription(NamedTuple):
    """A game that a device may see, by primary keys, and the game's revision."""

    game: int
    device: int
    revision: int


class PollRequest(NamedTuple):
    """A poll for a game by its key: with `scoring` for its table, which viewers may not see,
    else for its scoreboard."""

    key: uuid.UUID
    token: str
    scoring: bool
    seen: int  # the revision on the page
    language: str


class PollResult(NamedTuple):
    """The game's revision, and the ETag of its board; the ETag is empty if the page has this
    revision already."""

    revision: int
    etag: bytes = b""


def find(key: uuid.UUID, token: str) -> Subscription | None:
    """The game with this key, if the device with this token may see its score."""
    game = Game.find(key, token=token)
    return Subscription(game.pk, game.device_id, game.revision) if game else None


def poll(requests: Iterable[PollRequest]) -> list[PollResult | None]:
    """One result for each request; None where the device may not see the game."""
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
    """The revisions of these games by primary key. Deleted games have one too: when it rises,
    the access check ends their streams."""
    return dict(_REVISIONS.rows(games=games))


def visible_pairs(games: Collection[int], devices: Collection[int]) -> set[tuple[int, int]]:
    """Those of these games that each of these devices may see, as (game, device)."""
    return {
        (game, device) for game, device in _VISIBLE_PAIRS.rows(games=games, devices=devices)
    }


def data_version() -> int:
    """SQLite's number that changes whenever another connection has committed."""
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
