"""Reads the text of a spreadsheet as rows of cells."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

from scoring.importers.found import Unreadable, UnreadableReason

MAX_ROWS = 20_000
MAX_COLUMNS = 60
_SEPARATORS = "\t;,|"
_NAMED_SEPARATOR = re.compile(r'sep=[^"]', re.IGNORECASE)
# Both numbers in one cell ("1040 : 560").
_SCORE = re.compile(r"([+\-−–]?[0-9]{1,5})\s*:\s*([+\-−–]?[0-9]{1,5})")

# A cell that contains only a dash is empty.
DASHES = set("-−–—")

Cells = list[str]


def read_cells(text: str) -> list[Cells]:
    """Return the rows, all padded to the same length. Empty rows are included, because they may
    separate games. Raises Unreadable."""
    separator = _separator(text)
    rows: list[Cells] = []
    try:
        # Some programs still write the line endings of old Macintosh computers.
        for row in csv.reader(io.StringIO(text, newline=None), delimiter=separator):
            rows.append([cell.strip() for cell in row[:MAX_COLUMNS]])
            if len(rows) > MAX_ROWS:
                raise Unreadable(UnreadableReason.TOO_LONG)
    except csv.Error:
        raise Unreadable(UnreadableReason.UNKNOWN) from None
    width = max(map(len, rows), default=0)
    return _split_scores([row + [""] * (width - len(row)) for row in rows])


def _split_scores(rows: list[Cells]) -> list[Cells]:
    """Return the rows, with each column of scores such as "1040 : 560" split into two."""
    columns = list(zip(*rows, strict=True))
    are_scores = [_has_scores([cell for cell in column if cell]) for column in columns]
    return [list(_split_row(row, are_scores)) for row in rows] if any(are_scores) else rows


def _has_scores(cells: Cells) -> bool:
    """Whether at least two of three cells are scores, without regard to one cell, which may be
    the head. If all of them could be times of the day, they are no scores."""
    found = [score for score in map(_SCORE.fullmatch, cells) if score]
    are_times = all(_is_time(score[1], score[2]) for score in found)
    return bool(found) and not are_times and 3 * len(found) >= 2 * (len(cells) - 1)


def _is_time(hour: str, minute: str) -> bool:
    return hour.isdigit() and int(hour) < 24 and minute.isdigit() and int(minute) < 60


def _split_row(row: Cells, are_scores: list[bool]) -> Iterator[str]:
    for cell, is_score in zip(row, are_scores, strict=True):
        if is_score:
            left, _, right = cell.partition(":")
            yield from (left.strip(), right.strip())
        else:
            yield cell


def _separator(text: str) -> str:
    """Return the character that the most lines contain equally often, and at least once. A
    first line such as "sep=;" names the separator itself. A quotation mark is none:
    since Python 3.13, `csv` raises a ValueError if it is both."""
    lines = [line for line in text.splitlines()[:200] if line.strip()]
    if lines and _NAMED_SEPARATOR.fullmatch(lines[0]):
        return lines[0][4]
    best, score = ",", (0, 0)
    for sign in _SEPARATORS:
        counts = Counter(line.count(sign) for line in lines)
        counts.pop(0, None)
        if counts:
            times, often = counts.most_common(1)[0]
            score, best = max((score, best), ((often, times), sign), key=lambda each: each[0])
    return best
