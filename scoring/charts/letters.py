"""How wide text is, near enough: the server does not know the phone's letters."""

import unicodedata

from scoring.charts.svg import TEXT

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

# In parts of the text's size, on the wide side of what system fonts have in bold.
_NARROW = dict.fromkeys(" .,:;'|!ijlItfr()[]-\N{MIDDLE DOT}\N{NO-BREAK SPACE}", 0.42)
_WIDE = dict.fromkeys("MWmw@%ÆŒœæЖШЩЮжшщюΩ", 1.12)
_KNOWN = _NARROW | _WIDE
_BY_CATEGORY = {"Mn": 0.0, "Cf": 0.0, "Lu": 0.76, "Ll": 0.62, "Nd": 0.7}


def width_of(text: str, size: float = TEXT) -> float:
    """About how wide this text comes out."""
    return size * sum(_width(letter) for letter in text)


def fit(text: str, room: float, size: float = TEXT) -> str:
    """The text, or as much of its start as there is room for."""
    if width_of(text, size) <= room:
        return text
    kept = text
    while kept and width_of(kept + ELLIPSIS, size) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def wrap(text: str, room: float, size: float = TEXT) -> list[str]:
    """The text in lines, broken between words; a word that has no room is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fit(word, room, size))
    return lines


def _width(letter: str) -> float:
    if letter in _KNOWN:
        return _KNOWN[letter]
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1.1
    return _BY_CATEGORY.get(unicodedata.category(letter), 0.8)
