"""The chances of winning, as a strip under the race."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.letters import fit
from scoring.charts.numbers import percent
from scoring.charts.scale import Scale
from scoring.charts.signs import Look, diamond
from scoring.charts.svg import WIDTH, element, joined, text, written

_HEIGHT = 84.0
_TITLE = 20.0


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely the left team wins, from 0 to 1, after every round; the first before any.
    `name` heads their column. `turn`, if any, is the round that turned the game."""

    title: str
    name: str
    values: tuple[float, ...]
    turn: int | None = None


def panel(key: str, chances: Chances, x: Scale, top: float) -> tuple[SafeString, float]:
    """The strip from `top` down, and where it ends. Above its middle the left team is ahead,
    below it the right one."""
    top += _TITLE
    bottom = top + _HEIGHT
    y = Scale(0, 1, bottom, top)
    middle = y(0.5)
    points = [f"{written(x(at))} {written(y(v))}" for at, v in enumerate(chances.values)]
    first, last = written(x(0)), written(x(len(chances.values) - 1))
    area = f"M{first} {written(middle)}L{'L'.join(points)}L{last} {written(middle)}Z"
    parts = [
        text(fit(chances.title, WIDTH), 0, top - 8, "heading"),
        _half(f"{key}-upper", area, Look.A, _box(x, top, middle)),
        _half(f"{key}-lower", area, Look.B, _box(x, middle, bottom)),
        element("line", class_="rule", x1=x.start, x2=x.end, y1=middle, y2=middle),
        element("path", class_="chance", d=f"M{'L'.join(points)}", fill="none"),
        diamond(x.start - 12, top + 6, Look.A),
        text(percent(0.5), x.start - 6, middle + 5, "tick", "end"),
        diamond(x.start - 12, bottom - 6, Look.B),
        *_turn(chances, x, y, top, bottom),
        *_end(chances, x, y),
    ]
    return joined(*parts), bottom


def _half(key: str, area: str, look: Look, box: SafeString) -> SafeString:
    """The part of the area in a box, in the colour of the team that is ahead there."""
    clip = element("clipPath", box, id=key)
    return clip + element(
        "path", class_=f"area {look}", d=area, clip_path=f"url(#{key})", fill="none"
    )


def _box(x: Scale, top: float, bottom: float) -> SafeString:
    return element("rect", x=x.start, y=top, width=x.end - x.start, height=bottom - top)


def _turn(chances: Chances, x: Scale, y: Scale, top: float, bottom: float) -> list[SafeString]:
    if chances.turn is None:
        return []
    at = x(chances.turn)
    return [
        element("line", class_="turn", x1=at, x2=at, y1=top, y2=bottom),
        element("circle", class_="turn", cx=at, cy=y(chances.values[chances.turn]), r=4),
    ]


def _end(chances: Chances, x: Scale, y: Scale) -> list[SafeString]:
    """Who is ahead in the end, and how sure that is."""
    value = chances.values[-1]
    look, share = (Look.A, value) if value >= 0.5 else (Look.B, 1 - value)
    at = x(len(chances.values) - 1)
    label = text(percent(share), x.end + 12, y(value) + 5, f"value {look}")
    return [diamond(at, y(value), look), label]
