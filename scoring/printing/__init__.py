"""Pages to print: they are built from values in millimetres, and rendered as PDF and as SVG.

This package depends neither on games nor on the reference; both build their pages with it. All
lengths, including sizes of type, are in millimetres. Positions are measured from the upper left
corner of a page.
"""

from scoring.printing.flow import Block, Run, best_size, lay_out
from scoring.printing.fonts import pdf_language
from scoring.printing.paper import LABEL_SHEETS, LabelSheet, Paper, paper_size
from scoring.printing.pdf import render_pdf
from scoring.printing.score_sheet import PrintedSheet, SheetLine, score_sheet
from scoring.printing.shapes import Drawing, Page, Part
from scoring.printing.svg import render_svg

__all__ = [
    "LABEL_SHEETS",
    "Block",
    "Drawing",
    "LabelSheet",
    "Page",
    "Paper",
    "Part",
    "PrintedSheet",
    "Run",
    "SheetLine",
    "best_size",
    "lay_out",
    "paper_size",
    "pdf_language",
    "render_pdf",
    "render_svg",
    "score_sheet",
]
