"""Spellings: languages whose texts are those of another one, written differently."""

from collections.abc import Callable
from typing import NamedTuple


def swiss(text: str) -> str:
    """Return German as it is written in Switzerland: without ß, and with « »."""
    return text.translate(_SWISS)


_SWISS = str.maketrans({"ß": "ss", "ẞ": "SS", "„": "«", "“": "»", "‚": "‹", "‘": "›"})


class Spelling(NamedTuple):
    """The language of the texts, and how they are written."""

    of: str
    respell: Callable[[str], str]


SPELLINGS = {"de-ch": Spelling("de", swiss)}


def base_language(language: str) -> str:
    """Return the language that the texts of a language are translated into."""
    return SPELLINGS[language].of if language in SPELLINGS else language


def respell(text: str, language: str) -> str:
    """Return a text of the base language as it is written in this one."""
    return SPELLINGS[language].respell(text) if language in SPELLINGS else text
