"""Small lines: one in a row of a table, or many side by side on one scale."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.chart import Chart, Table
from scoring.charts.letters import fit, width_of
from scoring.charts.numbers import number
from scoring.charts.scale import Scale, reach
from scoring.charts.svg import WIDTH, drawing, element, text, written

_COLUMNS = 2
_GAP = 16.0
_PANEL = (WIDTH - _GAP) / _COLUMNS
_ROW, _NAME, _FOOT = 96.0, 22.0, 12.0
_LONG, _HIGH, _EDGE = 96.0, 24.0, 4.0


@dataclass(frozen=True, slots=True)
class Panel:
    """One of many lines: its first value is the first in the table."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Multiples:
    """Many lines on one scale. `place` is what the rows of their table are ("Game"), `level` a
    value to compare with; `show` writes a value. `stops` are what the table calls the places,
    if not 1, 2, 3; `span` is what the scale reaches at least."""

    title: str
    panels: Sequence[Panel]
    place: str
    level: float | None = None
    show: Callable[[float], str] = number
    desc: str = ""
    stops: Sequence[int] = ()
    span: tuple[float, ...] = ()

    @property
    def longest(self) -> int:
        return max((len(panel.values) for panel in self.panels), default=0)


def sparkline(values: Sequence[float]) -> SafeString:
    """A line as high as text, to stand beside the numbers that it shows: a screen reader passes
    it over. Nothing where there is nothing to draw."""
    if not values:
        return SafeString("")
    x = Scale(0, max(len(values) - 1, 1), _EDGE, _LONG - _EDGE)
    y = Scale(*reach(values), _HIGH - _EDGE, _EDGE)
    return element(
        "svg",
        *_curve(values, x, y),
        class_="sparkline",
        viewBox=f"0 0 {written(_LONG)} {written(_HIGH)}",
        aria_hidden="true",
    )


def multiples(key: str, chart: Multiples) -> Chart:
    """Many small lines, side by side."""
    level = [] if chart.level is None else [chart.level]
    values = [value for panel in chart.panels for value in panel.values]
    span = reach(values, *level, *chart.span)
    parts: list[SafeString] = []
    for index, panel in enumerate(chart.panels):
        left = index % _COLUMNS * (_PANEL + _GAP)
        top = index // _COLUMNS * _ROW
        x = Scale(0, max(chart.longest - 1, 1), left + _EDGE, left + _PANEL - _EDGE)
        y = Scale(*span, top + _ROW - _FOOT, top + _NAME + _EDGE)
        parts += _panel(panel, chart, x, y)
    height = _ROW * -(-len(chart.panels) // _COLUMNS)
    svg = drawing(key, chart.title, chart.desc or chart.title, height, *parts)
    return Chart(key, svg, height, (), _table(chart))


def _panel(panel: Panel, chart: Multiples, x: Scale, y: Scale) -> list[SafeString]:
    left, right, base = x.start - _EDGE, x.end + _EDGE, y.end - _EDGE - 8
    value = chart.show(panel.values[-1]) if panel.values else ""
    parts = [
        text(fit(panel.name, _PANEL - width_of(value) - 6), left, base, "name"),
        text(value, right, base, "told", "end"),
    ]
    if chart.level is not None:
        at = y(chart.level)
        parts.append(element("line", class_="zero", x1=left, x2=right, y1=at, y2=at))
    return parts + _curve(panel.values, x, y)


def _curve(values: Sequence[float], x: Scale, y: Scale) -> list[SafeString]:
    if not values:
        return []
    points = "L".join(f"{written(x(at))} {written(y(v))}" for at, v in enumerate(values))
    last = element("circle", class_="end plain", cx=x(len(values) - 1), cy=y(values[-1]), r=3)
    return [element("path", class_="line plain", d=f"M{points}", fill="none"), last]


def _table(chart: Multiples) -> Table:
    def value(panel: Panel, at: int) -> str:
        return chart.show(panel.values[at]) if at < len(panel.values) else ""

    return Table(
        chart.title,
        (chart.place, *(panel.name for panel in chart.panels)),
        tuple(
            (number(stop), *(value(panel, at) for panel in chart.panels))
            for at, stop in enumerate(chart.stops or range(1, chart.longest + 1))
        ),
    )
