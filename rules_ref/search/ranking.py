"""What answers a question best. `search.js` does the same, step by step."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from rules_ref.search.indexing import Shipped
from rules_ref.search.words import distance, slips, words

# How much a word counts that is the one asked for, begins or ends differently, is said for it,
# or is one or two slips away.
EXACT, BEGINNING, ALIKE, SLIPS = 10, 8, 6, (0, 8, 6)
# A word of fewer letters begins too many others.
FEWEST_LETTERS = 4
MOST = 8


@dataclass(frozen=True)
class Hit:
    id: str
    title: str
    text: str
    page: str
    address: str


@dataclass(frozen=True)
class Found:
    """The entries that answer a question, best first, and the words of theirs that it meant."""

    hits: list[Hit]
    terms: frozenset[str]


def find(index: Shipped, question: str) -> Found:
    scores: dict[int, int] = defaultdict(int)
    counts: dict[int, int] = defaultdict(int)
    meant: set[str] = set()
    for word in dict.fromkeys(words(question)):
        terms = [] if word in index["fillers"] else list(_terms(index, word))
        meant.update(term for term, _ in terms)
        for number, weight in _weights(index, terms).items():
            scores[number] += weight
            counts[number] += 1
    # An entry that has more of the words comes before one that has a rare one of them.
    order = sorted(scores, key=lambda number: (-scores[number] * counts[number], number))
    return Found([_hit(index, number) for number in order[:MOST]], frozenset(meant))


def _terms(index: Shipped, word: str) -> Iterator[tuple[str, int]]:
    """The word itself, and what else is said for it; or those that it begins; or the longest
    that begins it; or those that it may be a slip of."""
    terms, alike = index["terms"], index["alike"].get(word, [])
    if word in terms or alike:
        if word in terms:
            yield word, EXACT
        yield from ((term, ALIKE) for term in alike)
    elif begun := [term for term in terms if term.startswith(word)]:
        yield from ((term, BEGINNING) for term in begun)
    elif begins := _longest_beginning(terms, word):
        yield begins, BEGINNING
    else:
        for term in terms:
            if abs(len(term) - len(word)) <= slips(word):
                far = distance(word, term)
                if far <= slips(word):
                    yield term, SLIPS[far]


def _longest_beginning(terms: dict[str, int], word: str) -> str:
    """What `bombable` begins with."""
    ends = range(len(word) - 1, FEWEST_LETTERS - 1, -1)
    return next((word[:end] for end in ends if word[:end] in terms), "")


def _weights(index: Shipped, terms: list[tuple[str, int]]) -> dict[int, int]:
    """What the best of the terms says of each entry."""
    best: dict[int, int] = defaultdict(int)
    for term, worth in terms:
        for weight, *steps in index["weights"][index["terms"][term]]:
            for number in accumulate(steps):
                best[number] = max(best[number], weight * worth)
    return best


def _hit(index: Shipped, number: int) -> Hit:
    page, entry_id, title, text = index["entries"][number]
    address, page_title = index["pages"][page]
    return Hit(entry_id, title, text, page_title, f"{address}#{entry_id}".removesuffix("#"))
