"""The grapheme clusters of a text (UAX #29), which people perceive as single characters.

They are found with the character properties that the standard library provides.
"""

import unicodedata
from itertools import pairwise, takewhile

_ZWJ = "\N{ZERO WIDTH JOINER}"
_VIRAMA = 9  # the combining class of signs that join two consonants of an Indian script
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_HALFWIDTH_VOICED = range(0xFF9E, 0xFFA0)
_REGIONAL = range(0x1F1E6, 0x1F200)
_EXTENDING = {"Mn", "Me", "Mc"}
# Letters that Unicode also counts as extending: the vowels am of Thai and Lao.
_SPACING_LETTERS = {"\u0e33", "\u0eb3"}
_PICTURES = {"So", "Sk", "Sm", "Cn"}


def grapheme_clusters(text: str) -> list[str]:
    """The grapheme clusters of the text, in order. Joined together they are the text."""
    # In ASCII, only CR and LF form a cluster of two characters.
    if text.isascii() and "\r" not in text:
        return list(text)
    clusters: list[str] = []
    for before, character in pairwise(["", *text]):
        if clusters and _joined(clusters[-1], before, character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _joined(cluster: str, before: str, character: str) -> bool:
    """Whether a character belongs to the preceding cluster, which ends with `before`."""
    if unicodedata.category(before) in {"Cc", "Zl", "Zp"}:
        return (before, character) == ("\r", "\n")
    if _extends(character):
        return True
    if before == _ZWJ:
        # A joiner connects two pictures, or the consonants of a conjunct.
        return _is_picture(character) or _is_conjunct(cluster.rstrip(_ZWJ)[-1:], character)
    if ord(character) in _REGIONAL:
        flags = takewhile(lambda each: ord(each) in _REGIONAL, reversed(cluster))
        return len(list(flags)) % 2 == 1
    follows = _FOLLOWING.get(_hangul(before), "")
    return _is_conjunct(before, character) or _hangul(character) in follows


def _extends(character: str) -> bool:
    number = ord(character)
    return (
        unicodedata.category(character) in _EXTENDING
        or character in {_ZWJ, "\N{ZERO WIDTH NON-JOINER}"}
        or character in _SPACING_LETTERS
        or any(number in each for each in (_SKIN_TONES, _TAGS, _HALFWIDTH_VOICED))
    )


def _is_picture(character: str) -> bool:
    """Whether the character can be part of an emoji. One of a newer Unicode version is
    unassigned here."""
    return unicodedata.category(character) in _PICTURES


def _is_conjunct(before: str, character: str) -> bool:
    joins = before != "" and unicodedata.combining(before) == _VIRAMA
    return joins and unicodedata.category(character) == "Lo"


# The kinds of Hangul letters that continue a cluster after each kind: leading consonants (L),
# vowels (V), trailing consonants (T), syllables without a trailing consonant (S) and with one
# (X).
_FOLLOWING = {"L": "LVSX", "V": "VT", "S": "VT", "T": "T", "X": "T"}


def _hangul(character: str) -> str:
    """The kind of a Hangul letter; "-" for all other characters."""
    number = ord(character)
    if 0xAC00 <= number <= 0xD7A3:
        return "X" if (number - 0xAC00) % 28 else "S"
    if 0x1100 <= number <= 0x115F or 0xA960 <= number <= 0xA97C:
        return "L"
    if 0x1160 <= number <= 0x11A7 or 0xD7B0 <= number <= 0xD7C6:
        return "V"
    if 0x11A8 <= number <= 0x11FF or 0xD7CB <= number <= 0xD7FB:
        return "T"
    return "-"
