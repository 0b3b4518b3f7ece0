"""Lines without an axis, wide and low, for a screen that shows the last values in large.

They are hidden from screen readers: words stand beside them.
"""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from scoring.charts.line import Series
from scoring.charts.markers import render_line_symbol
from scoring.charts.number_format import format_number
from scoring.charts.scale import Scale, value_range
from scoring.charts.svg import element, format_value, path_of, text

_LONG, _HIGH, _INSET = 400.0, 96.0, 8.0
# The size of the text, as in scoreboard.css: 16 px on a tablet, where the lines have 280.
_TEXT = 24.0


def render_compact_lines(series: Sequence[Series], target: float | None = None) -> SafeString:
    """Render each line with the symbol of its style at its end, over a line at 0 and one at the
    target, which is named. Of a line of one value the symbol alone is drawn."""
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
