"""The win probability, as a panel below the chart of the score."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.markers import LineStyle, render_line_symbol
from scoring.charts.number_format import format_percent, format_probability
from scoring.charts.scale import Scale
from scoring.charts.svg import WIDTH, element, format_value, join_markup, text
from scoring.charts.text_metrics import truncate

_HEIGHT = 84.0
_TITLE = 20.0


@dataclass(frozen=True, slots=True)
class WinProbability:
    """The probability (0 to 1) that team A wins, before the first round and after every round.

    `column_label` is a heading of the table; `turning_point` is the number of a round to mark.
    """

    title: str
    column_label: str
    values: tuple[float, ...]
    turning_point: int | None = None


def render_panel(
    svg_id: str, chances: WinProbability, x: Scale, top: float
) -> tuple[SafeString, float]:
    """Return the panel below `top`, and its bottom. Values above the middle line mean that team
    A is ahead."""
    top += _TITLE
    bottom = top + _HEIGHT
    y = Scale(0, 1, bottom, top)
    middle = y(0.5)
    points = [
        f"{format_value(x(at))} {format_value(y(v))}" for at, v in enumerate(chances.values)
    ]
    first, last = format_value(x(0)), format_value(x(len(chances.values) - 1))
    area = f"M{first} {format_value(middle)}L{'L'.join(points)}L{last} {format_value(middle)}Z"
    parts = [
        text(truncate(chances.title, WIDTH), 0, top - 8, "heading"),
        _half(f"{svg_id}-upper", area, LineStyle.A, _box(x, top, middle)),
        _half(f"{svg_id}-lower", area, LineStyle.B, _box(x, middle, bottom)),
        element("line", class_="rule", x1=x.start, x2=x.end, y1=middle, y2=middle),
        element("path", class_="chance", d=f"M{'L'.join(points)}", fill="none"),
        render_line_symbol(x.start - 12, top + 6, LineStyle.A),
        text(format_percent(0.5), x.start - 6, middle + 5, "tick", "end"),
        render_line_symbol(x.start - 12, bottom - 6, LineStyle.B),
        *_turning_point(chances, x, y, top, bottom),
        *_end(chances, x, y),
    ]
    return join_markup(*parts), bottom


def _half(svg_id: str, area: str, style: LineStyle, box: SafeString) -> SafeString:
    """Return the part of the area that is inside a box, in the colour of a team."""
    clip = element("clipPath", box, id=svg_id)
    return clip + element(
        "path", class_=f"area {style}", d=area, clip_path=f"url(#{svg_id})", fill="none"
    )


def _box(x: Scale, top: float, bottom: float) -> SafeString:
    return element("rect", x=x.start, y=top, width=x.end - x.start, height=bottom - top)


def _turning_point(
    chances: WinProbability, x: Scale, y: Scale, top: float, bottom: float
) -> list[SafeString]:
    if chances.turning_point is None:
        return []
    at = x(chances.turning_point)
    return [
        element("line", class_="turn", x1=at, x2=at, y1=top, y2=bottom),
        element(
            "circle", class_="turn", cx=at, cy=y(chances.values[chances.turning_point]), r=4
        ),
    ]


def _end(chances: WinProbability, x: Scale, y: Scale) -> list[SafeString]:
    """Return the marker and the label of the last value, in the style of the team that is
    ahead."""
    value = chances.values[-1]
    style, share = (LineStyle.A, value) if value >= 0.5 else (LineStyle.B, 1 - value)
    at = x(len(chances.values) - 1)
    label = text(format_probability(share), x.end + 12, y(value) + 5, f"value {style}")
    return [render_line_symbol(at, y(value), style), label]
