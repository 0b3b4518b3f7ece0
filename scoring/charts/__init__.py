"""Charts: values in, SVG and a table of the same values out.

Nothing here knows what the values are of. Looks are classes, styled by `charts.css`; a strict
CSP has nothing to refuse. `scoring.charts.png` is loaded by who asks for a picture alone.
"""

from scoring.charts.calendar import Calendar, Evening, calendar
from scoring.charts.chances import Chances
from scoring.charts.chart import Cell, Chart, Key, Table
from scoring.charts.line import Lines, Mark, Series, line
from scoring.charts.picture import Picture, Row, draw
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
    "Picture",
    "Rate",
    "Reference",
    "Row",
    "Series",
    "Shape",
    "Table",
    "bars",
    "calendar",
    "dots",
    "draw",
    "line",
    "multiples",
    "sparkline",
]
