"""Reads the list of rounds on the table page as a screen reader does."""

import re
from dataclasses import dataclass

MINUS = "\N{MINUS SIGN}"
# The text of every cell as it is read out. Signs are hidden from screen readers.
READ_ROWS = """rows => rows.map(row => [...row.cells].map(cell =>
  (cell.querySelector(".what > .unseen") ?? cell).textContent.trim()))"""


@dataclass(frozen=True)
class Row:
    """One row of the list of rounds. `story` describes the round in words."""

    number: int
    story: str
    points: tuple[int, int]
    totals: tuple[int, int]

    @property
    def first_out(self) -> str:
        """The player who is first out, as the list names them."""
        return re.split(" first · | › ", self.story, maxsplit=1)[0]


def read_number(text: str) -> int:
    return int(text.replace(MINUS, "-"))


def read_row(cells: list[str]) -> Row:
    place, story, *columns = cells
    (left, left_total), (right, right_total) = (
        [read_number(part) for part in column.split()] for column in columns
    )
    return Row(
        int(place.removeprefix("Round").strip()),
        story,
        (left, right),
        (left_total, right_total),
    )
