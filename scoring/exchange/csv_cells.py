"""Rows of CSV (RFC 4180). No cell is a formula in a spreadsheet."""

import csv
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import StringIO

SEPARATORS = {"comma": ",", "semicolon": ";"}
# Without it the usual spreadsheets take UTF-8 for something else.
BOM = "\ufeff"

Cell = int | str | bool | Fraction | None

# What a spreadsheet takes for the beginning of a formula; the wide signs too, where it is set
# to Chinese or Japanese.
_FORMULA = tuple("=+-@\t\r＝＋－＠")
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def write_csv(
    head: Iterable[str], rows: Iterable[Iterable[Cell]], separator: str
) -> Iterator[str]:
    """The text of the table, row by row; `separator` is one of SEPARATORS' values."""
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, delimiter=separator)

    def line(cells: Iterable[Cell]) -> str:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([written(each, separator) for each in cells])
        return buffer.getvalue()

    yield BOM + line(head)
    for row in rows:
        yield line(row)


def written(cell: Cell, separator: str = ",") -> int | str:
    """The cell as it is written: nothing for None, 1 and 0 for true and false, and a text that
    would be a formula behind an apostrophe. A number stays one, also below 0. Where semicolons
    separate the cells, a decimal comma stands in a fraction."""
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return f"{float(cell):g}".replace(".", "," if separator == ";" else ".")
    if isinstance(cell, int):
        return int(cell)
    if cell.startswith(_FORMULA) and not _PLAIN_NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
