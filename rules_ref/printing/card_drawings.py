"""Draws cards for paper, with the symbols that pages show."""

from dataclasses import replace
from enum import StrEnum
from functools import cache
from xml.etree import ElementTree

from django.template.loader import render_to_string

from rules_ref.cards import CardImage
from scoring.printing import Drawing
from scoring.printing.path_data import parse_path
from scoring.printing.shapes import BLACK, Command, Path, Shape, Text, circle, rectangle

# Lengths in em, because a card is part of a line of text. Its rank is beside its symbol.
_WIDTH, _HEIGHT, _GAP = 1.85, 1.3, 0.12
_RANK, _SYMBOL, _SPECIAL, _BETWEEN = 0.95, 0.72, 1.2, 0.12
_INSIDE = 0.12  # between the frame and its content
_MIDDLE = 0.36  # the middle of capitals above their base line
_BRUSH = 3.0  # the line width of symbols that are drawn with a brush, as in the style sheet


class Ink(StrEnum):
    """The ink of the printer."""

    COLOUR = "colour"
    BLACK = "black"


# The colours of the light colour scheme of the style sheet.
COLOURS = {"jade": "#1d6b45", "pagoda": "#4540a8", "star": "#b3261e"}
_LIKE = {"dragon": "jade", "phoenix": "star"}


def draw_cards(codes: tuple[str, ...], ink: Ink) -> Drawing:
    """Return a drawing of the cards side by side, with lengths in em."""
    shapes: list[Shape] = []
    for index, code in enumerate(codes):
        shapes += _card(code, ink).placed(index * (_WIDTH + _GAP), 0)
    return Drawing(len(codes) * (_WIDTH + _GAP) - _GAP, _HEIGHT, tuple(shapes))


@cache
def _card(code: str, ink: Ink) -> Drawing:
    image = CardImage.from_code(code)
    colour = BLACK
    if ink is Ink.COLOUR:
        colour = COLOURS.get(_LIKE.get(image.symbol, image.symbol), BLACK)
    frame = rectangle(
        0.03, 0.03, _WIDTH - 0.06, _HEIGHT - 0.06, radius=0.2, stroke=BLACK, line_width=0.05
    )
    base = _HEIGHT / 2 + _MIDDLE * _RANK
    rank = Text(0, base, image.corner, _RANK, bold=True, colour=colour)
    symbol = _symbol(image.symbol) if image.symbol else None
    size = _SYMBOL if image.corner else _SPECIAL
    parts = [rank.width] if image.corner else []
    parts += [size * symbol.width] if symbol else []
    taken = sum(parts) + _BETWEEN * (len(parts) - 1)
    scale = min(1, (_WIDTH - 2 * _INSIDE) / taken)  # a 10 and its suit are too wide
    x = (_WIDTH - taken * scale) / 2
    shapes: list[Shape] = [frame]
    if image.corner:
        middle = _HEIGHT / 2
        shapes.append(rank.placed(x, middle - middle * scale, scale))
        x += (rank.width + _BETWEEN) * scale
    if symbol:
        size *= scale
        drawn = symbol.placed(x, (_HEIGHT - size * symbol.height) / 2, size)
        shapes += [_tint(shape, colour) for shape in drawn]
    return Drawing(_WIDTH, _HEIGHT, tuple(shapes))


def _tint(shape: Shape, colour: str) -> Shape:
    """Give the filled and stroked parts of a symbol this colour."""
    if isinstance(shape, Text):
        return replace(shape, colour=colour)
    return replace(shape, fill=shape.fill and colour, stroke=shape.stroke and colour)


@cache
def _symbols() -> dict[str, ElementTree.Element]:
    # An attribute without a value is valid in HTML but not in XML.
    signs = render_to_string("rules_ref/_signs.html").replace("<svg hidden>", "<svg>")
    root = ElementTree.fromstring(signs)  # noqa: S314 (a template of ours)
    return {symbol.attrib["id"].removeprefix("sign-"): symbol for symbol in root}


@cache
def _symbol(name: str) -> Drawing:
    """Return a symbol of one em height or, if it is wider than high, of one em width."""
    symbol = _symbols()[name]
    left, top, width, height = map(float, symbol.attrib["viewBox"].split())
    scale = 1 / max(width, height)
    shapes = [
        shape.placed(-left * scale, -top * scale, scale)
        for element in symbol
        for shape in [_path(element)]
    ]
    return Drawing(width * scale, height * scale, tuple(shapes))


def _path(element: ElementTree.Element) -> Path:
    """Return a path or a circle of a symbol, filled or stroked as by the style sheet of
    pages."""
    commands: tuple[Command, ...]
    if element.tag == "circle":
        x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
        commands = circle(x, y, radius)
    else:
        commands = tuple(parse_path(element.attrib["d"]))
    if element.get("class") == "ink":
        return Path(commands, stroke=BLACK, width=_BRUSH)
    if width := element.get("stroke-width"):
        return Path(commands, stroke=BLACK, width=float(width))
    return Path(commands, fill=BLACK)
