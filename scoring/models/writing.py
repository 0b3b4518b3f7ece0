"""How this program writes: one transaction at a time, in the order in which they came."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# SQLite lets a waiting writer sleep longer each time it loses. A lock in the process gives the
# queue back its order; PostgreSQL keeps one by itself.
_sqlite_turn = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """Open a transaction that may write."""
    if connection.vendor == "sqlite":
        with _sqlite_turn, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield
