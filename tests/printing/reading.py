"""Reads a PDF: the size of its pages, its texts, and its drawings."""

import io
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream

MILLIMETRES = 25.4 / 72  # in a point


@dataclass(frozen=True)
class Stroke:
    """A straight line, in millimetres from the upper left corner."""

    x1: float
    y1: float
    x2: float
    y2: float
    dashed: bool


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf), strict=True)


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in millimetres, to a hundredth."""
    boxes = [page.mediabox for page in reader(pdf).pages]
    return [
        (round(float(box.width) * MILLIMETRES, 2), round(float(box.height) * MILLIMETRES, 2))
        for box in boxes
    ]


def words(pdf: bytes) -> str:
    """Return the text of all pages, with white space collapsed."""
    return " ".join(" ".join(page.extract_text() for page in reader(pdf).pages).split())


def colours(pdf: bytes) -> set[tuple[float, ...]]:
    """Return all colours that are used."""
    return {
        tuple(float(each) for each in values)
        for values, operator in _operations(pdf)
        if operator in {b"rg", b"RG"}
    }


def strokes(pdf: bytes) -> list[Stroke]:
    """Return the straight lines that are stroked on the first page, in paths without a
    curve."""
    height = float(reader(pdf).pages[0].mediabox.height)
    found: list[Stroke] = []
    path: list[tuple[float, float]] = []
    dashed = curved = False
    for values, operator in _operations(pdf):
        if operator in {b"m", b"l"}:
            x, y = (float(each) for each in values)
            path.append((round(x * MILLIMETRES, 2), round((height - y) * MILLIMETRES, 2)))
        elif operator == b"d":
            dashed = bool(values[0])
        elif operator == b"c":
            curved = True
        elif operator in {b"S", b"f", b"B"}:
            if operator == b"S" and not curved:
                found += [Stroke(*one, *other, dashed) for one, other in pairwise(path)]
            path, curved = [], False
    return found


def _operations(pdf: bytes) -> list[tuple[list[Any], bytes]]:
    document = reader(pdf)
    stream = document.pages[0].get_contents()
    return list(ContentStream(stream, document).operations)
