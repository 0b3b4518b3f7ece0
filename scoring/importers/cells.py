"""Text of a spreadsheet as rows of cells."""

import csv
import io
from collections import Counter

from scoring.importers.found import Unreadable, UnreadableReason

MAX_ROWS = 20_000
MAX_COLUMNS = 60
_SEPARATORS = "\t;,|"

Cells = list[str]


def read_cells(text: str) -> list[Cells]:
    """The rows, each as long as the longest one, with empty rows as they stand: these may
    divide games. Raises Unreadable."""
    separator = _separator(text)
    rows: list[Cells] = []
    try:
        for row in csv.reader(io.StringIO(text), delimiter=separator):
            rows.append([cell.strip() for cell in row[:MAX_COLUMNS]])
            if len(rows) > MAX_ROWS:
                raise Unreadable(UnreadableReason.TOO_LONG)
    except csv.Error:
        raise Unreadable(UnreadableReason.UNKNOWN) from None
    width = max(map(len, rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows]


def _separator(text: str) -> str:
    """What most lines have equally often, and at least once."""
    lines = [line for line in text.splitlines()[:200] if line.strip()]
    if lines and lines[0].lower().startswith("sep=") and len(lines[0]) == 5:
        return lines[0][4]
    best, score = ",", (0, 0)
    for sign in _SEPARATORS:
        counts = Counter(line.count(sign) for line in lines)
        counts.pop(0, None)
        if counts:
            times, often = counts.most_common(1)[0]
            score, best = max((score, best), ((often, times), sign), key=lambda each: each[0])
    return best
