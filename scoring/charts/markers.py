"""Symbols of lines and events. They differ in shape, so that no meaning depends on colour
alone."""

from enum import StrEnum

from django.utils.safestring import SafeString

from scoring.charts.svg import element, path_of


class LineStyle(StrEnum):
    """The style of a line and its symbol: that of a team, or neutral."""

    A = "a"
    B = "b"
    PLAIN = "plain"


class MarkerShape(StrEnum):
    """The shape of an event. An event that was won is above its line, one that was lost is
    below."""

    UP = "up"
    UP_TWICE = "up-twice"
    UP_THRICE = "up-thrice"
    DOWN = "down"
    DOWN_TWICE = "down-twice"
    DOWN_THRICE = "down-thrice"
    RING = "ring"


_DIAMOND = ((0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0))
_UP = ((-5.0, 4.0), (0.0, -5.0), (5.0, 4.0))
_DOWN = ((-5.0, -4.0), (0.0, 5.0), (5.0, -4.0))
_PARTS = {
    MarkerShape.UP: [(_UP, 0.0)],
    MarkerShape.UP_TWICE: [(_UP, 4.0), (_UP, -4.0)],
    MarkerShape.UP_THRICE: [(_UP, 7.0), (_UP, 0.0), (_UP, -7.0)],
    MarkerShape.DOWN: [(_DOWN, 0.0)],
    MarkerShape.DOWN_TWICE: [(_DOWN, -4.0), (_DOWN, 4.0)],
    MarkerShape.DOWN_THRICE: [(_DOWN, -7.0), (_DOWN, 0.0), (_DOWN, 7.0)],
}
_OFFSETS = {
    MarkerShape.UP: -12.0,
    MarkerShape.UP_TWICE: -16.0,
    MarkerShape.UP_THRICE: -19.0,
    MarkerShape.DOWN: 12.0,
    MarkerShape.DOWN_TWICE: 16.0,
    MarkerShape.DOWN_THRICE: 19.0,
    MarkerShape.RING: 0.0,
}


def marker_height(shape: MarkerShape) -> float:
    """Return the height of a marker, which is used to stack markers."""
    triangles = len(_PARTS[shape]) if shape in _PARTS else 1
    return 4.0 + 8.0 * triangles


def render_line_symbol(x: float, y: float, style: LineStyle) -> SafeString:
    """Return the symbol of a line: a diamond for a team, else a dot."""
    if style is LineStyle.PLAIN:
        return element("circle", class_=f"end {style}", cx=x, cy=y, r=5)
    return element("path", class_=f"end {style}", d=_path(_DIAMOND, x, y))


def render_marker(shape: MarkerShape, x: float, y: float, style: LineStyle) -> SafeString:
    """Return the marker of an event, centred at a position."""
    class_ = f"mark {shape} {style}"
    if shape is MarkerShape.RING:
        return element("circle", class_=class_, cx=x, cy=y, r=5.5)
    parts = (_path(points, x, y + dy) for points, dy in _PARTS[shape])
    return element("path", class_=class_, d="".join(parts))


def marker_offset(shape: MarkerShape) -> float:
    """Return the distance of the centre of a marker below its line; negative above it."""
    return _OFFSETS[shape]


def _path(points: tuple[tuple[float, float], ...], x: float, y: float) -> str:
    return path_of((x + dx, y + dy) for dx, dy in points) + "Z"
