"""Commits that notify, compared with commits that do not: PostgreSQL serialises commits that
notify."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg

from tests.server import create_database, drop_database

SECONDS = 3.0
CONNECTIONS = (1, 8)
TABLE = "CREATE TABLE game AS SELECT id, 0 AS version FROM generate_series(1, 8) AS id"
CHANGE = {
    "notifying": "UPDATE game SET version = version + 1 WHERE id = %(id)s"
    " RETURNING pg_notify('game', id::text)",
    "quiet": "UPDATE game SET version = version + 1 WHERE id = %(id)s",
}


def measure() -> dict[str, dict[int, float]]:
    """Return the commits a second, by kind and number of connections. Each connection writes
    its own row."""
    admin = os.environ.get("DATABASE_URL", "")
    if not admin.startswith("postgres"):
        raise SystemExit("DATABASE_URL has to name a PostgreSQL.")
    url = create_database(admin)
    try:
        with psycopg.connect(url) as connection:
            connection.execute(TABLE)
        return {
            kind: {number: commits(url, statement, number) for number in CONNECTIONS}
            for kind, statement in CHANGE.items()
        }
    finally:
        drop_database(admin, url)


def commits(url: str, statement: str, number: int) -> float:
    ready = Barrier(number)

    def commit(row: int) -> int:
        count = 0
        with psycopg.connect(url, autocommit=True) as connection:
            ready.wait()
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                connection.execute(statement, {"id": row})
                count += 1
        return count

    with ThreadPoolExecutor(number) as pool:
        return sum(pool.map(commit, range(1, number + 1))) / SECONDS


def lines(figures: dict[str, dict[int, float]]) -> Iterator[str]:
    for kind, rates in figures.items():
        told = ", ".join(f"{rate:,.0f} by {number}" for number, rate in rates.items())
        yield f"{kind} commits a second by connections: {told}"
