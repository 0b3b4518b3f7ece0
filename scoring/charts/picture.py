"""A picture to hand on: who won, by how much, and a chart."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from scoring.charts.chart import Chart, Key
from scoring.charts.letters import fit, width_of, wrap
from scoring.charts.signs import Look, diamond
from scoring.charts.svg import WIDTH, element, joined, text, written

_SHEET, _EDGE = 360.0, 20.0
_ROOM = _SHEET - 2 * _EDGE
_RIGHT = _SHEET - _EDGE
_NAME = 13.0  # the size of names
_BETWEEN = 16.0  # what stands side by side


@dataclass(frozen=True, slots=True)
class Row:
    """Who, and what they came to; it is larger where they `won`. Several names stand in a line
    where they have room, and each on its own where not."""

    names: tuple[str, ...]
    value: str
    look: Look = Look.PLAIN
    won: bool = False

    @property
    def told(self) -> str:
        return " + ".join(self.names)


@dataclass(frozen=True, slots=True)
class Picture:
    """`over` stands small above the title, `foot` small under all, `notes` above it: each is a
    heading, and what it says."""

    over: str
    title: str
    rows: tuple[Row, ...]
    chart: Chart | None
    foot: str
    notes: tuple[tuple[str, str], ...] = ()


def draw(picture: Picture) -> SafeString:
    """The picture as SVG, as high as what is on it; `png` gives it its looks."""
    parts = [text(fit(picture.over, _ROOM, 12), _EDGE, 34, "over")]
    y = 38.0
    for words in wrap(picture.title, _ROOM, 24):
        y += 28
        parts.append(text(words, _EDGE, y, "title"))
    y += 8
    for row in picture.rows:
        drawn, y = _row(row, y)
        parts.append(drawn)
    y += 8
    if picture.chart:
        drawn, y = _chart(picture.chart, {row.told for row in picture.rows}, y)
        parts.append(drawn)
    for heading, words in picture.notes:
        drawn, y = _note(heading, words, y)
        parts.append(drawn)
    height = y + 40
    parts.append(text(fit(picture.foot, _ROOM, 12), _RIGHT, height - 16, "over", "end"))
    return element(
        "svg",
        element("rect", class_="sheet", width=_SHEET, height=height),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {written(_SHEET)} {written(height)}",
    )


def _row(row: Row, top: float) -> tuple[SafeString, float]:
    """A row from `top` down, and where it ends: names on the left, as many lines as they take,
    and what they came to on the right."""
    size = 36.0 if row.won else 24.0
    left = _EDGE + 18
    room = _RIGHT - left - width_of(row.value, size) - 8
    names = [row.told]
    if width_of(row.told, _NAME) > room:
        names = [fit(name, room, _NAME) for name in row.names]
    y = top + max(size + 8, 20 * len(names) + 4)
    first = y - 1 - 20 * (len(names) - 1)
    parts = [
        text(name, left, first + 20 * index, f"who {row.look}")
        for index, name in enumerate(names)
    ]
    won = " won" if row.won else ""
    value = text(row.value, _RIGHT, y, f"number {row.look}{won}", "end")
    return joined(diamond(_EDGE + 6, first - 5, row.look), *parts, value), y


def _chart(chart: Chart, told: set[str], top: float) -> tuple[SafeString, float]:
    """The chart with its key under it, but for what the rows have told, and where that ends."""
    size = f'width="{written(WIDTH)}" height="{written(chart.height)}" overflow="visible"'
    sheet = chart.svg.replace("<svg ", f"<svg {size} ", 1)
    at = f"translate({written(_EDGE)} {written(top)})"
    parts = [element("g", mark_safe(sheet), transform=at)]  # noqa: S308 (as it was)
    y = top + chart.height
    keys = [key for key in chart.keys if key.meaning not in told]
    for key, x, key_y in _flow(keys, y + 18):
        parts.append(_key(key, x, key_y))
        y = key_y
    return joined(*parts), y


def _note(heading: str, words: str, top: float) -> tuple[SafeString, float]:
    """A note from `top` down, and where it ends."""
    y = top + 24
    parts = [text(fit(heading, _ROOM, _NAME), _EDGE, y, "who")]
    for line in wrap(words, _ROOM, _NAME):
        y += 18
        parts.append(text(line, _EDGE, y, "note"))
    return joined(*parts), y


def _flow(keys: list[Key], y: float) -> Iterator[tuple[Key, float, float]]:
    """The keys in lines, as many side by side as there is room for."""
    x = _EDGE
    for key in keys:
        width = 20 + width_of(key.meaning, 12)
        if x > _EDGE and x + width > _RIGHT:
            x, y = _EDGE, y + 20
        yield key, x, y
        x += width + _BETWEEN


def _key(key: Key, x: float, y: float) -> SafeString:
    at = f"translate({written(x + 8)} {written(y - 4)}) scale(.8)"
    words = text(fit(key.meaning, _RIGHT - x - 20, 12), x + 20, y, "meaning")
    return joined(element("g", key.sign, transform=at), words)
