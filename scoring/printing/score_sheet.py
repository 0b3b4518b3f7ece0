"""An empty score pad, or a game's score sheet as a fair copy."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from django.utils.translation import gettext as _

from scoring.printing.fonts import font
from scoring.printing.paper import Paper, paper_size
from scoring.printing.shapes import Drawing, Page, Part, Shape, Text, line, squares

_MARGIN = 12.0
_CODE = 32.0  # the side of the QR code, including the white margin
_QUIET = 4  # modules of the white margin of a code (ISO 18004)
_TITLE, _SIZE, _SMALL = 7.0, 3.8, 3.1
_ROW, _PAD = 8.4, 1.2
_HAIR, _LINE = 0.15, 0.4
# The widths of the columns as shares of the width: number, order in which players went out,
# calls; then points and total of each team.
_SHARES = (0.06, 0.25, 0.21, 0.12, 0.12, 0.12, 0.12)
_NARROWEST = 0.7  # the factor by which a text may be smaller than the others
_ROUNDING = 1e-6
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A round, or an adjustment between two rounds: points and totals of both teams."""

    number: str
    order: str
    calls: str
    points: tuple[str, str]
    totals: tuple[str, str]


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """The content of a sheet. If a name is empty, there is room to write it; the remaining rows
    of the last page are empty too. `address` is the address of the game, for a QR code; it may
    be empty."""

    title: str
    about: str = ""
    teams: tuple[str, str] = ("", "")
    address: str = ""
    lines: tuple[SheetLine, ...] = ()


def score_sheet(sheet: PrintedSheet, paper: Paper) -> list[Page]:
    """Return the sheet, on as many pages as its rounds need."""
    width, height = paper_size(paper)
    inner = width - 2 * _MARGIN
    top = _MARGIN + (_CODE + 4 if sheet.address else 24)
    rows = int((height - _MARGIN - top) / _ROW) - 1  # one row for the headings
    starts = range(0, max(len(sheet.lines), 1), rows)
    head = _head(sheet, inner)
    return [
        Page(
            sheet.title,
            paper,
            (
                Part(head, ((_MARGIN, _MARGIN),)),
                Part(_grid(sheet.teams, inner, rows), ((_MARGIN, top),)),
                Part(
                    _written(sheet.lines[start : start + rows], inner), ((_MARGIN, top + _ROW),)
                ),
            ),
        )
        for start in starts
    ]


def _head(sheet: PrintedSheet, width: float) -> Drawing:
    room = width - (_CODE + 4 if sheet.address else 0)
    shapes: list[Shape] = [
        _text(sheet.title, 0, _TITLE, _TITLE, room, bold=True),
        _text(sheet.about, 0, _TITLE + 6, _SIZE, room),
    ]
    if sheet.address:
        shapes += qr_code(sheet.address, _CODE).placed(width - _CODE, -2)
        caption = _text(_("Scan: the table on a phone"), 0, _CODE - 7, _SMALL, room)
        shapes += [caption, _text(sheet.address, 0, _CODE - 3, _SMALL, room)]
    return Drawing(width, _CODE, tuple(shapes))


def _grid(teams: tuple[str, str], width: float, rows: int) -> Drawing:
    """Return empty rows under the names, with a thin line between the two columns of a team."""
    edges = _edges(width)
    bottom = (rows + 1) * _ROW
    heads = (_("No."), _("First out"), _("Calls"))
    shapes: list[Shape] = [
        _text(head, edges[index] + _PAD, _ROW - 2.6, _SMALL, width, bold=True)
        for index, head in enumerate(heads)
    ]
    for index, name in zip((3, 5), teams, strict=True):
        room = edges[index + 2] - edges[index] - 2 * _PAD
        shapes.append(_text(name, edges[index] + _PAD, _ROW - 2.6, _SMALL, room, bold=True))
    shapes += [
        line((0, row * _ROW), (width, row * _ROW), _LINE if row < 2 else _HAIR)
        for row in range(rows + 2)
    ]
    for index, x in enumerate(edges):
        inside = index in {4, 6}  # between the points of a team and its total
        shapes.append(line((x, _ROW if inside else 0), (x, bottom), _HAIR if inside else _LINE))
    return Drawing(width, bottom, tuple(shapes))


def _written(lines: Sequence[SheetLine], width: float) -> Drawing:
    edges = _edges(width)
    shapes: list[Shape] = []
    for row, each in enumerate(lines):
        base = row * _ROW + _ROW - 2.6
        for index, words in enumerate((each.number, each.order, each.calls)):
            room = edges[index + 1] - edges[index] - 2 * _PAD
            shapes.append(_text(words, edges[index] + _PAD, base, _SMALL, room))
        for team, index in enumerate((3, 5)):
            points = _text(each.points[team], 0, base, _SMALL, width)
            total = _text(each.totals[team], 0, base, _SIZE, width, bold=True)
            shapes.append(points.placed(edges[index + 1] - _PAD - points.width, 0, 1))
            shapes.append(total.placed(edges[index + 2] - _PAD - total.width, 0, 1))
    return Drawing(width, len(lines) * _ROW, tuple(shapes))


def _edges(width: float) -> list[float]:
    """Return the left edges of the columns, and the right edge of the last one."""
    edges = [0.0]
    for share in _SHARES:
        edges.append(edges[-1] + share * width)
    return edges


def _text(  # noqa: PLR0913 (a text, its place and its size)
    text: str, x: float, y: float, size: float, room: float, *, bold: bool = False
) -> Text:
    """Return a text. If there is not enough room, its size is reduced; if it still does not
    fit, it is shortened."""
    face = font(bold=bold)
    if text:
        size *= min(1, max(_NARROWEST, room / face.width(text, size)))
    if face.width(text, size) > room + _ROUNDING:
        while text and face.width(text + _ELLIPSIS, size) > room:
            text = text[:-1]
        text = text.rstrip() + _ELLIPSIS
    return Text(x, y, text, size, bold)


def qr_code(address: str, side: float) -> Drawing:
    """Return the address as a QR code, with the white margin that cameras need."""
    rows = [list(row) for row in segno.make(address, error="m").matrix]
    module = side / (len(rows) + 2 * _QUIET)
    corners = [
        ((_QUIET + column) * module, (_QUIET + index) * module)
        for index, row in enumerate(rows)
        for column, dark in enumerate(row)
        if dark
    ]
    return Drawing(side, side, (squares(corners, module),))
