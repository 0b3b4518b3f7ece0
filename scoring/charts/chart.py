"""A chart: the drawing, what its signs mean, and the same numbers as a table."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from scoring.charts.svg import element


class Cell(NamedTuple):
    """What stands in a table, and where it leads."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Table:
    """The first cell of every row names it; `head` names the columns."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]


class Key(NamedTuple):
    """A sign of the drawing, made around 0, and what it means."""

    sign: SafeString
    meaning: str

    @property
    def alone(self) -> SafeString:
        """The sign as a drawing of its own, to stand in a line of text."""
        box = "-11 -11 22 22"
        return element("svg", self.sign, class_="key", viewBox=box, aria_hidden="true")


@dataclass(frozen=True, slots=True)
class Chart:
    """Shown by `scoring/_chart.html`. `key` is the id of the drawing, once on a page; `height`
    is the drawing's, in units of which it is 320 wide."""

    key: str
    svg: SafeString
    height: float
    keys: tuple[Key, ...]
    table: Table
