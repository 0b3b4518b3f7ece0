"""Languages that have the texts of another language in a different spelling."""

from collections.abc import Callable
from typing import NamedTuple


def swiss(text: str) -> str:
    """Return a German text as it is written in Switzerland: without ß, and with « »."""
    return text.translate(_SWISS)


_SWISS = str.maketrans({"ß": "ss", "ẞ": "SS", "„": "«", "“": "»", "‚": "‹", "‘": "›"})


class Spelling(NamedTuple):
    """The language whose texts are used, and the function that changes their spelling."""

    of: str
    respell: Callable[[str], str]


SPELLINGS = {"de-ch": Spelling("de", swiss)}


def base_language(language: str) -> str:
    """Return the language whose translations are used for a language."""
    return SPELLINGS[language].of if language in SPELLINGS else language


def respell(text: str, language: str) -> str:
    """Return a text of the base language in the spelling of this language."""
    return SPELLINGS[language].respell(text) if language in SPELLINGS else text
