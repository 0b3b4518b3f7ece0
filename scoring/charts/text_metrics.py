"""Estimates of text widths: the server does not know the font of the device."""

import unicodedata
from bisect import bisect_left
from math import ceil

from scoring.charts.svg import TEXT

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

# Relative to the size of the text. The widths are upper estimates for bold system fonts.
_NARROW = dict.fromkeys(" .,:;'|!ijlItfr()[]-\N{MIDDLE DOT}\N{NO-BREAK SPACE}", 0.42)
_WIDE = dict.fromkeys("MWmw@%ÆŒœæЖШЩЮжшщюΩ", 1.12)
_KNOWN = _NARROW | _WIDE
_BY_CATEGORY = {"Mn": 0.0, "Cf": 0.0, "Lu": 0.76, "Ll": 0.62, "Nd": 0.7}


def text_width(text: str, size: float = TEXT) -> float:
    """Return the estimated width of a text."""
    return size * sum(_width(letter) for letter in text)


def truncate(text: str, max_width: float, size: float = TEXT) -> str:
    """Return the text. If it is wider than `max_width`, it is shortened and ends with an
    ellipsis."""
    if text_width(text, size) <= max_width:
        return text
    start = text
    while start and text_width(start + ELLIPSIS, size) > max_width:
        start = start[:-1]
    return start.rstrip() + ELLIPSIS


def wrap_lines(text: str, max_width: float, size: float) -> list[str]:
    """Break the text between words into as few lines as possible. The lines have about the same
    length, so that the last one does not consist of a single short word. A word that does not
    fit is shortened."""
    words = [truncate(word, max_width, size) for word in text.split()]
    fewest = len(_fill_lines(words, max_width, size))
    # The narrower the lines are, the more lines there are. So bisection finds the least width
    # that does not need more lines.
    narrowest = bisect_left(
        range(ceil(max_width)), -fewest, key=lambda width: -len(_fill_lines(words, width, size))
    )
    return _fill_lines(words, min(narrowest, max_width), size)


def _fill_lines(words: list[str], max_width: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= max_width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _width(letter: str) -> float:
    if letter in _KNOWN:
        return _KNOWN[letter]
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1.1
    return _BY_CATEGORY.get(unicodedata.category(letter), 0.8)
