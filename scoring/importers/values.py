"""Parses single values of a text that anybody may have written."""

import re
import unicodedata
from datetime import UTC, date, datetime, time
from typing import Any

from scoring.importers.found import DateOrder

MAX_SPELLING = 40
_MAX_NUMBER = 1_000_000
_YEARS = range(1991, 2200)
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{NO-BREAK SPACE}": " "})
_NUMBER = re.compile(r"[+-]?[0-9]{1,7}(?:[.,]0{1,2})?")
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:[.,' ’][0-9]{3})+")
# Korean for a.m. or p.m., written before the hour.
HALF_OF_DAY = "오[전후]"
# The short name of a day of the week may precede the day.
_DATE = re.compile(
    r"(?:[^\W\d_]{2,4}[.,]{0,2}\s+)?"
    r"([0-9]{1,4})([./-])\s?([0-9]{1,2})\2\s?([0-9]{1,4})\.?"
    rf"(?:[T\s,]+(?:(?P<before>{HALF_OF_DAY})\s*)?(?P<hour>[0-9]{{1,2}}):(?P<minute>[0-9]{{2}})"
    r"(?::[0-9]{2})?(?:\s*(?P<after>[ap]\.?m|[πμ]\.?μ)\b)?.*)?",
    re.IGNORECASE,
)
_PAIR = re.compile(r"\s*(?:\+|&|/|,|;|\||\bund\b|\band\b|\bet\b|\s-\s)\s*", re.IGNORECASE)


def whole(value: Any) -> int | None:
    """Parse a whole number: a number, or a text such as "1.040" or "60,0". Returns None for
    anything else."""
    if isinstance(value, str):
        value = _typed(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and abs(value) <= _MAX_NUMBER else None


def _typed(value: str) -> int | None:
    typed = value[:20].translate(_MINUS).strip().removeprefix("'")
    if _THOUSANDS.fullmatch(typed):
        return int(re.sub(r"[^0-9+-]", "", typed))
    return int(re.split("[.,]", typed)[0]) if _NUMBER.fullmatch(typed) else None


def spelling(value: Any) -> str:
    """Return a name as it was written, on one line, without invisible characters, and with at
    most MAX_SPELLING characters; "" if the value is no text."""
    if not isinstance(value, str):
        return ""
    seen = "".join(
        " " if sign.isspace() else sign
        for sign in value[: 4 * MAX_SPELLING]
        if sign.isspace() or unicodedata.category(sign)[0] != "C"
    )
    return " ".join(seen.split())[:MAX_SPELLING]


def pair(value: Any, team: int) -> tuple[str, str]:
    """Split the names of a team ("Anna + Ben"). If the text has one name for the whole team,
    the players get that name with a number, and a person chooses the players later."""
    written = spelling(value) or f"Team {team}"
    parts = _parts(written)
    if len(parts) == 2:
        return parts[0], parts[1]
    return f"{written} 1", f"{written} 2"


def is_pair(written: str) -> bool:
    """Whether a text names two players ("Anna + Ben")."""
    return len(_parts(written)) == 2


def _parts(written: str) -> list[str]:
    return [part for part in _PAIR.split(written) if part]


def fits(written: str, order: DateOrder) -> bool:
    """Whether the text is a date if it is read in this order."""
    return day_and_time(written, order)[0] is not None


def is_ambiguous(written: str) -> bool:
    """Whether the text is a different day in each of the two orders."""
    days = {day_and_time(written, order)[0] for order in DateOrder}
    return len(days) == 2 and None not in days


def day_and_time(
    written: Any, order: DateOrder = DateOrder.DAY_FIRST
) -> tuple[date | None, time | None]:
    """Parse the day and, if there is one, the time of a text in ISO 8601 or as people write it.
    Each is None if it cannot be read. In a date with dots the month is never first."""
    found = _DATE.fullmatch(written.strip()[:40]) if isinstance(written, str) else None
    if found is None:
        return None, None
    first, dot, second, third = found[1], found[2], int(found[3]), found[4]
    if len(first) == 4:
        year, month, day = int(first), second, int(third)
    elif len(third) == 3:
        return None, None
    else:
        day, month, year = int(first), second, int(third)
        if order is DateOrder.MONTH_FIRST and dot != ".":
            day, month = month, day
        year += 2000 if len(third) <= 2 else 0
    try:
        clock = _clock(found) if found["hour"] else None
        return (date(year, month, day), clock) if year in _YEARS else (None, None)
    except ValueError:
        return None, None


def _clock(found: re.Match[str]) -> time:
    """Return the time of a date. Raises ValueError if it is invalid."""
    hour, minute = int(found["hour"]), int(found["minute"])
    half = found["before"] or found["after"]
    if half and 1 <= hour <= 12:
        is_after_noon = half[-1] == "후" or half[0].casefold() in {"p", "μ"}
        hour = hour % 12 + 12 * is_after_noon
    return time(hour, minute)


def stamp(value: Any) -> tuple[date | None, time | None]:
    """Parse the day and the time of a value that a program wrote.

    The value is a text as in `day_and_time`, a number of seconds or milliseconds since 1970, or
    an object with seconds, as some databases export it. Numbers are read in UTC.
    """
    if isinstance(value, dict):
        value = value.get("seconds", value.get("_seconds"))
    if isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value / 1000 if abs(value) > 100_000_000_000 else value
        try:
            found = datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, ValueError, OSError):
            return None, None
        return (found.date(), found.time()) if found.year in _YEARS else (None, None)
    return day_and_time(value)
