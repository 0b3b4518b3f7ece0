"""Periods in which the database cannot be used, each with two entries in the log.

The first request that is refused because of an outage makes an entry with the reason; the
following requests are only counted. After the database works again, another entry contains
their number. Each process does this separately, and its entries contain its id.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import psycopg
from django.db import InterfaceError, OperationalError

from tichu_score.logs import first_line

# Seconds without a refusal after which an outage is over. A phone retries within that time.
QUIET = 60.0
NO_REQUEST = "-"  # the request number for the server's own work

logger = logging.getLogger(__name__)


class Kind(Enum):
    """A kind of outage, with the messages for its beginning and its end."""

    UNREACHABLE = ("The database does not answer", "The database answers again")
    LOCKED = ("The database is locked", "The database is no longer locked")
    UNWRITABLE = ("The database cannot be written", "The database can be written again")


# The prefixes of SQLite's error names and PostgreSQL's codes: for a lock that could not be
# taken; for a full or broken disk; for a file that cannot be opened, a lost connection, too
# little memory, too many connections, and a server that stops.
SQLITE_KINDS = {
    "BUSY": Kind.LOCKED,
    "LOCKED": Kind.LOCKED,
    "FULL": Kind.UNWRITABLE,
    "IOERR": Kind.UNWRITABLE,
    "READONLY": Kind.UNWRITABLE,
    "CANTOPEN": Kind.UNREACHABLE,
}
POSTGRESQL_KINDS = {
    "55P03": Kind.LOCKED,
    "53100": Kind.UNWRITABLE,
    "08": Kind.UNREACHABLE,
    "53": Kind.UNREACHABLE,
    "57": Kind.UNREACHABLE,
}


def kind_of(error: BaseException | None) -> Kind | None:
    """Return why the database could not be used; None for all other errors, including mistakes
    in a query."""
    if not isinstance(error, (InterfaceError, OperationalError, psycopg.OperationalError)):
        return None
    reason = error if isinstance(error, psycopg.Error) else error.__cause__
    if isinstance(reason, TimeoutError):  # from the lock for writing within this process
        return Kind.LOCKED
    if name := getattr(reason, "sqlite_errorname", None):
        return _first(SQLITE_KINDS, name.removeprefix("SQLITE_"))
    if code := getattr(reason, "sqlstate", None):
        return _first(POSTGRESQL_KINDS, code)
    # An error without a code is a failed connection, or was raised by this program.
    return Kind.UNREACHABLE


def _first(kinds: dict[str, Kind], code: str) -> Kind | None:
    return next((kind for start, kind in kinds.items() if code.startswith(start)), None)


@dataclass
class Outage:
    """An outage. Times are seconds of the clock of `Outages`."""

    reason: str
    began: float
    last: float
    refused: int = 0


class Outages:
    """The outages of this process, at most one of each kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.open: dict[Kind, Outage] = {}
        self.lock = threading.Lock()

    def notice(self, kind: Kind, reason: str, *, request: str = NO_REQUEST) -> None:
        """Note that the database could not be used, and that the request with this number was
        refused."""
        now = self.clock()
        with self.lock:
            begins = kind not in self.open
            outage = self.open.setdefault(kind, Outage(reason, now, now))
            outage.last = now
            outage.refused += request != NO_REQUEST
        if begins:
            fields = {"outage": kind.value[0], "reason": reason, "process": os.getpid()}
            logger.error(
                "%(outage)s (%(reason)s). Process %(process)d answers 503 until that is over.",
                fields,
                extra={"request_id": request},
            )

    def committed(self) -> None:
        """Note that a transaction was committed, which can end outages of every kind."""
        if self.open:
            self._end(*Kind)

    def answered(self) -> None:
        """Note that the database has responded to a query."""
        if self.open:
            self._end(Kind.UNREACHABLE)

    def _end(self, *kinds: Kind) -> None:
        """End the outages of these kinds in which nothing was refused in the last `QUIET`
        seconds."""
        now = self.clock()
        with self.lock:
            ended = {
                kind: self.open.pop(kind)
                for kind in kinds
                if kind in self.open and now - self.open[kind].last >= QUIET
            }
        for kind, outage in ended.items():
            fields = {
                "end": kind.value[1],
                "process": os.getpid(),
                "refused": outage.refused,
                "seconds": round(outage.last - outage.began),
            }
            logger.info(
                "%(end)s. Requests that process %(process)d has refused: %(refused)d within "
                "%(seconds)d s.",
                fields,
            )


outages = Outages()


class OutageFilter(logging.Filter):
    """Drops the log entries of single errors during an outage, which has its own entry."""

    def __init__(self, outages: Outages = outages) -> None:
        super().__init__()
        self.outages = outages

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        kind = kind_of(error)
        if error is None or kind is None:
            return True
        number = getattr(record, "request_id", NO_REQUEST)
        self.outages.notice(kind, first_line(error), request=number)
        return False
