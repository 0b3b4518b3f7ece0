"""Wide and low line charts without an axis, for a screen that shows the last values in large
type.

They are hidden from screen readers, because the page contains the same facts in words.
"""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from scoring.charts.line import Series
from scoring.charts.markers import render_line_symbol
from scoring.charts.number_format import format_number
from scoring.charts.scale import Scale, value_range
from scoring.charts.svg import element, format_value, path_of, text

_LONG, _HIGH, _INSET = 400.0, 96.0, 8.0
# The size of the text, as in scoreboard.css. It is 16 px on a tablet, where the chart is 280 px
# wide.
_TEXT = 24.0


def render_compact_lines(series: Sequence[Series], target: float | None = None) -> SafeString:
    """Render each line with the symbol of its style at its end. There is a reference line at 0,
    and a labelled one at the target. For a line of one value, only the symbol is visible."""
    last = max((len(each.values) for each in series), default=1) - 1
    levels = [0.0] if target is None else [0.0, target]
    x = Scale(0, max(last, 1), _INSET, _LONG - _INSET)
    values = [value for each in series for value in each.values]
    y = Scale(*value_range(values, *levels), _HIGH - _INSET, _INSET)
    parts = [
        element("line", class_=kind, x1=0, x2=_LONG, y1=y(level), y2=y(level))
        for kind, level in zip(("zero", "goal"), levels, strict=False)
    ]
    if target is not None:
        parts.append(text(format_number(target), 0, y(target) + _TEXT, "goal"))
    for each in series:
        places = [(x(at), y(value)) for at, value in enumerate(each.values)]
        parts.append(element("path", class_=f"line {each.style}", d=path_of(places)))
        parts.append(render_line_symbol(*places[-1], each.style))
    return element(
        "svg",
        *parts,
        class_="compact",
        viewBox=f"0 0 {format_value(_LONG)} {format_value(_HIGH)}",
        aria_hidden="true",
    )
