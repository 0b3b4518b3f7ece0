"""The whole quick sheet as a leaflet.

It is printed on one side, folded in half from top to bottom, and then folded twice like an
accordion. It has six panels, and the first one is the cover.
"""

from django.utils.translation import gettext as _

from rules_ref.loader import active_reference
from rules_ref.printing.card_drawings import Ink, draw_cards
from rules_ref.printing.sections import sheet_sections
from scoring.printing import Block, Drawing, Page, Paper, Part, best_size, lay_out, paper_size
from scoring.printing.shapes import Shape, Text, line

COLUMNS, ROWS = 3, 2
# The sections of the quick sheet on each panel. Short sections share a panel with others.
PANELS = (slice(0, 1), slice(1, 2), slice(2, 4), slice(4, 5), slice(5, None))
_MARGIN = 7.0
_LARGEST = 4.4
_HAIR, _MARK = 0.15, 4.0


def fold_out(paper: Paper, ink: Ink) -> Page:
    """Return the leaflet as one page."""
    width, height = paper_size(paper, landscape=True)
    panel = (width / COLUMNS, height / ROWS)
    inner = (panel[0] - 2 * _MARGIN, panel[1] - 2 * _MARGIN)
    sections = sheet_sections(ink)
    texts = [sum(sections[part], list[Block]()) for part in PANELS]
    size = best_size(texts, *inner, largest=_LARGEST)
    panels = [_cover(*inner, ink), *(lay_out(blocks, inner[0], size) for blocks in texts)]
    corners = [
        (column * panel[0] + _MARGIN, row * panel[1] + _MARGIN)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    parts = [Part(each, (corner,)) for each, corner in zip(panels, corners, strict=True)]
    title = _("Quick sheet to fold")
    parts.append(Part(_folds(width, height)))
    return Page(
        title,
        paper,
        tuple(parts),
        landscape=True,
        language=active_reference().quick_sheet.language,
    )


def _cover(width: float, height: float, ink: Ink) -> Drawing:
    """Return the cover: the name of the sheet, and the four special cards."""
    title = active_reference().quick_sheet.title
    size = 7.0
    name, under = (
        Text(0, height * 0.42, "Tichu", 2 * size, bold=True),
        Text(0, height * 0.42 + 1.4 * size, title, size),
    )
    cards = draw_cards(("mahjong", "dog", "phoenix", "dragon"), ink)
    scale = width * 0.8 / cards.width
    shapes = [
        *(text.placed((width - text.width) / 2, 0, 1) for text in (name, under)),
        *cards.placed(width * 0.1, height * 0.7, scale),
    ]
    return Drawing(width, height, tuple(shapes))


def _folds(width: float, height: float) -> Drawing:
    """Return short marks of the folds, at the edges of the sheet and where folds cross."""
    shapes: list[Shape] = []
    for column in range(1, COLUMNS):
        x = width * column / COLUMNS
        for start, end in (
            (0, _MARK),
            (height / 2 - _MARK / 2, height / 2 + _MARK / 2),
            (height - _MARK, height),
        ):
            shapes.append(line((x, start), (x, end), _HAIR, dashed=True))
    for start, end in ((0.0, _MARK), (width - _MARK, width)):
        shapes.append(line((start, height / 2), (end, height / 2), _HAIR, dashed=True))
    return Drawing(width, height, tuple(shapes))
