"""The log: nothing that a request brings along can look like an entry of it."""

import logging
import sqlite3
import time

import psycopg
import pytest
from django.db import Error, InterfaceError, OperationalError, ProgrammingError

from tichu_score.logs import (
    EscapingFormatter,
    OmitTraceback,
    OmitTracebackOfUnavailableDatabase,
    reason_of_unavailable_database,
)

FORGED = "2026-01-01 12:00:00 ERROR forged"


def written(message: str, *, raised: Exception | None = None) -> list[str]:
    """The lines that one entry becomes."""
    record = logging.LogRecord("tichu", logging.ERROR, "", 1, message, None, None)
    if raised:
        record.exc_info = (type(raised), raised, None)
    return EscapingFormatter("%(levelname)s %(message)s").format(record).splitlines()


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x85", "\u2028", "\u2029"])
def test_message_is_one_line(end: str) -> None:
    (line,) = written(f"Not found: /a{end}{FORGED}")

    assert line == f"ERROR Not found: /a{end.encode('unicode_escape').decode()}{FORGED}"


def test_what_a_terminal_would_obey_is_escaped() -> None:
    assert written("/\x1b[2J\u202e") == ["ERROR /\\x1b[2J\\u202e"]


def test_time_is_in_utc_whatever_the_clock_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    record = logging.LogRecord("tichu", logging.ERROR, "", 1, "Failed", None, None)
    record.created, record.msecs = 0.0, 0.0

    written = EscapingFormatter("%(asctime)s %(message)s").format(record)

    monkeypatch.undo()
    time.tzset()
    assert written == "1970-01-01 00:00:00,000 Failed"


def test_letters_of_all_languages_are_written_as_they_are() -> None:
    assert written("/Grüße/日本語") == ["ERROR /Grüße/日本語"]


def test_lone_surrogate_is_escaped() -> None:
    assert written("/\ud800") == ["ERROR /\\ud800"]


@pytest.mark.parametrize("end", ["\n", "\r", "\u2028"])
def test_traceback_keeps_off_the_margin(end: str) -> None:
    first, *rest = written("Failed", raised=ValueError(f"bad{end}{FORGED}"))

    assert first == "ERROR Failed"
    assert [line for line in rest if not line.startswith("    ")] == []
    assert rest[-1].endswith(FORGED)


def test_message_is_cut_where_it_is_too_long() -> None:
    (line,) = written("x" * 50_000)

    assert line == f"ERROR {'x' * 1000}... (50000 characters)"


def test_long_traceback_is_cut_in_the_middle() -> None:
    lines = written("Failed", raised=ValueError("\n".join(["bad"] * 700)))

    assert len(lines) == 1 + 101
    assert "... 60" in lines[51]


def test_refusal_is_logged_without_a_traceback() -> None:
    record = logging.LogRecord("tichu", logging.ERROR, "", 1, "No", None, None)
    record.exc_info = (ValueError, ValueError("bad"), None)

    OmitTraceback().filter(record)

    assert EscapingFormatter("%(message)s").format(record) == "No"


def raised_by(raised: type[Error], cause: Exception | None) -> Error:
    """An error as Django raises it for that of a driver."""
    error = raised(f"{cause}" if cause else "the file was deleted")
    error.__cause__ = cause
    return error


def sqlite_error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("failed")
    error.sqlite_errorname = name
    return error


OUTAGES = {
    "no connection": (OperationalError, psycopg.OperationalError("failed")),
    "lost connection": (InterfaceError, psycopg.InterfaceError("failed")),
    "shut down": (OperationalError, psycopg.errors.AdminShutdown("failed")),
    "no lock": (OperationalError, psycopg.errors.LockNotAvailable("failed")),
    "no file": (OperationalError, sqlite_error("SQLITE_CANTOPEN")),
    "locked file": (OperationalError, sqlite_error("SQLITE_BUSY_SNAPSHOT")),
    "full disk": (OperationalError, sqlite_error("SQLITE_FULL")),
}
MISTAKES = {
    "no table in SQLite": (OperationalError, sqlite_error("SQLITE_ERROR")),
    "no table in PostgreSQL": (ProgrammingError, psycopg.errors.UndefinedTable("failed")),
    "deadlock": (OperationalError, psycopg.errors.DeadlockDetected("failed")),
}


@pytest.mark.parametrize(("raised", "cause"), OUTAGES.values(), ids=list(OUTAGES))
def test_database_that_does_not_answer_is_an_outage(
    raised: type[Error], cause: Exception
) -> None:
    assert reason_of_unavailable_database(raised_by(raised, cause)) == "failed"


def test_outage_that_the_site_noticed_itself_is_one() -> None:
    assert (
        reason_of_unavailable_database(raised_by(OperationalError, None))
        == "the file was deleted"
    )


@pytest.mark.parametrize(("raised", "cause"), MISTAKES.values(), ids=list(MISTAKES))
def test_mistake_is_no_outage(raised: type[Error], cause: Exception) -> None:
    assert reason_of_unavailable_database(raised_by(raised, cause)) is None


@pytest.mark.parametrize(
    ("error", "message", "traceback"),
    [
        (OperationalError("gone\nDETAIL: Anna"), "Unavailable: /a (gone)", False),
        (ValueError("bad"), "Unavailable: /a", True),
    ],
)
def test_outage_is_logged_by_its_reason_and_all_else_with_a_traceback(
    error: Exception, message: str, *, traceback: bool
) -> None:
    record = logging.LogRecord(
        "tichu", logging.ERROR, "", 1, "%s: %s", ("Unavailable", "/a"), None
    )
    record.exc_info = (type(error), error, None)

    OmitTracebackOfUnavailableDatabase().filter(record)

    assert record.getMessage() == message
    assert bool(record.exc_info) == traceback
