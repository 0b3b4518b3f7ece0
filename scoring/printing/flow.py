"""Typesets text into a column. There may be small drawings between the words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isclose

from scoring.printing.fonts import font
from scoring.printing.shapes import Drawing, Path, Shape, Text, line

_LEADING = 1.22  # from one base line to the next, in em
_DRAWING_LEADING = 1.5  # the same for a line that contains drawings
_BASE = 0.95  # from the top of a line to its base line
_MARKER = 1.3  # the width of the column for the numbers of a list, in em
_HEADING = 1.12
_BEFORE_HEADING, _AFTER_HEADING, _AFTER_BLOCK = 0.5, 0.18, 0.22
_RULE = 0.05
_NEAR = 0.02  # the tolerance of the largest size that fits, in millimetres


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one face."""

    text: str
    bold: bool = False


# A unit that is never broken between lines: runs without a space, or a drawing.
Word = tuple[Run, ...] | Drawing


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph; `marker` is the number of an item of a list. Drawings are in em."""

    content: tuple[Run | Drawing, ...]
    heading: bool = False
    marker: str = ""


def lay_out(blocks: Iterable[Block], width: float, size: float) -> Drawing:
    """Return the blocks one below the other; the height is that of the blocks."""
    shapes: list[Shape] = []
    y = 0.0
    for number, block in enumerate(blocks):
        em = size * (_HEADING if block.heading else 1)
        left = _MARKER * em if block.marker else 0.0
        if block.heading and number:
            y += _BEFORE_HEADING * em
        for index, words in enumerate(_lines(block, width - left, em)):
            tall = any(isinstance(word, Drawing) for word in words)
            height = (_DRAWING_LEADING if tall else _LEADING) * em
            base = y + _BASE * em + (height - _LEADING * em) / 2
            if block.marker and not index:
                shapes.append(Text(0, base, block.marker, em, bold=True))
            shapes += _set(words, left, base, em)
            y += height
        if block.heading:
            y += _AFTER_HEADING * em
            shapes.append(_rule(y - _AFTER_HEADING * em / 2, width, em))
        else:
            y += _AFTER_BLOCK * em
    return Drawing(width, y, tuple(shapes))


def best_size(
    columns: Sequence[Sequence[Block]], width: float, height: float, *, largest: float
) -> float:
    """Return the largest size of type, found by bisection, with which each of the columns
    fits."""

    def fits(size: float) -> bool:
        return all(lay_out(blocks, width, size).height <= height for blocks in columns)

    if fits(largest):
        return largest
    small, large = 0.0, largest
    while large - small > _NEAR:
        middle = (small + large) / 2
        small, large = (middle, large) if fits(middle) else (small, middle)
    return small


def _lines(block: Block, width: float, em: float) -> Iterator[list[Word]]:
    """Yield the words of each line. A marker without words has a line too."""
    words: list[Word] = []
    taken = 0.0
    for word in _words(block):
        wide = _width(word, em)
        if words and taken + wide > width:
            yield words
            words, taken = [], 0.0
        taken += wide + _space(word, em)
        words.append(word)
    # If there is a word, `words` is not empty here.
    if words or block.marker:
        yield words


def _words(block: Block) -> Iterator[Word]:
    """Yield the parts between spaces: a comma after a bold word belongs to it."""
    word: list[Run] = []
    for item in block.content:
        if isinstance(item, Drawing):
            if word:
                yield tuple(word)
                word = []
            yield item
            continue
        for text in re.findall(r"\s+|\S+", item.text):
            if text.isspace():
                if word:
                    yield tuple(word)
                    word = []
            else:
                word.append(Run(text, item.bold or block.heading))
    if word:
        yield tuple(word)


def _set(words: Iterable[Word], left: float, base: float, em: float) -> Iterator[Shape]:
    x = left
    texts: list[Text] = []
    for word in words:
        if isinstance(word, Drawing):
            # The middle of a drawing is at the middle of the capital letters.
            yield from word.placed(x, base - (0.36 + word.height / 2) * em, em)
            x += word.width * em
        else:
            for run in word:
                text = Text(x, base, run.text, em, run.bold)
                texts.append(text)
                x += text.width
        x += _space(word, em)
    yield from _joined(texts)


def _joined(texts: Iterable[Text]) -> list[Text]:
    """Return neighbouring texts in the same face as one text, so that copying and reading aloud
    yields whole words."""
    joined: list[Text] = []
    for text in texts:
        if joined and joined[-1].bold == text.bold:
            last = replace(joined[-1], text=f"{joined[-1].text} {text.text}")
            if isclose(last.x + last.width, text.x + text.width):
                joined[-1] = last
                continue
        joined.append(text)
    return joined


def _space(word: Word, em: float) -> float:
    """Return the width of the space after a word, in the face of the word."""
    return font(bold=not isinstance(word, Drawing) and word[-1].bold).width(" ", em)


def _width(word: Word, em: float) -> float:
    if isinstance(word, Drawing):
        return word.width * em
    return sum(font(bold=run.bold).width(run.text, em) for run in word)


def _rule(y: float, width: float, em: float) -> Path:
    return line((0, y), (width, y), _RULE * em)
