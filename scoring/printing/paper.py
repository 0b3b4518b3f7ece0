"""Sizes of paper, and of sheets of labels, in millimetres."""

from dataclasses import dataclass
from enum import StrEnum

_INCH = 25.4


class Paper(StrEnum):
    """The paper in the printer."""

    A4 = "a4"
    LETTER = "letter"


_SIZES = {Paper.A4: (210.0, 297.0), Paper.LETTER: (8.5 * _INCH, 11 * _INCH)}


def paper_size(paper: Paper, *, landscape: bool = False) -> tuple[float, float]:
    """Return width and height of a sheet."""
    width, height = _SIZES[paper]
    return (height, width) if landscape else (width, height)


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of equal labels in portrait format: the number of columns and rows, the size of a
    label, the position of the first one, and the distances from the left and upper edges of a
    label to those of the next one."""

    name: str
    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    pitch_x: float
    pitch_y: float

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The upper left corners, row by row."""
        return [
            (self.left + column * self.pitch_x, self.top + row * self.pitch_y)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


# Sheets that all manufacturers sell in these sizes; the numbers are those of Avery.
LABEL_SHEETS = (
    LabelSheet("L7165", Paper.A4, 2, 4, 99.1, 67.7, 4.65, 13.1, 101.6, 67.7),
    LabelSheet("3483", Paper.A4, 2, 2, 105, 148, 0, 0.5, 105, 148),
    LabelSheet(
        "5164",
        Paper.LETTER,
        2,
        3,
        4 * _INCH,
        10 / 3 * _INCH,
        5 / 32 * _INCH,
        0.5 * _INCH,
        67 / 16 * _INCH,
        10 / 3 * _INCH,
    ),
    LabelSheet(
        "5168",
        Paper.LETTER,
        2,
        2,
        3.5 * _INCH,
        5 * _INCH,
        0.5 * _INCH,
        0.5 * _INCH,
        4 * _INCH,
        5 * _INCH,
    ),
)
