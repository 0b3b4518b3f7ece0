"""Tokens of the search: lower case, without diacritics, stemmed; and their edit distance."""

import re
import unicodedata

WORD_PATTERN = re.compile(r"([^\W_]+)")
_DIGIT = re.compile(r"[0-9]")
_ENDING = re.compile(r"^(.{3,}?)(?:ings?|eds?|ens?|ers?|est|es|(?<!s)s|e)$")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")


def tokenize(text: str) -> list[str]:
    """Return the words of a text, stemmed and without diacritics: `bigger` is `big`."""
    parts = unicodedata.normalize("NFD", text.lower().replace("ß", "ss"))
    plain = "".join(part for part in parts if unicodedata.category(part) != "Mn")
    return [
        _DOUBLED.sub(r"\1", _ENDING.sub(r"\1", word)) for word in WORD_PATTERN.findall(plain)
    ]


def max_typos(word: str) -> int:
    """Return how many typing errors are tolerated in a word: 0 to 2, none in a number."""
    if _DIGIT.search(word):
        return 0
    return 2 if len(word) > 6 else 1 if len(word) > 3 else 0


def edit_distance(one: str, other: str) -> int:
    """Return the Damerau-Levenshtein distance: letters inserted, deleted, replaced, or swapped
    with their neighbour."""
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
