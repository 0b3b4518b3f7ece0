"""The player's aid: a card with two sides, to cut out or on labels.

The front explains combinations, the back explains special cards, calls and points. The first
section of the quick sheet, on the course of a round, is left out, so that the type is larger. A
player who uses the aid knows that section.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules_ref.loader import active_reference
from rules_ref.printing.card_drawings import Ink
from rules_ref.printing.sections import sheet_sections
from scoring.printing import (
    Block,
    Drawing,
    LabelSheet,
    Page,
    Paper,
    Part,
    best_size,
    lay_out,
    paper_size,
)
from scoring.printing.shapes import Shape, line

FRONT, BACK = slice(1, 4), slice(4, None)  # the sections of each side
CARDS = 2  # the number of cards on a page

_MARGIN = 2.8  # between the edge of a card and its text
_LABEL_MARGIN = 3.5
_UNPRINTABLE = 6.0  # the edge of the paper that many printers cannot print on
_GUTTER = 5.0  # between two columns
_BETWEEN = 16.0  # between two cards, for their marks
_MARK, _AWAY = 5.0, 1.5  # the length of a cutting mark, and its distance from the card
_HAIR = 0.15
_LARGEST = 4.2


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a playing card, in millimetres."""

    name: str
    width: float
    height: float


CARD_SIZES = (CardSize("poker", 63, 88), CardSize("bridge", 57, 89))


def aid_on_cards(paper: Paper, card: CardSize, ink: Ink) -> Page:
    """Return a page with two cards. The front and the back of a card are side by side, so that
    they can be folded at the edge between them, or cut and glued onto a card."""
    width, height = paper_size(paper)
    faces = _faces(card.width, card.height, _MARGIN, ink)
    left = (width - 2 * card.width) / 2
    top = (height - CARDS * card.height - (CARDS - 1) * _BETWEEN) / 2
    tops = [top + index * (card.height + _BETWEEN) for index in range(CARDS)]
    marks = _marks(card)
    return Page(
        _("Player’s aid: two cards, front and back side by side"),
        paper,
        (
            Part(faces[0], tuple((left, y) for y in tops)),
            Part(faces[1], tuple((left + card.width, y) for y in tops)),
            Part(marks, tuple((left, y) for y in tops)),
        ),
        language=active_reference().quick_sheet.language,
    )


def aid_on_labels(sheet: LabelSheet, ink: Ink) -> Page:
    """Return a page of labels, with fronts and backs in turn."""
    margin = max(_LABEL_MARGIN, _UNPRINTABLE - min(sheet.left, sheet.top))
    faces = _faces(sheet.width, sheet.height, margin, ink)
    corners = sheet.corners
    return Page(
        _("Player’s aid on labels, front and back by turns"),
        sheet.paper,
        (Part(faces[0], tuple(corners[::2])), Part(faces[1], tuple(corners[1::2]))),
        language=active_reference().quick_sheet.language,
    )


def _faces(width: float, height: float, margin: float, ink: Ink) -> tuple[Drawing, Drawing]:
    """Return both sides in the largest type in which they fit."""
    sections = sheet_sections(ink)
    sides = [_columns(sections[part], wide=width > height) for part in (FRONT, BACK)]
    room = width - 2 * margin - (_GUTTER if width > height else 0)
    column = room / len(sides[0])
    every = [blocks for side in sides for blocks in side]
    size = best_size(every, column, height - 2 * margin, largest=_LARGEST)
    front, back = (
        Drawing(
            width,
            height,
            tuple(
                shape
                for index, blocks in enumerate(side)
                for shape in lay_out(blocks, column, size).placed(
                    margin + index * (column + _GUTTER), margin
                )
            ),
        )
        for side in sides
    )
    return front, back


def _columns(sections: list[list[Block]], *, wide: bool) -> list[list[Block]]:
    """Return the sections in one column or, if the side is wide, in two. The first section of a
    side is the longest, and has a column of its own then."""
    parts = [sections[:1], sections[1:]] if wide else [sections]
    return [sum(part, list[Block]()) for part in parts]


def _marks(card: CardSize) -> Drawing:
    """Return the marks to cut out and to fold a card with its back beside it. They are outside
    of the card, so that no line remains on it."""
    width, height = 2 * card.width, card.height
    shapes: list[Shape] = []
    for x in (0.0, width):
        for y in (0.0, height):
            out_x, out_y = (1 if x else -1), (1 if y else -1)
            shapes.append(line((x + out_x * _AWAY, y), (x + out_x * (_AWAY + _MARK), y), _HAIR))
            shapes.append(line((x, y + out_y * _AWAY), (x, y + out_y * (_AWAY + _MARK)), _HAIR))
    for y, out in ((0.0, -1), (height, 1)):
        fold = line(
            (card.width, y + out * _AWAY),
            (card.width, y + out * (_AWAY + _MARK)),
            _HAIR,
            dashed=True,
        )
        shapes.append(fold)
    return Drawing(width, height, tuple(shapes))
