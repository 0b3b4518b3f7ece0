"""Tokens of the search, which are in lower case, without diacritics and stemmed, and their edit
distance."""

import re
import unicodedata
from collections.abc import Container
from itertools import pairwise
from typing import TypedDict

# Characters. A longer query is cut off. The fields for a query have this `maxlength`.
MAX_QUERY_LENGTH = 100
WORD_PATTERN = re.compile(r"([^\W_]+)")
_DIGIT = re.compile(r"[0-9]")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
# The most words of a phrase that is searched as one term.
MAX_PHRASE_WORDS = 3
# The least length of a word for which neighbouring letters are swapped.
MIN_TRANSPOSED = 3
# Letters that are replaced by two, and the form of sigma at the end of a word.
_SPELLINGS = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae", "ς": "σ"})


class WordRules(TypedDict):
    """The way in which words of a language are compared; part of the search index.

    Of the `endings`, the longest one is removed that leaves at least `min_stem` letters. A word
    that is not indexed is searched by prefixes of at least `min_prefix` letters and, in a
    language with `compounds`, also by the parts after the prefix. `variants` are other
    spellings and names of a word, which the index and the query replace by the word: *hound* by
    *dog*. So all of them are equally rare.
    """

    endings: list[str]  # the longest first
    min_stem: int
    min_prefix: int
    compounds: bool
    variants: dict[str, str]  # both stemmed


def tokenize(text: str, rules: WordRules) -> list[str]:
    """Return the tokens of the words of a text: `bigger` is `big`."""
    return [to_token(word, rules) for word in plain_words(text)]


def plain_words(text: str) -> list[str]:
    """Return the words of a text in lower case and without diacritics."""
    words: list[str] = WORD_PATTERN.findall(to_plain(text))
    return words


def to_token(word: str, rules: WordRules) -> str:
    """Return the token of a plain word."""
    stem = _DOUBLED.sub(r"\1", _stem(word, rules))
    return rules["variants"].get(stem, stem)


def to_plain(text: str) -> str:
    """Return a text in lower case and without diacritics. Hangul syllables are unchanged."""
    parts = unicodedata.normalize("NFD", text.lower().translate(_SPELLINGS))
    plain = "".join(part for part in parts if unicodedata.category(part) != "Mn")
    return unicodedata.normalize("NFC", plain)


def _stem(word: str, rules: WordRules) -> str:
    for ending in rules["endings"]:
        stem = word.removesuffix(ending)
        is_double_s = ending == "s" and stem.endswith("s")
        if rules["min_stem"] <= len(stem) < len(word) and not is_double_s:
            return stem
    return word


def join_phrases(words: list[str], *known: Container[str]) -> list[str]:
    """Return words, with the words of a known phrase joined, such as `have to`. The longest
    phrase is used."""
    found: list[str] = []
    start = 0
    while start < len(words):
        ends = range(start + MAX_PHRASE_WORDS, start + 1, -1)
        phrases = (" ".join(words[start:end]) for end in ends if end <= len(words))
        phrase = next(
            (each for each in phrases if any(each in some for some in known)), words[start]
        )
        found.append(phrase)
        start += phrase.count(" ") + 1
    return found


def max_typos(word: str) -> int:
    """Return the number of typing errors that are tolerated in a word: 0 to 2, and 0 in a
    number."""
    if _DIGIT.search(word):
        return 0
    return 2 if len(word) > 6 else 1 if len(word) > 3 else 0


def transpositions(word: str) -> list[str]:
    """Return the word with each pair of neighbouring letters swapped. Empty for a number, and
    for a word of two letters, because most of these would be other words."""
    if _DIGIT.search(word) or len(word) < MIN_TRANSPOSED:
        return []
    return [
        word[:place] + second + first + word[place + 2 :]
        for place, (first, second) in enumerate(pairwise(word))
    ]


def edit_distance(one: str, other: str) -> int:
    """Return the Damerau-Levenshtein distance: the number of letters that are inserted,
    deleted, replaced, or swapped with their neighbour."""
    older: list[int] = []
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, counterpart in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != counterpart))
            if i > 1 and j > 1 and (letter, one[i - 2]) == (other[j - 2], counterpart):
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
