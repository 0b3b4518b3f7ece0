"""Recognises the columns of a table, by their headings and by their cells."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, time

from scoring.importers.call_marks import are_call_marks
from scoring.importers.cells import DASHES, Cells
from scoring.importers.found import DateOrder, Problem, ProblemKind
from scoring.importers.values import day_and_time, fits, is_ambiguous, whole

_ROUND = re.compile(r"(?:round|runde|deal|hand|nr|no|#|n°|manche)\.?", re.IGNORECASE)
_DAY = re.compile(
    r"(?:date|day|datum|tag|jour|data|giorno|dag|ημερομηνία|ημέρα|날짜)\.?", re.IGNORECASE
)
_GAME = re.compile(r"(?:game|spiel|partie|match)(?: ?(?:nr|no|#)\.?)?", re.IGNORECASE)
# Titles of columns that are neither names nor totals of a game, in the languages of the site.
_OTHER = re.compile(
    r"(?:rounds|runden|minutes|minuten|duration|dauer|target|ziel"
    r"|place|location|ort|lieu|luogo|plaats|τόπος|장소"
    r"|winners?|sieger|gewinner|vainqueurs?|gagnants?|vincitor[ei]|winnaars?|νικητ[ήέ]ς|승자"
    r"|notes?|remarks?|comments?|notiz(?:en)?|bemerkung(?:en)?|kommentar|remarques?"
    r"|opmerking(?:en)?|σχόλι[οα]|메모)\.?",
    re.IGNORECASE,
)
# A cell of the row between the head and the other rows of a table in plain text.
_RULE = re.compile(r":?-{2,}:?")
_EMPTY = {"", *DASHES}
# The number of rows in which titles above the head, and the head, are looked for.
_MAX_TITLE_ROWS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, and the number of the row in the text (`place`), from 1."""

    place: int
    cells: Cells

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)

    def cell(self, column: int | None) -> str:
        """Return the cell in this column, or "" if the table has no such column."""
        return "" if column is None else self.cells[column]


@dataclass(slots=True)
class Columns:
    """The head of a table, its other rows, and the indexes of its columns by their content."""

    head: Cells
    rows: list[Row]
    date: int | None = None
    game: int | None = None
    numbers: list[int] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        # The head of a further game is not used to recognise the columns.
        filled = [row for row in self.rows if not row.is_empty and not is_head(row)]
        for place, title in enumerate(self.head):
            cells = [row.cells[place] for row in filled if row.cells[place] not in _EMPTY]
            if not cells:
                continue
            if self.date is None and (
                _DAY.fullmatch(title) or _mostly(map(_is_date, cells), len(cells))
            ):
                self.date = place
            elif _GAME.fullmatch(title) and self.game is None:
                self.game = place
            elif _ROUND.fullmatch(title) or _OTHER.fullmatch(title):
                continue
            elif _mostly((whole(cell) is not None for cell in cells), len(cells)):
                self.numbers.append(place)
            elif all(map(are_call_marks, cells)):
                self.marks.append(place)
            else:
                self.texts.append(place)
        if len(self.numbers) == 3 and self._counts(filled, self.numbers[0]):
            del self.numbers[0]

    def dates(self) -> list[str]:
        """Return the cells of the column of dates that are not empty."""
        if self.date is None:
            return []
        return [row.cells[self.date] for row in self.rows if row.cells[self.date]]

    def date_order(self, chosen: DateOrder | None) -> tuple[DateOrder, bool]:
        """Return the order in which dates are read, and whether a person has to choose it,
        because the dates can be read in both orders."""
        written = list(filter(_is_date, self.dates()))
        orders = [each for each in DateOrder if all(fits(one, each) for one in written)]
        if len(orders) == 1:
            return orders[0], False
        asks = len(orders) == 2 and any(map(is_ambiguous, written))
        return chosen or DateOrder.DAY_FIRST, asks

    @staticmethod
    def _counts(rows: list[Row], place: int) -> bool:
        """Whether a column without a title counts the rows of each game from 1. Rows that have
        a word in this column, such as the title of a sum, are not counted."""
        expected = 1
        for row in rows:
            number = whole(row.cells[place])
            if number is None and row.cells[place]:
                continue
            if number not in {expected, 1}:
                return False
            expected = (number or 0) + 1
        return len(rows) > 1


def find_columns(cells: list[Cells]) -> Columns:
    """Return the columns of these rows. The first row that is not empty is the head if none of
    its cells is a number or a date. A row above the head that has only one cell is a title of
    the table."""
    rows = [Row(number, row) for number, row in enumerate(cells, 1) if not _is_rule(row)]
    while rows and (rows[0].is_empty or rows[0].cells[0].lower().startswith("sep=")):
        del rows[0]
    filled = [place for place, row in enumerate(rows[:_MAX_TITLE_ROWS]) if not row.is_empty]
    head = next((place for place in filled if len(_written(rows[place])) > 1), 0)
    if head and all(is_head(rows[place]) for place in filled if place <= head):
        del rows[:head]
    first = rows[0].cells if rows else []
    if rows and is_head(rows[0]):
        return Columns(first, rows[1:])
    return Columns([""] * len(first), rows)


def _is_rule(cells: Cells) -> bool:
    """Whether all cells that are not empty contain dashes, as in the row below the head of a
    table in plain text."""
    written = [cell for cell in cells if cell]
    return bool(written) and all(map(_RULE.fullmatch, written))


def is_head(row: Row) -> bool:
    """Whether the row contains words, and neither a number nor a date."""
    written = _written(row)
    return bool(written) and not any(
        whole(cell) is not None or _is_date(cell) for cell in written
    )


def _written(row: Row) -> list[str]:
    return [cell for cell in row.cells if cell]


def date_of(
    row: Row, columns: Columns, order: DateOrder
) -> tuple[date | None, time | None, tuple[Problem, ...]]:
    """Return the day and the time of the row (None if they are unknown), and the problem of a
    day that cannot be read."""
    written = row.cell(columns.date)
    day, clock = day_and_time(written, order)
    unreadable = bool(written) and day is None
    return day, clock, (Problem(row.place, ProblemKind.UNREADABLE_DATE),) if unreadable else ()


def _is_date(cell: str) -> bool:
    return any(fits(cell, order) for order in DateOrder)


def _mostly(right: Iterable[bool], cells: int) -> bool:
    """Whether at least two of three cells are right. So damaged cells do not change the kind of
    a column."""
    return 3 * sum(right) >= 2 * cells
