"""Check whether the pooler allows this server all connections that it holds.

In session mode PgBouncer holds a connection to the database for each connection of a client, so
a pool that is too small makes requests wait for minutes. In transaction mode idle connections
of clients need none.
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

# A process holds one connection for each thread, one for streams, and one for daily work.
BESIDE_THREADS = 2
WAIT = 10.0  # seconds for a connection to answer


def check_pooler() -> None:
    """Open as many connections at once as the server may hold. Raises StartError if the pooler
    does not allow them. If there is no pooler at all, requests are refused later instead."""
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
    """The parameters of a server process, without those that psycopg does not accept."""
    past = connection.get_connection_params()
    for name in (*NOT_POOLED, "server_side_binding"):
        past.pop(name, None)
    return past | settings.POOLER | {"connect_timeout": round(WAIT)}


def _answers(pooled: psycopg.Connection) -> bool:
    """Whether a query returns in time; psycopg itself would wait without a limit."""
    pooled.pgconn.send_query(b"SELECT 1")
    readable, _, _ = select.select([pooled.pgconn.socket], [], [], WAIT)
    return bool(readable)
