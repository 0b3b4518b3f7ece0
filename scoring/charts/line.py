"""Values as lines: a race of two totals, or how a figure went over the games."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.charts import chances as chance_panel
from scoring.charts.chances import Chances
from scoring.charts.chart import Chart, Key, Table
from scoring.charts.letters import width_of
from scoring.charts.numbers import number, percent
from scoring.charts.scale import Scale, apart, reach
from scoring.charts.signs import Look, Shape, diamond, height_of, mark, offset
from scoring.charts.svg import TEXT, WIDTH, drawing, element, text, written

_TOP, _BOTTOM = 22.0, 212.0
_AXIS = 24.0  # the row of numbers under the lines
_GAP = 14.0  # between the lines and the chances
_LABEL = TEXT + 2


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its first value stands at 0 on the axis. `decimals` are shown."""

    name: str
    values: tuple[float, ...]
    look: Look = Look.PLAIN
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """An event at place `at` of the axis, on the line `series`; `meaning` is for the key."""

    at: int
    series: int
    shape: Shape
    meaning: str


@dataclass(frozen=True, slots=True)
class Lines:
    """All that is drawn. `axis` is what the places are, in the plural ("rounds"), and `place`
    one of them; `goal` is a value that is run for. `notes`, if any, are what the table says of
    every place."""

    title: str
    desc: str
    series: tuple[Series, ...]
    axis: str
    place: str
    goal: float | None = None
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    chances: Chances | None = None

    @property
    def places(self) -> int:
        """How many values the longest line has."""
        return max((len(each.values) for each in self.series), default=0)

    @property
    def last(self) -> int:
        """The last place of the axis."""
        return max(self.places - 1, 0)


@dataclass(frozen=True, slots=True)
class _Plot:
    x: Scale
    y: Scale


class _Placed(NamedTuple):
    """A mark and its middle on the sheet."""

    shape: Shape
    look: Look
    x: float
    y: float


def line(key: str, lines: Lines) -> Chart:
    """Lines over the same places, with the chances under them where they are given."""
    plot = _plot(lines)
    parts = [*_grid(lines, plot), *_lines(lines, plot)]
    parts += [mark(each.shape, each.x, each.y, each.look) for each in _placed(lines, plot)]
    height = _BOTTOM
    if lines.chances:
        below, height = chance_panel.panel(key, lines.chances, plot.x, _BOTTOM + _GAP)
        parts.append(below)
    parts += _axis(lines, plot, height)
    height += _AXIS
    svg = drawing(key, lines.title, lines.desc, height, *parts)
    return Chart(key, svg, height, tuple(_keys(lines)), _table(lines))


def _plot(lines: Lines) -> _Plot:
    """The scales, narrowed until what marks the highest and lowest places is on the sheet."""
    goal = [] if lines.goal is None else [lines.goal, 0]
    low, high = reach((value for each in lines.series for value in each.values), *goal)
    y = Scale(low, high, _BOTTOM, _TOP)
    left = max(width_of(label) for label in _labels(lines, y)) + 6
    ends = [*map(_end, lines.series), percent(1) if lines.chances else ""]
    right = max(map(width_of, ends)) + 18
    plot = _Plot(Scale(0, max(lines.last, 1), left, WIDTH - right), y)
    edges = [y for each in _placed(lines, plot) for y in (each.y - 10, each.y + 10)]
    top, bottom = reach(edges, 6, _BOTTOM)
    return _Plot(plot.x, Scale(low, high, 2 * _BOTTOM - bottom, _TOP + 6 - top))


def _labels(lines: Lines, y: Scale) -> dict[str, float]:
    """The values that the grid names; none too near to the goal."""
    decimals = max((each.decimals for each in lines.series), default=0)
    values = y.ticks(6)
    if lines.goal is not None:
        near = [value for value in values if abs(y(value) - y(lines.goal)) >= _LABEL]
        values = [*near, lines.goal]
    return {number(value, decimals): value for value in values} or {"": 0.0}


def _grid(lines: Lines, plot: _Plot) -> Iterator[SafeString]:
    left, right = plot.x.start, plot.x.end
    for label, value in _labels(lines, plot.y).items():
        y = plot.y(value)
        kind = "goal" if value == lines.goal else "zero" if value == 0 else "rule"
        yield element("line", class_=kind, x1=left, x2=right, y1=y, y2=y)
        yield text(label, left - 6, y + 5, f"{kind} tick", "end")


def _lines(lines: Lines, plot: _Plot) -> Iterator[SafeString]:
    ends = [each for each in lines.series if each.values]
    for each in ends:
        points = "L".join(
            f"{written(plot.x(at))} {written(plot.y(value))}"
            for at, value in enumerate(each.values)
        )
        yield element("path", class_=f"line {each.look}", d=f"M{points}", fill="none")
    heights = [plot.y(each.values[-1]) for each in ends]
    labels = apart(heights, _LABEL, _TOP, _BOTTOM)
    for each, y, label_y in zip(ends, heights, labels, strict=True):
        x = plot.x(len(each.values) - 1)
        yield diamond(x, y, each.look)
        yield text(_end(each), plot.x.end + 12, label_y + 5, f"value {each.look}")


def _end(series: Series) -> str:
    return number(series.values[-1], series.decimals) if series.values else ""


def _placed(lines: Lines, plot: _Plot) -> Iterator[_Placed]:
    """Where the marks stand: of one round and line, one beyond the other."""
    stacked: defaultdict[tuple[int, int, bool], float] = defaultdict(float)
    for each in lines.marks:
        series, away = lines.series[each.series], offset(each.shape)
        stack = each.at, each.series, away < 0
        y = plot.y(series.values[each.at]) + away
        if away:
            y += stacked[stack] * (-1 if away < 0 else 1)
            stacked[stack] += height_of(each.shape)
        yield _Placed(each.shape, series.look, plot.x(each.at), y)


def _axis(lines: Lines, plot: _Plot, bottom: float) -> Iterator[SafeString]:
    y = bottom + _AXIS - 4
    room = width_of(str(lines.last)) + 8
    most = max(int((plot.x.end - plot.x.start) / room), 2)
    places = [int(place) for place in plot.x.ticks(most) if place == int(place)]
    for place in places:
        if place and place <= lines.last:
            yield text(number(place), plot.x(place), y, "tick", "middle")
    yield text(lines.axis, 0, y, "tick")


def _keys(lines: Lines) -> Iterator[Key]:
    for each in lines.series:
        yield Key(diamond(0, 0, each.look), each.name)
    meanings = {each.shape: each.meaning for each in lines.marks}
    for shape in Shape:
        if shape in meanings:
            yield Key(mark(shape, 0, 0, Look.PLAIN), meanings[shape])


def _table(lines: Lines) -> Table:
    head = [lines.place, *(each.name for each in lines.series)]
    rows = []
    for at in range(lines.places):
        cells = [number(at)]
        cells += [
            number(each.values[at], each.decimals) if at < len(each.values) else ""
            for each in lines.series
        ]
        if lines.chances:
            cells.append(percent(lines.chances.values[at]))
        if lines.notes:
            cells.append(lines.notes[at])
        rows.append(tuple(cells))
    if lines.chances:
        head.append(lines.chances.name)
    if lines.notes:
        head.append(_("What happened"))
    return Table(lines.title, tuple(head), tuple(rows))
