"""Names and other text that people type: cleans text, and says which names count as the
same."""

import re
import unicodedata

ZWNJ, ZWJ = "\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"
_KEYCAP, _FLAG = "\N{COMBINING ENCLOSING KEYCAP}", "\N{WAVING BLACK FLAG}"
_VIRAMA = 9  # the combining class of characters that join two consonants of an Indian script

# Of a player, a group, and a device, in characters.
MAX_NAME_LENGTH = 24
MAX_GROUP_NAME_LENGTH = 60
MAX_DEVICE_NAME_LENGTH = 40

MAX_TEXT_LENGTH = 400

# What keyboards write where a name has an apostrophe. Phones differ in which one comes first.
APOSTROPHES = "'’‘ʼ´`"
_ONE_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))

# As Unicode has it: Python counts the information separators as white space too.
_WHITE_SPACE = re.compile(r"[^\S\x1c-\x1f]+")

# What shows nothing though its category is not one of _UNSEEN: the rest of Unicode's property
# Default_Ignorable_Code_Point, and the braille pattern without a dot.
_IGNORABLE = [
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2065, 0x2065),
    (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),
]  # fmt: skip
_UNSEEN = {"Cc", "Cf", "Cs"}
_SYMBOLS = {"So", "Sk", "Sm", "Cn"}
_VISIBLE = {"L", "N", "P", "S", "C"}  # the first letters of categories that show by themselves


def clean_text(text: str) -> str:
    """The text in its composed form (NFC), on one line, without invisible characters. Control
    and format characters are removed, except those that form the character beside them: joiners
    within emoji, after a virama, and between Arabic letters; variation selectors after symbols
    and ideographs; tags in a flag. A text that shows nothing becomes empty. Only the first
    MAX_TEXT_LENGTH characters are read."""
    folded = _WHITE_SPACE.sub(" ", text).strip()[:MAX_TEXT_LENGTH]
    # What goes may leave beside each other what then is put into another order.
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
    """The same text for names that are too alike for two players. Upper and lower case,
    invisible characters, kinds of apostrophes and compatible forms (NFKC) make no difference.
    Nor does the dot of an i, as the capital letter has one in some languages."""
    # Before NFKC, which takes an acute accent apart, and after it, which takes ŉ apart.
    typed = _seen(clean_text(name)).translate(_ONE_APOSTROPHE)
    folded = unicodedata.normalize("NFKC", typed).casefold().translate(_ONE_APOSTROPHE)
    parts = unicodedata.normalize("NFD", folded).replace("ı", "i").replace("i\u0307", "i")
    return unicodedata.normalize("NFKC", " ".join(parts.split()))


def _seen(text: str) -> str:
    return "".join(character for character in text if not _unseen(character))


def _unseen(character: str) -> bool:
    """Whether a character is invisible by itself, or is no character at all (U+FFFE and the
    like)."""
    number = ord(character)
    return (
        unicodedata.category(character) in _UNSEEN
        or any(first <= number <= last for first, last in _IGNORABLE)
        or number & 0xFFFE == 0xFFFE
        or 0xFDD0 <= number <= 0xFDEF
    )


def _forms(character: str, before: str, after: str) -> bool:
    """Whether a character that shows nothing by itself forms one of those beside it."""
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
    """Whether it is a letter of a script whose letters join."""
    return len(characters) == 1 and unicodedata.bidirectional(characters) == "AL"


def _emoji(character: str) -> bool:
    """Whether an emoji can end with it: the symbol itself, or what chooses its look."""
    return _symbol(character) or "\ufe00" <= character <= "\ufe0f" or character == _KEYCAP


def _symbol(characters: str) -> bool:
    """Whether it can be an emoji; one of a newer Unicode has no category here."""
    return len(characters) == 1 and unicodedata.category(characters) in _SYMBOLS
