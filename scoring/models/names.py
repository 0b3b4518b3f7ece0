"""Names and other text that people type: cleans text, and defines which names count as the
same."""

import re
import unicodedata

ZWNJ, ZWJ = "\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"
_KEYCAP, _FLAG = "\N{COMBINING ENCLOSING KEYCAP}", "\N{WAVING BLACK FLAG}"
_VIRAMA = 9  # the combining class of characters that join two consonants of an Indian script

# The maximum lengths for a player, a group and a device, in characters.
MAX_NAME_LENGTH = 24
MAX_GROUP_NAME_LENGTH = 60
MAX_DEVICE_NAME_LENGTH = 40

MAX_TEXT_LENGTH = 400

# Characters that keyboards insert for an apostrophe. Phones differ in which one they offer
# first.
APOSTROPHES = "'’‘ʼ´`"
_ONE_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))

# White space as Unicode defines it; Python also counts the information separators.
_WHITE_SPACE = re.compile(r"[^\S\x1c-\x1f]+")

# Invisible characters whose category is not in _UNSEEN: the rest of Unicode's property
# Default_Ignorable_Code_Point, and the braille pattern without a dot.
_IGNORABLE = [
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2065, 0x2065),
    (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),
]  # fmt: skip
_UNSEEN = {"Cc", "Cf", "Cs"}
_SYMBOLS = {"So", "Sk", "Sm", "Cn"}
_VISIBLE = {"L", "N", "P", "S", "C"}  # the first letters of categories that are visible


def clean_text(text: str) -> str:
    """The text in its composed form (NFC), on one line, without invisible characters. Control
    and format characters are removed, except those that affect an adjacent character: joiners
    within emoji, after a virama, and between Arabic letters; variation selectors after symbols
    and ideographs; tags in a flag. A text without a visible character becomes empty. Only the
    first MAX_TEXT_LENGTH characters are read."""
    folded = _WHITE_SPACE.sub(" ", text).strip()[:MAX_TEXT_LENGTH]
    # After a removal, NFC may reorder or compose characters that are now adjacent.
    while (cleaned := _clean(folded)) != folded:
        folded = cleaned
    return cleaned


def _clean(text: str) -> str:
    kept = ""
    for place, character in enumerate(text):
        if not _unseen(character) or _forms(character, kept[-1:], text[place + 1 : place + 2]):
            kept += character
    shown = any(unicodedata.category(each)[0] in _VISIBLE for each in _seen(kept))
    return unicodedata.normalize("NFC", " ".join(kept.split())) if shown else ""


def name_key(name: str) -> str:
    """A text that is the same for names that are too similar for two players. Upper and lower
    case, invisible characters, kinds of apostrophes and compatible forms (NFKC) make no
    difference. Nor does the dot of an i, because the capital letter has one in some
    languages."""
    # Before NFKC, which decomposes an acute accent, and after it, because it decomposes ŉ.
    typed = _seen(clean_text(name)).translate(_ONE_APOSTROPHE)
    folded = unicodedata.normalize("NFKC", typed).casefold().translate(_ONE_APOSTROPHE)
    parts = unicodedata.normalize("NFD", folded).replace("ı", "i").replace("i\u0307", "i")
    return unicodedata.normalize("NFKC", " ".join(parts.split()))


def _seen(text: str) -> str:
    return "".join(character for character in text if not _unseen(character))


def _unseen(character: str) -> bool:
    """Whether a character is invisible by itself, or is a noncharacter (U+FFFE and similar)."""
    number = ord(character)
    return (
        unicodedata.category(character) in _UNSEEN
        or any(first <= number <= last for first, last in _IGNORABLE)
        or number & 0xFFFE == 0xFFFE
        or 0xFDD0 <= number <= 0xFDEF
    )


def _forms(character: str, before: str, after: str) -> bool:
    """Whether a character that is invisible by itself affects an adjacent character."""
    if not before:
        return False
    if character == ZWJ:
        return _VIRAMA in _combining(before + after) or (_emoji(before) and _symbol(after))
    if character == ZWNJ:
        return _VIRAMA in _combining(before) or (_arabic(before) and _arabic(after))
    if "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return unicodedata.category(before)[0] in "SNP" or before >= "\u3400"
    if "\U000e0020" <= character <= "\U000e007f":
        return before == _FLAG or "\U000e0020" <= before <= "\U000e007e"
    return "\u180b" <= character <= "\u180f" and "\u1800" <= before <= "\u18af"


def _combining(characters: str) -> list[int]:
    return [unicodedata.combining(character) for character in characters]


def _arabic(characters: str) -> bool:
    """Whether the text is one letter of a script in which letters are joined."""
    return len(characters) == 1 and unicodedata.bidirectional(characters) == "AL"


def _emoji(character: str) -> bool:
    """Whether an emoji can end with this character: a symbol, a variation selector or a
    keycap."""
    return _symbol(character) or "\ufe00" <= character <= "\ufe0f" or character == _KEYCAP


def _symbol(characters: str) -> bool:
    """Whether the character can be an emoji. One of a newer Unicode version is unassigned
    here."""
    return len(characters) == 1 and unicodedata.category(characters) in _SYMBOLS
