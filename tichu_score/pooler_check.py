"""Whether the pooler lets this server have the connections that it keeps.

In session mode PgBouncer has a connection to the database for each that a client keeps, so a
pool that is too small leaves requests waiting for minutes. In transaction mode idle ones have
none.
"""

import os
import select
from contextlib import ExitStack, closing
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from tichu_score.logs import first_line
from tichu_score.postgresql.base import NOT_POOLED
from tichu_score.start_error import StartError

# A process keeps one for each thread, one for streams, and one for what it does once a day.
BESIDE_THREADS = 2
WAIT = 10.0  # seconds for a connection to answer


def check_pooler() -> None:
    """Have as many connections at once as the server may keep. Raises StartError if that is too
    many for the pooler. One that is not there at all is left to requests, which are refused."""
    if not settings.POOLER:
        return
    wanted = settings.PROCESSES * (settings.THREADS + BESIDE_THREADS)
    with ExitStack() as opened:
        for number in range(wanted):
            try:
                pooled = opened.enter_context(closing(psycopg.connect(**_parameters())))
                reason = "" if _answers(pooled) else f"no answer in {WAIT:.0f} s"
            except psycopg.OperationalError as error:
                if number == 0:
                    return
                reason = first_line(error)
            if reason:
                raise StartError(
                    f"The pooler of POOLER_URL gave this server {number} of the {wanted} "
                    f"connections that it keeps ({reason}): set pool_mode = transaction in "
                    f"PgBouncer; in session mode default_pool_size has to be {wanted} for each "
                    "server.",
                    os.EX_CONFIG,
                )


def _parameters() -> dict[str, Any]:
    """As a server process has them, but for what psycopg does not know."""
    past = connection.get_connection_params()
    for name in (*NOT_POOLED, "server_side_binding"):
        past.pop(name, None)
    return past | settings.POOLER | {"connect_timeout": round(WAIT)}


def _answers(pooled: psycopg.Connection) -> bool:
    """Whether a query is answered in time, for which psycopg itself would wait without end."""
    pooled.pgconn.send_query(b"SELECT 1")
    readable, _, _ = select.select([pooled.pgconn.socket], [], [], WAIT)
    return bool(readable)
