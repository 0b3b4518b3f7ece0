"""Small drawings in a row of a list. They are hidden from screen readers, because the page
contains the same facts in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.scale import Scale, value_range
from scoring.charts.svg import element, format_value

_STEP, _HIGH = 12.0, 12.0
_LONG, _LINE_HIGH, _INSET = 160.0, 12.0, 5.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and the ends of its interval."""

    value: float
    low: float
    high: float


def render_results(results: Sequence[int], room: int) -> SafeString:
    """Draw results in order, with room for `room` of them: a disc for a game won (1), a small
    ring for one lost (-1), a dash for a draw (0). Empty without results."""
    if not results:
        return SafeString("")
    signs = [_sign(result, _STEP * (place + 0.5)) for place, result in enumerate(results)]
    return element(
        "svg",
        *signs,
        class_="results",
        viewBox=f"0 0 {format_value(_STEP * room)} {format_value(_HIGH)}",
        width=_STEP * room,
        height=_HIGH,
        aria_hidden="true",
    )


def render_intervals(estimates: Sequence[Estimate]) -> list[SafeString]:
    """Draw each estimate as a dot on a thin line, all on one scale that includes 0."""
    ends = [end for each in estimates for end in (each.low, each.high, each.value)]
    x = Scale(*value_range(ends, 0), _INSET, _LONG - _INSET)
    return [_interval(each, x) for each in estimates]


def _sign(result: int, x: float) -> SafeString:
    middle = _HIGH / 2
    if not result:
        return element("line", x1=x - 3, x2=x + 3, y1=middle, y2=middle)
    if result > 0:
        return element("circle", class_="won", cx=x, cy=middle, r=4)
    return element("circle", cx=x, cy=middle, r=3)


def _interval(each: Estimate, x: Scale) -> SafeString:
    middle = _LINE_HIGH / 2
    return element(
        "svg",
        element("line", class_="zero", x1=x(0), x2=x(0), y1=0, y2=_LINE_HIGH),
        element("line", class_="range", x1=x(each.low), x2=x(each.high), y1=middle, y2=middle),
        element("circle", class_="end", cx=x(each.value), cy=middle, r=3.5),
        class_="drawing interval",
        viewBox=f"0 0 {format_value(_LONG)} {format_value(_LINE_HIGH)}",
        aria_hidden="true",
    )
