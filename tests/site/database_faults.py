"""Makes databases fail for a while."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests.server import Server


@contextmanager
def writes_locked(server: Server) -> Iterator[None]:
    """Hold the lock for writing, as another program does."""
    if url := server.env.get("DATABASE_URL"):
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE scoring_game IN EXCLUSIVE MODE")
            yield
            other.rollback()
        return
    path = Path(server.env["DATA_DIR"]) / "tichu.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def database_gone(server: Server) -> Iterator[None]:
    """End all connections to the PostgreSQL database, and allow no new ones."""
    name = urlsplit(server.env["DATABASE_URL"]).path.lstrip("/")
    allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with psycopg.connect(server.admin_url, autocommit=True) as other:
        other.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        yield
        other.execute(allow.format(sql.Identifier(name), sql.SQL("true")))
