"""Reads figures as cards and scores: `7 7 7` is three of a kind, `5678` a straight.

`js/search/` implements the same. The meaning is added as a term that cannot be a word. It is
needed because a figure alone does not distinguish entries: every rank occurs in many of them.
"""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

_RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a")
_ACE = _RANKS.index("a")
_DIGITS = re.compile(r"[1-9]+")
_CARDS = re.compile(r"(?:10|[1-9jqka])+")
_CARD = re.compile(r"10|[1-9jqka]")
_SCORE = re.compile(r"[5-9][0-9]{2}|1[0-9]{3}")
# Two neighbouring ranks may also be part of stairs, or no combination at all.
_MIN_RUN = 3


def read_figures(words: list[str]) -> list[str]:
    """Return the words of a text, and terms for the meaning of its figures.

    The terms are `=2` to `=4` for equal cards, `=2+` for stairs, `=3+` for neighbouring
    triples, `+` for at least three ranks in a row, and `+a` for a run past the ace. `>` is a
    score of 500 to 1999, `>>` is another score, and `>=` is the same score again. Single ranks
    that are part of such cards are left out.
    """
    found: list[str] = []
    scores: list[str] = []
    for is_hand, group in groupby(words, _is_cards):
        if is_hand:
            found += _read_hand(list(group))
            continue
        for word in group:
            found.append(word)
            if _SCORE.fullmatch(word):
                found.append(">=" if word in scores else ">>" if scores else ">")
                scores.append(word)
    return found


def _is_cards(word: str) -> bool:
    """Whether a word is a rank or several cards. A number of several digits is cards only if
    its digits form groups of equal ranks or a run, such as 9999, 5566 or 5678."""
    if not word.isdigit() or _CARD.fullmatch(word):
        return bool(_CARDS.fullmatch(word))
    if not _DIGITS.fullmatch(word):
        return False
    groups = _groups(list(word))
    return all(count > 1 for _, count in groups) or "+" in _combinations(groups)


def _read_hand(words: list[str]) -> list[str]:
    ranks = [rank for word in words for rank in _CARD.findall(word)]
    read = list(_combinations(_groups(ranks)))
    return [word for word in words if not read or not _CARD.fullmatch(word)] + read


def _groups(ranks: list[str]) -> list[tuple[int, int]]:
    """Return the numbers of the ranks, each with the number of its occurrences in a row."""
    return [(_RANKS.index(rank), len(list(group))) for rank, group in groupby(ranks)]


def _combinations(groups: list[tuple[int, int]]) -> Iterator[str]:
    yield from (f"={min(count, 4)}" for _, count in groups if count > 1)
    length = 1
    for (rank, count), (next_rank, next_count) in pairwise(groups):
        goes_round = rank == _ACE and next_rank == 1
        follows = count == next_count and (next_rank == rank + 1 or goes_round)
        if follows and count > 1:
            yield f"={min(count, 4)}+"
        length = length + 1 if follows and count == 1 else 1
        if length == _MIN_RUN:
            yield "+"
        if goes_round and len(groups) >= _MIN_RUN:
            yield "+a"
