"""Log formatting that is safe against log injection: no request can forge an entry. No entry
contains a token, because only the pattern of an address is logged."""

import json
import logging
import time
from contextvars import ContextVar
from datetime import UTC, datetime

from django.urls import Resolver404, resolve

MAX_MESSAGE_LENGTH = 1_000  # characters
MAX_TRACEBACK_LINES = 100
INDENT = "    "
# The number of the present request, which its error page shows.
request_id: ContextVar[str] = ContextVar("request_id", default="-")

# In a line with this prefix PostgreSQL repeats the values of a row.
DETAIL = "DETAIL:"


class EscapingFormatter(logging.Formatter):
    """Ensures that only an entry starts at the beginning of a line, with the time in UTC.

    A message is one line in which characters that are not printable are escaped. Lines of a
    traceback are indented; the middle of a long traceback is left out.
    """

    converter = staticmethod(time.gmtime)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        record.message = escape(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: object) -> str:  # noqa: N802
        return indent(super().formatException(ei))  # type: ignore[arg-type]

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        return indent(stack_info)


def escape(text: str) -> str:
    """Return the text as one line of limited length, with escapes as in Python source."""
    if len(text) > MAX_MESSAGE_LENGTH:
        text = f"{text[:MAX_MESSAGE_LENGTH]}... ({len(text)} characters)"
    return "".join(char if char.isprintable() else _escape_char(char) for char in text)


class JSONFormatter(EscapingFormatter):
    """An entry as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", "-"),
            "message": escape(record.getMessage()),
        }
        if isinstance(record.args, dict):
            entry |= record.args
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def indent(lines: str) -> str:
    """Escape and indent each line."""
    escaped = [escape(line) for line in lines.splitlines() if not line.startswith(DETAIL)]
    if len(escaped) > MAX_TRACEBACK_LINES:
        half = MAX_TRACEBACK_LINES // 2
        escaped[half:-half] = [f"... {len(escaped) - 2 * half} lines"]
    return "\n".join(INDENT + line for line in escaped)


def _escape_char(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


class OmitTraceback(logging.Filter):
    """Drops the traceback of a rejected request: it shows only Django's own code."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message; databases add details in further lines."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


class AddRequest(logging.Filter):
    """Adds the number of its request to an entry, unless it already has one, and replaces the
    address of the request by its pattern, because addresses contain the tokens of links."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = getattr(record, "request_id", None) or request_id.get()
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if request and path and isinstance(record.args, tuple):
            route = route_of(request.path_info)
            record.args = tuple(route if arg == path else arg for arg in record.args)
        return True


def route_of(path: str) -> str:
    """Return the pattern of an address below the path prefix, without the parts that may be
    secret."""
    for prefix in ("/live/", "/static/", "/healthz"):
        if path.startswith(prefix):
            return prefix
    try:
        return f"/{resolve(path).route}"
    except Resolver404:
        return "(no page)"
