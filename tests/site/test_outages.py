"""A database that cannot be used makes two entries in the log, not one for each request."""

import logging
import os
import sqlite3

import psycopg
import pytest
from django.db import Error, InterfaceError, OperationalError, ProgrammingError
from django.db.transaction import atomic
from django.test import Client

from tests.factories import GameFactory
from tichu_score.outages import QUIET, Kind, Outage, OutageFilter, Outages, kind_of, outages

LOCKED_OUT = (
    f"The database is locked (busy). Process {os.getpid()} answers 503 until that is over."
)


class Clock:
    """A clock that a test sets, in seconds."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def _no_outages_of_other_tests() -> None:
    """End the outages that other tests have left open in this process."""
    outages.open.clear()


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log entries of outages and of their ends."""
    caplog.set_level(logging.INFO, "tichu_score.outages")
    return caplog


def locked_for_30_seconds(clock: Clock) -> Outages:
    """Return outages in which two requests were refused, the second one now."""
    outages = Outages(clock)
    outages.notice(Kind.LOCKED, "busy", request="c0ffee")
    clock.now += 30
    outages.notice(Kind.LOCKED, "still busy", request="c0ffee")
    return outages


def raised_by(raised: type[Error], cause: Exception | None) -> Error:
    """Return an error as Django raises it for an error of a driver."""
    error = raised(f"{cause}" if cause else "the file was deleted")
    error.__cause__ = cause
    return error


def sqlite_error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("failed")
    error.sqlite_errorname = name
    return error


KINDS = {
    "no connection": (OperationalError, psycopg.OperationalError("no"), Kind.UNREACHABLE),
    "lost connection": (InterfaceError, psycopg.InterfaceError("no"), Kind.UNREACHABLE),
    "shut down": (OperationalError, psycopg.errors.AdminShutdown("no"), Kind.UNREACHABLE),
    "too many": (OperationalError, psycopg.errors.TooManyConnections("no"), Kind.UNREACHABLE),
    "full disk of PostgreSQL": (
        OperationalError,
        psycopg.errors.DiskFull("no"),
        Kind.UNWRITABLE,
    ),
    "no lock": (OperationalError, psycopg.errors.LockNotAvailable("no"), Kind.LOCKED),
    "no file": (OperationalError, sqlite_error("SQLITE_CANTOPEN"), Kind.UNREACHABLE),
    "locked file": (OperationalError, sqlite_error("SQLITE_BUSY_SNAPSHOT"), Kind.LOCKED),
    "lock in the process": (OperationalError, TimeoutError(), Kind.LOCKED),
    "full disk": (OperationalError, sqlite_error("SQLITE_FULL"), Kind.UNWRITABLE),
    "broken disk": (OperationalError, sqlite_error("SQLITE_IOERR_FSYNC"), Kind.UNWRITABLE),
    "noticed by the site itself": (OperationalError, None, Kind.UNREACHABLE),
    "no table in SQLite": (OperationalError, sqlite_error("SQLITE_ERROR"), None),
    "no table in PostgreSQL": (ProgrammingError, psycopg.errors.UndefinedTable("no"), None),
    "deadlock": (OperationalError, psycopg.errors.DeadlockDetected("no"), None),
}


@pytest.mark.parametrize(("raised", "cause", "kind"), KINDS.values(), ids=list(KINDS))
def test_outage_is_distinguished_from_a_mistake(
    raised: type[Error], cause: Exception | None, kind: Kind | None
) -> None:
    assert kind_of(raised_by(raised, cause)) is kind


def test_connection_that_listens_can_be_lost_too() -> None:
    assert kind_of(psycopg.errors.AdminShutdown("gone")) is Kind.UNREACHABLE


def test_outage_begins_with_one_entry(clock: Clock, log: pytest.LogCaptureFixture) -> None:
    locked_for_30_seconds(clock)
    assert log.messages == [LOCKED_OUT]


def test_end_of_an_outage_says_how_many_requests_were_refused(
    clock: Clock, log: pytest.LogCaptureFixture
) -> None:
    outages = locked_for_30_seconds(clock)
    clock.now += QUIET
    outages.committed()
    outages.committed()
    over = (
        "The database is no longer locked. Requests that process {} has refused: 2 within 30 s."
    )
    assert log.messages == [LOCKED_OUT, over.format(os.getpid())]


def test_outage_lasts_while_some_are_refused_and_others_are_not(
    clock: Clock, log: pytest.LogCaptureFixture
) -> None:
    """As when one row of PostgreSQL is locked."""
    outages = locked_for_30_seconds(clock)
    outages.committed()
    clock.now += QUIET - 1
    outages.committed()
    outages.notice(Kind.LOCKED, "busy", request="c0ffee")
    clock.now += QUIET - 1
    outages.committed()
    assert log.messages == [LOCKED_OUT]


def test_database_that_can_be_read_may_still_be_locked(
    clock: Clock, log: pytest.LogCaptureFixture
) -> None:
    outages = locked_for_30_seconds(clock)
    clock.now += QUIET
    outages.answered()
    assert log.messages == [LOCKED_OUT]


def test_database_that_can_be_read_answers_again(
    clock: Clock, log: pytest.LogCaptureFixture
) -> None:
    outages = Outages(clock)
    outages.notice(Kind.UNREACHABLE, "gone")
    clock.now += QUIET
    outages.answered()
    assert [message.partition(".")[0] for message in log.messages] == [
        "The database does not answer (gone)",
        "The database answers again",
    ]


def test_another_kind_of_outage_has_an_entry_of_its_own(
    clock: Clock, log: pytest.LogCaptureFixture
) -> None:
    outages = locked_for_30_seconds(clock)
    outages.notice(Kind.UNREACHABLE, "gone", request="c0ffee")
    assert len(log.messages) == 2


@pytest.mark.parametrize(
    ("error", "is_kept"),
    [(OperationalError("gone\nDETAIL: Anna"), False), (ValueError("bad"), True)],
)
def test_entry_of_a_request_is_left_out_only_where_the_database_refused_it(
    error: Exception, *, is_kept: bool
) -> None:
    record = logging.LogRecord("tichu", logging.ERROR, "", 1, "%s", ("No",), None)
    record.exc_info, record.request_id = (type(error), error, None), "c0ffee"
    outages = Outages()
    assert OutageFilter(outages).filter(record) == is_kept
    kept = {kind: (outage.reason, outage.refused) for kind, outage in outages.open.items()}
    assert kept == ({} if is_kept else {Kind.UNREACHABLE: ("gone", 1)})


def test_what_the_server_does_by_itself_is_no_request() -> None:
    record = logging.LogRecord("tichu", logging.ERROR, "", 1, "No", None, None)
    record.exc_info = (OperationalError, OperationalError("gone"), None)
    record.request_id = "-"
    outages = Outages()
    OutageFilter(outages).filter(record)
    assert outages.open[Kind.UNREACHABLE].refused == 0


@pytest.mark.django_db(transaction=True)
def test_commit_ends_an_outage_of_this_process() -> None:
    outages.open[Kind.UNWRITABLE] = Outage("full", began=-QUIET, last=-QUIET)
    with atomic():
        GameFactory.create()
    assert outages.open == {}


@pytest.mark.django_db
def test_good_health_ends_an_outage_of_this_process(client: Client) -> None:
    outages.open[Kind.UNREACHABLE] = Outage("gone", began=-QUIET, last=-QUIET)
    client.get("/healthz")
    assert outages.open == {}
