"""What people take for one character: the grapheme clusters of a text (UAX #29, as far as the
standard library knows the properties of characters)."""

import unicodedata
from itertools import pairwise, takewhile

_ZWJ = "\N{ZERO WIDTH JOINER}"
_VIRAMA = 9  # the combining class of signs that join two consonants of an Indian script
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_HALFWIDTH_VOICED = range(0xFF9E, 0xFFA0)
_REGIONAL = range(0x1F1E6, 0x1F200)
_EXTENDING = {"Mn", "Me", "Mc"}
# Of letters that Unicode counts as marks here: the vowels am of Thai and Lao.
_SPACING_LETTERS = {"\u0e33", "\u0eb3"}
_PICTURES = {"So", "Sk", "Sm", "Cn"}


def grapheme_clusters(text: str) -> list[str]:
    """The grapheme clusters of the text, in order: together they are the text."""
    clusters: list[str] = []
    for before, sign in pairwise(["", *text]):
        if clusters and _joined(clusters[-1], before, sign):
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return clusters


def _joined(cluster: str, before: str, sign: str) -> bool:
    """Whether there is no boundary between a cluster, which ends with `before`, and a sign."""
    if unicodedata.category(before) in {"Cc", "Zl", "Zp"}:
        return (before, sign) == ("\r", "\n")
    if _extends(sign):
        return True
    if before == _ZWJ:
        # A joiner binds two pictures, and the consonants of a conjunct.
        return _is_picture(sign) or _is_conjunct(cluster.rstrip(_ZWJ)[-1:], sign)
    if ord(sign) in _REGIONAL:
        flags = takewhile(lambda each: ord(each) in _REGIONAL, reversed(cluster))
        return len(list(flags)) % 2 == 1
    return _is_conjunct(before, sign) or _hangul(sign) in _FOLLOWING.get(_hangul(before), "")


def _extends(sign: str) -> bool:
    number = ord(sign)
    return (
        unicodedata.category(sign) in _EXTENDING
        or sign in {_ZWJ, "\N{ZERO WIDTH NON-JOINER}"}
        or sign in _SPACING_LETTERS
        or any(number in each for each in (_SKIN_TONES, _TAGS, _HALFWIDTH_VOICED))
    )


def _is_picture(sign: str) -> bool:
    """Whether it can be part of an emoji; one of a newer Unicode has no category here."""
    return unicodedata.category(sign) in _PICTURES


def _is_conjunct(before: str, sign: str) -> bool:
    joins = before != "" and unicodedata.combining(before) == _VIRAMA
    return joins and unicodedata.category(sign) == "Lo"


# Which kinds of Hangul letters stay with which: leading consonants (L), vowels (V), trailing
# consonants (T), and syllables without (S) and with (X) such a one.
_FOLLOWING = {"L": "LVSX", "V": "VT", "S": "VT", "T": "T", "X": "T"}


def _hangul(sign: str) -> str:
    """The kind of a Hangul letter; "-" for all others."""
    number = ord(sign)
    if 0xAC00 <= number <= 0xD7A3:
        return "X" if (number - 0xAC00) % 28 else "S"
    if 0x1100 <= number <= 0x115F or 0xA960 <= number <= 0xA97C:
        return "L"
    if 0x1160 <= number <= 0x11A7 or 0xD7B0 <= number <= 0xD7C6:
        return "V"
    if 0x11A8 <= number <= 0x11FF or 0xD7CB <= number <= 0xD7FB:
        return "T"
    return "-"
