"""How a process hears that something was written: one listener for all its games.

A listener yields the games that may have changed, or None where it may be any; at the start
too, because of what happened before it listened.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import psycopg
from django.db import connection

from scoring.live import questions

LOOK_EVERY = 0.05  # seconds
CHANNEL = "scoring_bell"  # that the triggers of PostgreSQL notify

Heard = set[int] | None
Ask = Callable[..., Awaitable[Any]]


def listener(ask: Ask) -> AsyncIterator[Heard]:
    return hear_postgresql() if connection.vendor == "postgresql" else hear_sqlite(ask)


async def hear_sqlite(ask: Ask) -> AsyncIterator[Heard]:
    """SQLite calls nobody, but says cheaply whether any other connection has committed."""
    seen = None
    while True:
        now = await ask(questions.data_version)
        if now != seen:
            seen = now
            yield None
        await asyncio.sleep(LOOK_EVERY)


async def hear_postgresql() -> AsyncIterator[Heard]:
    """PostgreSQL calls with the game that changed, or with nothing where a right did."""
    async with await psycopg.AsyncConnection.connect(**where(), autocommit=True) as listening:
        await listening.execute(f"LISTEN {CHANNEL}")
        yield None
        async for call in listening.notifies():
            yield {int(call.payload)} if call.payload else None


def where() -> dict[str, Any]:
    """What psycopg needs to find the database, without what Django adds for its queries."""
    wanted = connection.get_connection_params()
    for django in ("context", "cursor_factory", "prepare_threshold", "server_side_binding"):
        wanted.pop(django, None)
    return wanted
