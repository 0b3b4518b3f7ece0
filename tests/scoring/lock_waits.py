"""For tests of concurrent transactions: wait until another connection waits for a lock."""

from collections.abc import Callable
from threading import Event

from django.db import connection

SECONDS = 60


def wait_for(condition: Callable[[], bool]) -> None:
    """Return once this holds. Raises TimeoutError after SECONDS."""
    for _ in range(SECONDS * 20):
        if condition() or Event().wait(0.05):
            return
    raise TimeoutError


def somebody_waits() -> bool:
    """Whether another connection waits for a lock."""
    with connection.cursor() as cursor:
        # A transaction sees the connections as they were when it first asked for them.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])
