"""Converts the sections of the quick sheet to blocks to typeset."""

from rules_ref.blocks import Cards, Section, Words
from rules_ref.loader import active_reference
from rules_ref.printing.card_drawings import Ink, draw_cards
from scoring.printing import Block, Drawing, Run


def sheet_sections(ink: Ink) -> list[list[Block]]:
    """Return the blocks of each section, its heading first."""
    return [_blocks(section, ink) for section in active_reference().quick_sheet.sections]


def _blocks(section: Section, ink: Ink) -> list[Block]:
    heading = Block((Run(section.title, bold=True),), heading=True)
    return [
        heading,
        *(
            Block(
                tuple(_item(item, ink) for item in paragraph.content),
                marker=f"{paragraph.number}." if paragraph.number else "",
            )
            for paragraph in section.paragraphs
        ),
    ]


def _item(item: Words | Cards, ink: Ink) -> Run | Drawing:
    if isinstance(item, Cards):
        return draw_cards(item.codes, ink)
    return Run(item.text, item.bold)
