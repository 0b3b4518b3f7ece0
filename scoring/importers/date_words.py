"""Reads dates with names: "Sonntag, 3. März 2024", "March 3rd, 2024", "2024년 3월 3일"."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.importers.cells import Cells
from scoring.importers.found import DateOrder
from scoring.importers.values import HALF_OF_DAY, fits

# The possible lengths of such a date. Each contains the digits of a year.
_LENGTHS = range(8, 60)
_DIGITS = re.compile(r"[0-9]{2}")
_WEEKDAY = re.compile(r"([^\W\d_]{5,10})[.,]{0,2}\s+")
# Words such as "Sun", "le" and "den". Words of this length may precede dates in numbers too.
_SHORT_WORDS = r"(?:[^\W\d_]{2,4}[.,]{0,2}\s+){0,2}"
_BETWEEN = r"[\s.,/-]+"
_DAY = r"(?P<day>[0-9]{1,2})(?:[^\W\d_]{1,3}|°)?"
# In Korean the name of a month begins with its number.
_MONTH = r"(?P<month>[0-9]{0,2}[^\W\d_]{1,12})"
_YEAR = r"(?P<year>[0-9]{4}|['’]?[0-9]{2})"
_TIME = rf"(?P<time>[T\s,]+(?:{HALF_OF_DAY}\s*)?[0-9]{{1,2}}:[0-9]{{2}}.*)?"
_ORDERS = [
    re.compile(rf"{_SHORT_WORDS}{_DAY}{_BETWEEN}(?:of\s+)?{_MONTH}{_BETWEEN}{_YEAR}{_TIME}"),
    re.compile(rf"{_SHORT_WORDS}{_MONTH}{_BETWEEN}{_DAY}{_BETWEEN}{_YEAR}{_TIME}"),
    # In Korean the day of the week comes last.
    re.compile(
        rf"(?P<year>[0-9]{{4}})년?[\s.,/-]*{_MONTH}[\s.,/-]*{_DAY}"
        rf"(?:\s+(?!{HALF_OF_DAY})\(?[^\W\d_]{{1,10}}\)?)?{_TIME}"
    ),
]


@dataclass(frozen=True, slots=True)
class DateWords:
    """The names of months with their numbers, and the full names of the days of the week. All
    names are results of `word_key`."""

    months: Mapping[str, int] = field(default_factory=dict)
    weekdays: frozenset[str] = frozenset()


def word_key(word: str) -> str:
    """Return the word in lower case, without diacritics and without the dot of an abbreviation,
    because people leave these out."""
    parts = unicodedata.normalize("NFD", word.casefold().removesuffix("."))
    plain = "".join(part for part in parts if unicodedata.category(part) != "Mn")
    return unicodedata.normalize("NFC", plain)


def with_numeric_dates(rows: list[Cells], words: DateWords) -> list[Cells]:
    """Return the rows with dates in ISO 8601 in place of dates whose month is a name. The full
    name of a day of the week before any date is removed."""
    return [[_with_numeric_date(cell, words) for cell in row] for row in rows]


def _with_numeric_date(cell: str, words: DateWords) -> str:
    if len(cell) not in _LENGTHS or not _DIGITS.search(cell):
        return cell
    weekday = _WEEKDAY.match(cell)
    has_weekday = weekday and word_key(weekday[1]) in words.weekdays
    written = cell[weekday.end() :] if weekday and has_weekday else cell
    for order in _ORDERS:
        found = order.fullmatch(written)
        month = words.months.get(word_key(found["month"])) if found else None
        if found and month:
            year = found["year"].lstrip("'’")
            century = "20" if len(year) == 2 else ""
            return f"{century}{year}-{month:02}-{found['day']:0>2}{found['time'] or ''}"
    return written if any(fits(written, order) for order in DateOrder) else cell
