"""Writes rows of CSV (RFC 4180) in which no cell is a formula in a spreadsheet."""

import csv
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import StringIO

SEPARATORS = {"comma": ",", "semicolon": ";"}
# Without a byte order mark, common spreadsheet programs read UTF-8 in another encoding.
BOM = "\ufeff"

Cell = int | str | bool | Fraction | None

# The characters at which a spreadsheet program recognises a formula. It recognises the
# fullwidth ones if its language is Chinese or Japanese.
_FORMULA = tuple("=+-@\t\r＝＋－＠")
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
# The beginning of a formula after the separator that the file does not use. A program that is
# set to that separator splits the text there, even if it is in quotation marks.
_SPLIT_FORMULA = {
    separator: re.compile(f"(?<={other})(?=[{re.escape(''.join(_FORMULA))}])")
    for separator, other in ((",", ";"), (";", ","))
}


def write_csv(
    head: Iterable[str], rows: Iterable[Iterable[Cell]], separator: str
) -> Iterator[str]:
    """Yield the text of the table, row by row. `separator` is a value of SEPARATORS."""
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
    """Return the value that is written for a cell.

    None is an empty cell, True is 1, and False is 0. A text that would be a formula gets an
    apostrophe in front of it, but a text that is a number, even a negative one, is unchanged.
    So does a part of a text that would be a formula if a program splits the text at the other
    separator. A fraction has a decimal comma if semicolons separate the cells.
    """
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return f"{float(cell):g}".replace(".", "," if separator == ";" else ".")
    if isinstance(cell, int):
        return int(cell)
    if _PLAIN_NUMBER.fullmatch(cell):
        return cell
    apostrophe = "'" if cell.startswith(_FORMULA) else ""
    return apostrophe + _SPLIT_FORMULA[separator].sub("'", cell)
