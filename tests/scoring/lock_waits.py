"""Waits until another connection waits for a lock, for tests of concurrent transactions."""

from collections.abc import Callable
from threading import Event

from django.db import connection

SECONDS = 60


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds. Raises TimeoutError after SECONDS."""
    for _ in range(SECONDS * 20):
        if condition() or Event().wait(0.05):
            return
    raise TimeoutError


def somebody_waits() -> bool:
    """Return whether another connection waits for a lock."""
    with connection.cursor() as cursor:
        # A transaction keeps its first snapshot of the connections until the snapshot is
        # cleared.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])
