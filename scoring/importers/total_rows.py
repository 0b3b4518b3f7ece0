"""Removes rows with the sums of the rounds above them, because they are no rounds."""

import re

from scoring.importers.columns import Columns, Row
from scoring.importers.values import whole

# The titles that people give such a row in the languages of the site.
_TITLE = re.compile(
    r"(?:totals?|totale|totaal|sums?|summen?|somme|somma|som|gesamt|gesamtpunkte|endstand"
    r"|ergebnis|eindstand|results?|final|σύνολο|합계|총점|[Σ∑])[.:]?",
    re.IGNORECASE,
)
# A round hardly ever equals the sum of this many rounds by chance, so a row with that sum needs
# no title.
_MIN_UNTITLED_ROUNDS = 3


def without_total_rows(games: list[list[Row]], columns: Columns) -> list[list[Row]]:
    """Return the rows of each game, without a last row that contains the sums. A row of sums
    that has a title may also follow alone after an empty row, or repeat the last running
    totals."""
    found: list[list[Row]] = []
    for *rounds, last in games:
        above = rounds or (found[-1] if found else [])
        if not _is_total(last, above, columns, needs_title=len(rounds) < _MIN_UNTITLED_ROUNDS):
            found.append([*rounds, last])
        elif rounds:
            found.append(rounds)
    return found


def _is_total(row: Row, above: list[Row], columns: Columns, *, needs_title: bool) -> bool:
    numbers = _numbers(row, columns)
    if not above or None in numbers:
        return False
    sums = tuple(
        sum(number or 0 for number in column)
        for column in zip(*(_numbers(each, columns) for each in above), strict=True)
    )
    if not any(map(_TITLE.fullmatch, row.cells)):
        return not needs_title and numbers == sums
    return numbers in (sums, _numbers(above[-1], columns))


def _numbers(row: Row, columns: Columns) -> tuple[int | None, ...]:
    return tuple(whole(row.cells[place]) for place in columns.numbers)
