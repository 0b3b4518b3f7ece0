"""A picture of a result to share: the winners, the margin, and a chart."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.safestring import SafeString, mark_safe

from scoring.charts.chart import Chart, LegendEntry
from scoring.charts.markers import LineStyle, render_line_symbol
from scoring.charts.svg import WIDTH, element, format_value, join_markup, text
from scoring.charts.text_metrics import text_width, truncate, wrap_lines

_SHEET, _EDGE = 360.0, 20.0
_ROOM = _SHEET - 2 * _EDGE
_RIGHT = _SHEET - _EDGE
_NAME = 13.0  # the size of names
_FIGURE = 24.0
_BETWEEN = 16.0  # between neighbouring entries of the legend
_DISC = 10.0  # the radius of an avatar
_PLACE = 2 * _DISC + 3  # the width of an avatar beside another one
_LARGE_DISC = 20.0  # above the title


@dataclass(frozen=True, slots=True)
class Disc:
    """An avatar: one or two letters on a colour, or a square `photo` (a JPEG) on top of them.
    The colour is a class of the site's style sheet."""

    colour: str
    letters: str
    photo: bytes | None = None


@dataclass(frozen=True, slots=True)
class PictureRow:
    """Names and a value, which is larger if they `won`. The names are on one line if they fit.
    There is a disc for each name, or none at all."""

    names: tuple[str, ...]
    value: str
    style: LineStyle = LineStyle.PLAIN
    won: bool = False
    discs: tuple[Disc, ...] = ()

    @property
    def label(self) -> str:
        return " + ".join(self.names)


@dataclass(frozen=True, slots=True)
class PictureNote:
    """A heading, a `figure` beside it (may be empty), and a text below both."""

    heading: str
    words: str
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """The content of a picture. `heading` is small text above the title, `chart_heading` small
    text above the chart, and `footer` small text at the bottom. `sentences` are below the
    title. `discs` are above the title; they belong to the players that it names."""

    heading: str
    title: str
    rows: tuple[PictureRow, ...]
    chart: Chart | None
    footer: str
    notes: tuple[PictureNote, ...] = ()
    sentences: tuple[str, ...] = ()
    chart_heading: str = ""
    discs: tuple[Disc, ...] = ()


def render_picture(picture: Picture) -> SafeString:
    """Return the picture as SVG, as high as its content requires; `png` adds the styles."""
    parts = [text(truncate(picture.heading, _ROOM, 12), _EDGE, 34, "over")]
    y = 38.0
    if picture.discs:
        parts += _discs(picture.discs, _EDGE, y + 10 + _LARGE_DISC, _LARGE_DISC)
        y += 14 + 2 * _LARGE_DISC
    for words in wrap_lines(picture.title, _ROOM, 24):
        y += 28
        parts.append(text(words, _EDGE, y, "title"))
    y += 8
    for sentence in picture.sentences:
        drawn, y = _lines(sentence, y)
        y += 4
        parts.append(drawn)
    for row in picture.rows:
        drawn, y = _row(row, y)
        parts.append(drawn)
    y += 8
    if picture.chart_heading:
        y += 24
        parts.append(text(truncate(picture.chart_heading, _ROOM, 12), _EDGE, y, "over"))
        # Small multiples have the names of their panels at the upper edge.
        y += 8
    if picture.chart:
        drawn, y = _chart(picture.chart, {row.label for row in picture.rows}, y)
        parts.append(drawn)
    for note in picture.notes:
        drawn, y = _note(note, y)
        parts.append(drawn)
    height = y + 40
    parts.append(text(truncate(picture.footer, _ROOM, 12), _RIGHT, height - 16, "over", "end"))
    return element(
        "svg",
        element("rect", class_="sheet", width=_SHEET, height=height),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_value(_SHEET)} {format_value(height)}",
    )


def _row(row: PictureRow, top: float) -> tuple[SafeString, float]:
    """Return a row below `top`, and its bottom. Names are on the left, on as many lines as they
    need; the value is on the right."""
    size = 36.0 if row.won else 24.0
    left = _EDGE + 18
    room = _RIGHT - left - text_width(row.value, size) - 8
    lines = [(row.label, row.discs)]
    if text_width(row.label, _NAME) > room - _PLACE * len(row.discs):
        lines = [
            (name, (disc,) if disc else ()) for name, disc in zip_longest(row.names, row.discs)
        ]
    height = 2 * _DISC + 4 if row.discs else 20
    y = top + max(size + 8, height * len(lines) + 4)
    first = y - 1 - height * (len(lines) - 1)
    parts = []
    for index, (name, discs) in enumerate(lines):
        at, taken = first + height * index, _PLACE * len(discs) + (3 if discs else 0)
        shown = truncate(name, room - taken, _NAME)
        parts += [
            *_discs(discs, left, at - 4.5, _DISC),
            text(shown, left + taken, at, f"who {row.style}"),
        ]
    won = " won" if row.won else ""
    value = text(row.value, _RIGHT, y, f"number {row.style}{won}", "end")
    return join_markup(render_line_symbol(_EDGE + 6, first - 5, row.style), *parts, value), y


def _discs(
    discs: tuple[Disc, ...], left: float, y: float, radius: float
) -> Iterator[SafeString]:
    """Yield avatars side by side. The height of their centres is `y`."""
    size, down = (" large", 6.5) if radius == _LARGE_DISC else ("", 4.5)
    for place, disc in enumerate(discs):
        x = left + radius + (2 * radius + 3) * place
        yield element("circle", class_=f"avatar {disc.colour}", cx=x, cy=y, r=radius)
        yield text(disc.letters, x, y + down, f"letters{size}", "middle")
        if disc.photo:
            yield _photo(disc.photo, x, y, radius)


def _photo(photo: bytes, x: float, y: float, radius: float) -> SafeString:
    """Return the photo, cut to a disc around this point."""
    name = f"photo-{format_value(x)}-{format_value(y)}"
    circle = element("circle", cx=x, cy=y, r=radius)
    drawn = element(
        "image",
        href=f"data:image/jpeg;base64,{b64encode(photo).decode()}",
        x=x - radius,
        y=y - radius,
        width=2 * radius,
        height=2 * radius,
        clip_path=f"url(#{name})",
    )
    return join_markup(element("clipPath", circle, id=name), drawn)


def _chart(chart: Chart, labels: set[str], top: float) -> tuple[SafeString, float]:
    """Return the chart with its legend, and its bottom. The legend has no entries for the
    labels of rows."""
    width, height = format_value(WIDTH), format_value(chart.height)
    size = f'width="{width}" height="{height}" overflow="visible"'
    sheet = chart.svg.replace("<svg ", f"<svg {size} ", 1)
    at = f"translate({format_value(_EDGE)} {format_value(top)})"
    parts = [element("g", mark_safe(sheet), transform=at)]  # noqa: S308 (our own SVG)
    y = top + chart.height
    entries = [entry for entry in chart.legend if entry.meaning not in labels]
    for entry, x, entry_y in _flow(entries, y + 18):
        parts.append(_legend_entry(entry, x, entry_y))
        y = entry_y
    return join_markup(*parts), y


def _note(note: PictureNote, top: float) -> tuple[SafeString, float]:
    """Return a note below `top`, and its bottom. If there is no room for the figure beside the
    heading, it follows the heading in small type."""
    taken = text_width(note.figure, _FIGURE) + 8
    if not note.figure:
        heading, beside, y, room = note.heading, "", top + 24, _ROOM
    elif text_width(note.heading, _NAME) + taken > _ROOM:
        heading, beside, y, room = f"{note.heading}: {note.figure}", "", top + 24, _ROOM
    else:
        heading, beside, y, room = note.heading, note.figure, top + 32, _ROOM - taken
    parts = [text(truncate(heading, room, _NAME), _EDGE, y, "who")]
    if beside:
        parts.append(text(beside, _RIGHT, y, "number", "end"))
    drawn, y = _lines(note.words, y)
    return join_markup(*parts, drawn), y


def _lines(words: str, top: float) -> tuple[SafeString, float]:
    """Return words below `top`, on as many lines as they need, and their bottom."""
    lines, y = [], top
    for line in wrap_lines(words, _ROOM, _NAME):
        y += 18
        lines.append(text(line, _EDGE, y, "note"))
    return join_markup(*lines), y


def _flow(entries: list[LegendEntry], y: float) -> Iterator[tuple[LegendEntry, float, float]]:
    """Yield the legend entries with their positions. Each line contains as many as fit."""
    x = _EDGE
    for entry in entries:
        width = 20 + text_width(entry.meaning, 12)
        if x > _EDGE and x + width > _RIGHT:
            x, y = _EDGE, y + 20
        yield entry, x, y
        x += width + _BETWEEN


def _legend_entry(entry: LegendEntry, x: float, y: float) -> SafeString:
    at = f"translate({format_value(x + 8)} {format_value(y - 4)}) scale(.8)"
    words = text(truncate(entry.meaning, _RIGHT - x - 20, 12), x + 20, y, "meaning")
    return join_markup(element("g", entry.symbol, transform=at), words)
