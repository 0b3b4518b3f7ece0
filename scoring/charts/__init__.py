"""Charts: values in, SVG and a table of the same values out. Nothing here knows what the values
are of. Looks are classes, styled by `charts.css`; a strict CSP has nothing to refuse."""

from scoring.charts.calendar import Calendar, Evening, calendar
from scoring.charts.chances import Chances
from scoring.charts.chart import Cell, Chart, Key, Table
from scoring.charts.line import Lines, Mark, Series, line
from scoring.charts.rows import Bars, Dots, Estimate, Rate, Reference, bars, dots
from scoring.charts.signs import Look, Shape
from scoring.charts.small import Multiples, Panel, multiples, sparkline

__all__ = [
    "Bars",
    "Calendar",
    "Cell",
    "Chances",
    "Chart",
    "Dots",
    "Estimate",
    "Evening",
    "Key",
    "Lines",
    "Look",
    "Mark",
    "Multiples",
    "Panel",
    "Rate",
    "Reference",
    "Series",
    "Shape",
    "Table",
    "bars",
    "calendar",
    "dots",
    "line",
    "multiples",
    "sparkline",
]
