"""Line charts: the totals of two teams, or a figure over the games."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.charts import win_probability
from scoring.charts.chart import Chart, LegendEntry, Table
from scoring.charts.markers import (
    LineStyle,
    MarkerShape,
    marker_height,
    marker_offset,
    render_line_symbol,
    render_marker,
)
from scoring.charts.number_format import format_number, format_probability
from scoring.charts.scale import Scale, spread_labels, value_range
from scoring.charts.svg import TEXT, WIDTH, element, path_of, svg_root, text
from scoring.charts.text_metrics import text_width
from scoring.charts.win_probability import WinProbability

_TOP, _BOTTOM = 22.0, 212.0
_AXIS = 24.0  # the row of numbers under the lines
_GAP = 14.0  # between the lines and the win probability
_LABEL = TEXT + 2


@dataclass(frozen=True, slots=True)
class Series:
    """One line; its first value is at 0 on the axis. `decimals` is the number of decimals that
    are shown."""

    name: str
    values: tuple[float, ...]
    style: LineStyle = LineStyle.PLAIN
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class Marker:
    """An event at `index` on the axis, on the line with the number `series`; `meaning` is its
    text in the legend."""

    index: int
    series: int
    shape: MarkerShape
    meaning: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """The content of a line chart.

    `axis_label` names the positions in the plural ("rounds"); `row_label` names one of them,
    for the table. `target` is a value to reach. `notes` are an additional column of the table.
    """

    title: str
    description: str
    series: tuple[Series, ...]
    axis_label: str
    row_label: str
    target: float | None = None
    markers: tuple[Marker, ...] = ()
    notes: tuple[str, ...] = ()
    win_probability: WinProbability | None = None

    @property
    def length(self) -> int:
        """The number of values of the longest line."""
        return max((len(each.values) for each in self.series), default=0)

    @property
    def last_index(self) -> int:
        """The last position on the axis."""
        return max(self.length - 1, 0)


@dataclass(frozen=True, slots=True)
class _Plot:
    x: Scale
    y: Scale


class _Placed(NamedTuple):
    """A marker and its centre."""

    shape: MarkerShape
    style: LineStyle
    x: float
    y: float


def render_lines(svg_id: str, lines: LineChart) -> Chart:
    """Render lines over one axis, with the win probability below if it is given."""
    plot = _plot(lines)
    parts = [*_grid(lines, plot), *_lines(lines, plot)]
    parts += [
        render_marker(each.shape, each.x, each.y, each.style) for each in _placed(lines, plot)
    ]
    height = _BOTTOM
    if lines.win_probability:
        below, height = win_probability.render_panel(
            svg_id, lines.win_probability, plot.x, _BOTTOM + _GAP
        )
        parts.append(element("g", below, class_="chances"))
    parts.append(element("g", *_axis(lines, plot, height), class_="axis"))
    height += _AXIS
    svg = svg_root(svg_id, lines.title, lines.description, height, *parts)
    return Chart(svg_id, svg, height, tuple(_legend(lines)), _table(lines))


def _plot(lines: LineChart) -> _Plot:
    """Return the scales, narrowed until the outermost markers fit into the chart."""
    goal = [] if lines.target is None else [lines.target, 0]
    low, high = value_range((value for each in lines.series for value in each.values), *goal)
    y = Scale(low, high, _BOTTOM, _TOP)
    left = max(text_width(label) for label in _labels(lines, y)) + 6
    ends = [
        *map(_end, lines.series),
        format_probability(0.999) if lines.win_probability else "",
    ]
    right = max(map(text_width, ends)) + 18
    plot = _Plot(Scale(0, max(lines.last_index, 1), left, WIDTH - right), y)
    edges = [
        each.y + side * marker_height(each.shape) / 2
        for each in _placed(lines, plot)
        for side in (-1, 1)
    ]
    top, bottom = value_range(edges, 6, _BOTTOM)
    return _Plot(plot.x, Scale(low, high, 2 * _BOTTOM - bottom, _TOP + 6 - top))


def _labels(lines: LineChart, y: Scale) -> dict[str, float]:
    """Return the labelled values of the grid, without those too close to the target."""
    decimals = max((each.decimals for each in lines.series), default=0)
    values = y.ticks(6)
    if lines.target is not None:
        near = [value for value in values if abs(y(value) - y(lines.target)) >= _LABEL]
        values = [*near, lines.target]
    return {format_number(value, decimals): value for value in values} or {"": 0.0}


def _grid(lines: LineChart, plot: _Plot) -> Iterator[SafeString]:
    left, right = plot.x.start, plot.x.end
    for label, value in _labels(lines, plot.y).items():
        y = plot.y(value)
        kind = "goal" if value == lines.target else "zero" if value == 0 else "rule"
        yield element("line", class_=kind, x1=left, x2=right, y1=y, y2=y)
        yield text(label, left - 6, y + 5, f"{kind} tick", "end")


def _lines(lines: LineChart, plot: _Plot) -> Iterator[SafeString]:
    ends = [each for each in lines.series if each.values]
    for each in ends:
        points = ((plot.x(at), plot.y(value)) for at, value in enumerate(each.values))
        yield element("path", class_=f"line {each.style}", d=path_of(points), fill="none")
    heights = [plot.y(each.values[-1]) for each in ends]
    labels = spread_labels(heights, _LABEL, _TOP, _BOTTOM)
    for each, y, label_y in zip(ends, heights, labels, strict=True):
        x = plot.x(len(each.values) - 1)
        yield render_line_symbol(x, y, each.style)
        yield text(_end(each), plot.x.end + 12, label_y + 5, f"value {each.style}")


def _end(series: Series) -> str:
    return format_number(series.values[-1], series.decimals) if series.values else ""


def _placed(lines: LineChart, plot: _Plot) -> Iterator[_Placed]:
    """Yield the markers with their positions. Markers of the same round and line are
    stacked."""
    stacked: defaultdict[tuple[int, int, bool], float] = defaultdict(float)
    for each in lines.markers:
        series, away = lines.series[each.series], marker_offset(each.shape)
        stack = each.index, each.series, away < 0
        y = plot.y(series.values[each.index]) + away
        if away:
            y += stacked[stack] * (-1 if away < 0 else 1)
            stacked[stack] += marker_height(each.shape)
        yield _Placed(each.shape, series.style, plot.x(each.index), y)


def _axis(lines: LineChart, plot: _Plot, bottom: float) -> Iterator[SafeString]:
    y = bottom + _AXIS - 4
    room = text_width(str(lines.last_index)) + 8
    most = max(int((plot.x.end - plot.x.start) / room), 2)
    places = [int(place) for place in plot.x.ticks(most) if place == int(place)]
    for place in places:
        if place and place <= lines.last_index:
            yield text(format_number(place), plot.x(place), y, "tick", "middle")
    yield text(lines.axis_label, 0, y, "tick")


def _legend(lines: LineChart) -> Iterator[LegendEntry]:
    for each in lines.series:
        yield LegendEntry(render_line_symbol(0, 0, each.style), each.name)
    meanings = {each.shape: each.meaning for each in lines.markers}
    for shape in MarkerShape:
        if shape in meanings:
            yield LegendEntry(render_marker(shape, 0, 0, LineStyle.PLAIN), meanings[shape])


def _table(lines: LineChart) -> Table:
    head = [lines.row_label, *(each.name for each in lines.series)]
    rows = []
    for at in range(lines.length):
        cells = [format_number(at)]
        cells += [
            format_number(each.values[at], each.decimals) if at < len(each.values) else ""
            for each in lines.series
        ]
        if lines.win_probability:
            cells.append(format_probability(lines.win_probability.values[at]))
        if lines.notes:
            cells.append(lines.notes[at])
        rows.append(tuple(cells))
    if lines.win_probability:
        head.append(lines.win_probability.column_label)
    if lines.notes:
        head.append(_("What happened"))
    return Table(lines.title, tuple(head), tuple(rows))
