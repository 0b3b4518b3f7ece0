"""A rendered chart: the SVG, its legend, and the same values as a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.charts.svg import element


class Cell(NamedTuple):
    """A table cell with a link."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first cell of a row is its header."""

    caption: str
    column_labels: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]

    @property
    def html_rows(self) -> Iterator[SafeString]:
        """The cells of each row as HTML."""
        for header, *cells in self.rows:
            data = format_html_join("", "<td>{}</td>", ((_cell_html(cell),) for cell in cells))
            yield format_html('<th scope="row">{}</th>{}', _cell_html(header), data)


def _cell_html(cell: str | Cell) -> str:
    if isinstance(cell, Cell):
        return format_html('<a href="{}">{}</a>', cell.href, cell.text)
    return cell


class LegendEntry(NamedTuple):
    """A symbol of the chart, drawn around the origin, and its meaning."""

    symbol: SafeString
    meaning: str

    @property
    def inline_svg(self) -> SafeString:
        """The symbol as an SVG of its own, for a line of text."""
        box = "-11 -11 22 22"
        return element("svg", self.symbol, class_="key", viewBox=box, aria_hidden="true")


@dataclass(frozen=True, slots=True)
class Chart:
    """A rendered chart, shown by `scoring/_chart.html`. `svg_id` is unique on the page;
    `height` is in units of the view box, whose width is 320."""

    svg_id: str
    svg: SafeString
    height: float
    legend: tuple[LegendEntry, ...]
    table: Table
