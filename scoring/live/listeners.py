"""Notifies the hub that another process, or another connection of this process, has written.

A listener is an asynchronous iterator. It yields the primary keys of games that may have
changed, or None if any game may have changed. It yields None first, because anything may have
been written before.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import psycopg
from django.db import connection

from scoring.live import queries

SQLITE_INTERVAL = 0.05  # seconds
CHANNEL = "scoring_bell"  # the name in the triggers of migration 0004

DirtyGames = set[int] | None
Run = Callable[..., Awaitable[Any]]


def listener(run: Run) -> AsyncIterator[DirtyGames]:
    """Return the listener for the database in use. `run` runs a query in the hub's thread."""
    return listen_postgresql() if connection.vendor == "postgresql" else listen_sqlite(run)


async def listen_sqlite(run: Run) -> AsyncIterator[DirtyGames]:
    """Poll the data version. SQLite sends no notifications, but its data version is cheap to
    read."""
    last = None
    while True:
        current = await run(queries.data_version)
        if current != last:
            last = current
            yield None
        await asyncio.sleep(SQLITE_INTERVAL)


async def listen_postgresql() -> AsyncIterator[DirtyGames]:
    """Listen to the notifications of PostgreSQL. A notification contains the primary key of a
    game, or is empty after a change of memberships."""
    parameters = connection_parameters()
    async with await psycopg.AsyncConnection.connect(
        **parameters, autocommit=True
    ) as listening:
        await listening.execute(f"LISTEN {CHANNEL}")
        yield None
        async for notification in listening.notifies():
            yield {int(notification.payload)} if notification.payload else None


def connection_parameters() -> dict[str, Any]:
    """Return Django's connection parameters, except those that `psycopg` does not know."""
    parameters = connection.get_connection_params()
    for name in ("context", "cursor_factory", "prepare_threshold", "server_side_binding"):
        parameters.pop(name, None)
    return parameters
