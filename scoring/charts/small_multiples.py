"""Small multiples: small charts side by side, on one scale."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.chart import Chart, Table
from scoring.charts.number_format import format_number
from scoring.charts.scale import Scale, value_range
from scoring.charts.svg import WIDTH, element, path_of, svg_root, text
from scoring.charts.text_metrics import text_width, truncate

_COLUMNS = 2
_GAP = 16.0
_PANEL = (WIDTH - _GAP) / _COLUMNS
_ROW, _NAME, _FOOT = 96.0, 22.0, 12.0
_EDGE = 4.0


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the small charts."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SmallMultiples:
    """Several lines on one scale, each in its own panel.

    `row_label` names the rows of the table ("Game"). Their numbers are `row_numbers`, or count
    from 1. `reference` is a value for comparison. The scale includes `scale_range`.
    """

    title: str
    panels: Sequence[Panel]
    row_label: str
    reference: float | None = None
    format_value: Callable[[float], str] = format_number
    description: str = ""
    row_numbers: Sequence[int] = ()
    scale_range: tuple[float, ...] = ()

    @property
    def length(self) -> int:
        return max((len(panel.values) for panel in self.panels), default=0)


def render_multiples(svg_id: str, chart: SmallMultiples) -> Chart:
    """Render small charts side by side."""
    level = [] if chart.reference is None else [chart.reference]
    values = [value for panel in chart.panels for value in panel.values]
    span = value_range(values, *level, *chart.scale_range)
    parts: list[SafeString] = []
    for index, panel in enumerate(chart.panels):
        left = index % _COLUMNS * (_PANEL + _GAP)
        top = index // _COLUMNS * _ROW
        x = Scale(0, max(chart.length - 1, 1), left + _EDGE, left + _PANEL - _EDGE)
        y = Scale(*span, top + _ROW - _FOOT, top + _NAME + _EDGE)
        parts += _panel(panel, chart, x, y)
    height = _ROW * -(-len(chart.panels) // _COLUMNS)
    svg = svg_root(svg_id, chart.title, chart.description or chart.title, height, *parts)
    return Chart(svg_id, svg, height, (), _table(chart))


def _panel(panel: Panel, chart: SmallMultiples, x: Scale, y: Scale) -> list[SafeString]:
    left, right, base = x.start - _EDGE, x.end + _EDGE, y.end - _EDGE - 8
    value = chart.format_value(panel.values[-1]) if panel.values else ""
    parts = [
        text(truncate(panel.name, _PANEL - text_width(value) - 6), left, base, "name"),
        text(value, right, base, "figure", "end"),
    ]
    if chart.reference is not None:
        at = y(chart.reference)
        parts.append(element("line", class_="zero", x1=left, x2=right, y1=at, y2=at))
    return parts + _curve(panel.values, x, y)


def _curve(values: Sequence[float], x: Scale, y: Scale) -> list[SafeString]:
    if not values:
        return []
    points = ((x(at), y(value)) for at, value in enumerate(values))
    last = element("circle", class_="end plain", cx=x(len(values) - 1), cy=y(values[-1]), r=3)
    return [element("path", class_="line plain", d=path_of(points), fill="none"), last]


def _table(chart: SmallMultiples) -> Table:
    def value(panel: Panel, at: int) -> str:
        return chart.format_value(panel.values[at]) if at < len(panel.values) else ""

    return Table(
        chart.title,
        (chart.row_label, *(panel.name for panel in chart.panels)),
        tuple(
            (format_number(stop), *(value(panel, at) for panel in chart.panels))
            for at, stop in enumerate(chart.row_numbers or range(1, chart.length + 1))
        ),
    )
