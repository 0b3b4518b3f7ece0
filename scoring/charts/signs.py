"""Signs that tell lines and events apart without their colour."""

from enum import StrEnum

from django.utils.safestring import SafeString

from scoring.charts.svg import element, written


class Look(StrEnum):
    """How a line and its sign look: the two teams', or neither's."""

    A = "a"
    B = "b"
    PLAIN = "plain"


class Shape(StrEnum):
    """What marks an event on a line: above it what was won, below it what was lost."""

    UP = "up"
    UP_TWICE = "up-twice"
    DOWN = "down"
    DOWN_TWICE = "down-twice"
    RING = "ring"


_DIAMOND = ((0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0))
_UP = ((-5.0, 4.0), (0.0, -5.0), (5.0, 4.0))
_DOWN = ((-5.0, -4.0), (0.0, 5.0), (5.0, -4.0))
_PARTS = {
    Shape.UP: [(_UP, 0.0)],
    Shape.UP_TWICE: [(_UP, 4.0), (_UP, -4.0)],
    Shape.DOWN: [(_DOWN, 0.0)],
    Shape.DOWN_TWICE: [(_DOWN, -4.0), (_DOWN, 4.0)],
}
_OFFSETS = {
    Shape.UP: -12.0,
    Shape.UP_TWICE: -16.0,
    Shape.DOWN: 12.0,
    Shape.DOWN_TWICE: 16.0,
    Shape.RING: 0.0,
}


def height_of(shape: Shape) -> float:
    """How high a mark is, so that two can stand one above the other."""
    return 20.0 if shape in {Shape.UP_TWICE, Shape.DOWN_TWICE} else 12.0


def diamond(x: float, y: float, look: Look) -> SafeString:
    """The sign of a line: a team's as it is on every page, or that of neither."""
    if look is Look.PLAIN:
        return element("circle", class_=f"end {look}", cx=x, cy=y, r=5)
    return element("path", class_=f"end {look}", d=_path(_DIAMOND, x, y))


def mark(shape: Shape, x: float, y: float, look: Look) -> SafeString:
    """The sign of an event, with its middle at this place."""
    class_ = f"mark {shape} {look}"
    if shape is Shape.RING:
        return element("circle", class_=class_, cx=x, cy=y, r=5.5)
    parts = (_path(points, x, y + dy) for points, dy in _PARTS[shape])
    return element("path", class_=class_, d="".join(parts))


def offset(shape: Shape) -> float:
    """How far below a line the middle of this mark is; above it if negative."""
    return _OFFSETS[shape]


def _path(points: tuple[tuple[float, float], ...], x: float, y: float) -> str:
    return "M" + "L".join(f"{written(x + dx)} {written(y + dy)}" for dx, dy in points) + "Z"
