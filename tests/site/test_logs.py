"""The log: no part of a request can look like an entry of it."""

import logging
import time

import pytest

from tichu_score.logs import EscapingFormatter, OmitTraceback

FORGED = "2026-01-01 12:00:00 ERROR forged"


def written(message: str, *, raised: Exception | None = None) -> list[str]:
    """Return the lines of one entry."""
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
