"""Bar and dot charts: one value per row, with its interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.charts.chart import Chart, Table
from scoring.charts.number_format import format_number, format_percent, format_signed
from scoring.charts.scale import Scale, value_range
from scoring.charts.svg import WIDTH, element, format_value, join_markup, svg_root, text
from scoring.charts.text_metrics import text_width, truncate

_ROW = 46.0
_TOP = 8.0
_REFERENCE_LABEL = 24.0  # height above the rows, for the label of the reference line
_INSET = 7.0  # half the width of a mark at the ends of a scale


@dataclass(frozen=True, slots=True)
class ProportionBar:
    """`k` of `n`, with the ends `low` and `high` (0 to 1) of its interval; no interval if
    `n` is 0."""

    name: str
    k: int
    n: int
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True, slots=True)
class EstimateDot:
    """A value from `n` observations with its interval; an open dot if not `reliable`."""

    name: str
    value: float
    low: float
    high: float
    n: int
    reliable: bool = True


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A value with a label for comparison, such as the break-even rate of a call."""

    value: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class BarChart:
    """Proportions from 0 to 100 %. `column_labels` are the headings of the table: row names,
    `k`, and `n`."""

    title: str
    rates: Sequence[ProportionBar]
    column_labels: tuple[str, str, str]
    reference: ReferenceLine | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class DotChart:
    """Values on one scale that includes 0. `column_labels` are the headings of the table: row
    names, the value, and `n`."""

    title: str
    estimates: Sequence[EstimateDot]
    column_labels: tuple[str, str, str]
    reference: ReferenceLine = ReferenceLine(0)
    decimals: int = 0
    description: str = ""


class _Row(NamedTuple):
    """A name, its value as text, and a function that draws the row at a height."""

    name: str
    label: str
    draw: Callable[[float], SafeString]


def render_bars(svg_id: str, chart: BarChart) -> Chart:
    """Render proportions as bars; a row whose `n` is 0 has no bar."""
    x = Scale(0, 1, _INSET, WIDTH - _INSET)

    def row(rate: ProportionBar) -> _Row:
        return _Row(rate.name, _proportion_label(rate), lambda y: _bar(rate, x, y))

    table = Table(
        chart.title,
        (*chart.column_labels, pgettext("proportion", "Share"), _("Likely range")),
        tuple(
            (rate.name, format_number(rate.k), format_number(rate.n), *_shares(rate))
            for rate in chart.rates
        ),
    )
    svg, height = _render(svg_id, chart, [row(rate) for rate in chart.rates], x)
    return Chart(svg_id, svg, height, (), table)


def render_dots(svg_id: str, chart: DotChart) -> Chart:
    """Render values as dots."""
    ends = [end for each in chart.estimates for end in (each.low, each.high, each.value)]
    x = Scale(*value_range(ends, 0, chart.reference.value), _INSET, WIDTH - _INSET)

    def row(each: EstimateDot) -> _Row:
        label = (
            f"{format_signed(each.value, chart.decimals)} ({_between(each, chart.decimals)})"
        )
        return _Row(each.name, label, lambda y: _dot(each, x, y))

    name, value, out_of = chart.column_labels
    table = Table(
        chart.title,
        (name, value, _("Likely range"), out_of),
        tuple(
            (
                each.name,
                format_signed(each.value, chart.decimals),
                _between(each, chart.decimals),
                format_number(each.n),
            )
            for each in chart.estimates
        ),
    )
    svg, height = _render(svg_id, chart, [row(each) for each in chart.estimates], x)
    return Chart(svg_id, svg, height, (), table)


def _bar(rate: ProportionBar, x: Scale, y: float) -> SafeString:
    if not rate.n:
        return _track(x, y)
    length = x(rate.k / rate.n) - x.start
    bar = element("rect", class_="bar", x=x.start, y=y - 6, width=length, height=12)
    return join_markup(_track(x, y), bar, _range(rate.low, rate.high, x, y))


def _dot(each: EstimateDot, x: Scale, y: float) -> SafeString:
    class_ = "dot" if each.reliable else "dot open"
    dot = element("circle", class_=class_, cx=x(each.value), cy=y, r=6)
    return join_markup(_track(x, y), _range(each.low, each.high, x, y), dot)


def _track(x: Scale, y: float) -> SafeString:
    return element("line", class_="track", x1=x.start, x2=x.end, y1=y, y2=y)


def _range(low: float, high: float, x: Scale, y: float) -> SafeString:
    left, right, top = format_value(x(low)), format_value(x(high)), format_value(y - 6)
    path = f"M{left} {format_value(y)}H{right}M{left} {top}v12M{right} {top}v12"
    return element("path", class_="range", d=path, fill="none")


def _proportion_label(rate: ProportionBar) -> str:
    if not rate.n:
        return _("none yet")
    share = format_percent(rate.k / rate.n)
    values = {"k": format_number(rate.k), "n": format_number(rate.n), "share": share}
    return _("%(k)s of %(n)s · %(share)s") % values


def _shares(rate: ProportionBar) -> tuple[str, str]:
    if not rate.n:
        return "", ""
    ends = {"low": format_percent(rate.low), "high": format_percent(rate.high)}
    return format_percent(rate.k / rate.n), _("%(low)s to %(high)s") % ends


def _between(each: EstimateDot, decimals: int) -> str:
    ends = {
        "low": format_signed(each.low, decimals),
        "high": format_signed(each.high, decimals),
    }
    return _("%(low)s to %(high)s") % ends


def _render(
    svg_id: str, chart: BarChart | DotChart, rows: Sequence[_Row], x: Scale
) -> tuple[SafeString, float]:
    reference = chart.reference
    top = _TOP + (_REFERENCE_LABEL if reference and reference.name else 0)
    parts = [_reference_label(reference, x, top)] if reference and reference.name else []
    for index, (name, label, draw) in enumerate(rows):
        y = top + _ROW * index
        parts += [
            text(truncate(name, WIDTH - text_width(label) - 8), 0, y + 13, "name"),
            text(label, WIDTH, y + 13, "figure", "end"),
            draw(y + 28),
        ]
        if reference:
            parts.append(_reference_mark(x(reference.value), y))
    height = top + _ROW * len(rows)
    return svg_root(
        svg_id, chart.title, chart.description or chart.title, height, *parts
    ), height


def _reference_mark(at: float, y: float) -> SafeString:
    return element("line", class_="reference", x1=at, x2=at, y1=y + 18, y2=y + 38)


def _reference_label(reference: ReferenceLine, x: Scale, top: float) -> SafeString:
    """Return the label of the reference line, centred above it if the edges leave enough
    room."""
    name = truncate(reference.name, WIDTH)
    half = text_width(name) / 2
    middle = min(max(x(reference.value), half), WIDTH - half)
    return text(name, middle, top - 9, "tick", "middle")
