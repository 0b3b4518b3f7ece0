"""Charts: functions that turn values into an SVG and a table of the same values.

The charts do not depend on the scorebook. Styles are classes, defined in `charts.css`, so that
they are allowed by a strict CSP. `scoring.charts.png` is imported only by code that needs a
PNG.
"""

from scoring.charts.bars import (
    BarChart,
    DotChart,
    EstimateDot,
    ProportionBar,
    ReferenceLine,
    render_bars,
    render_dots,
)
from scoring.charts.calendar import CalendarChart, CalendarDay, render_calendar
from scoring.charts.chart import Cell, Chart, LegendEntry, Table
from scoring.charts.compact_lines import render_compact_lines
from scoring.charts.line import LineChart, Marker, Series, render_lines
from scoring.charts.markers import LineStyle, MarkerShape
from scoring.charts.picture import Disc, Picture, PictureNote, PictureRow, render_picture
from scoring.charts.small_multiples import Panel, SmallMultiples, render_multiples
from scoring.charts.win_probability import WinProbability

__all__ = [
    "BarChart",
    "CalendarChart",
    "CalendarDay",
    "Cell",
    "Chart",
    "Disc",
    "DotChart",
    "EstimateDot",
    "LegendEntry",
    "LineChart",
    "LineStyle",
    "Marker",
    "MarkerShape",
    "Panel",
    "Picture",
    "PictureNote",
    "PictureRow",
    "ProportionBar",
    "ReferenceLine",
    "Series",
    "SmallMultiples",
    "Table",
    "WinProbability",
    "render_bars",
    "render_calendar",
    "render_compact_lines",
    "render_dots",
    "render_lines",
    "render_multiples",
    "render_picture",
]
