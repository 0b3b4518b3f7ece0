"""Find and rank the entries for a query. `search.js` implements the same, step by step."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, chain

from rules_ref.search.figures import read_figures
from rules_ref.search.indexing import IndexPayload
from rules_ref.search.tokens import edit_distance, join_phrases, max_typos, tokenize

# The weight of a match: the word itself, a term that begins with the word or the other way
# round, a synonym, and a term at an edit distance of 1 or 2.
EXACT_WEIGHT, PREFIX_WEIGHT, SYNONYM_WEIGHT, TYPO_WEIGHTS = 10, 8, 6, (0, 8, 6)
# The most letters between the parts of a compound, as in `Straßenbombe`.
MAX_LINKING_LETTERS = 2
MAX_HITS = 8


@dataclass(frozen=True)
class Hit:
    """An entry, and the title of its page. The languages are those of the texts, or empty where
    it is that of the index."""

    id: str
    title: str
    text: str
    language: str
    page: str
    page_language: str
    address: str


@dataclass(frozen=True)
class SearchResult:
    """The entries that match a query, the best first, and the terms that matched."""

    hits: list[Hit]
    terms: frozenset[str]


def search_entries(index: IndexPayload, query: str) -> SearchResult:
    """Return at most MAX_HITS entries, ranked by the weights of the matched terms."""
    scores: dict[int, int] = defaultdict(int)
    counts: dict[int, int] = defaultdict(int)
    matched: set[str] = set()
    words = read_figures(tokenize(query, index["rules"]))
    words = join_phrases(words, index["terms"], index["alike"])
    parts = (_parts(index, word) for word in words)
    for word in dict.fromkeys(chain.from_iterable(parts)):
        terms = [] if word in index["fillers"] else list(_terms(index, word))
        matched.update(part for term, _ in terms for part in term.split(" "))
        for number, weight in _weights(index, terms).items():
            scores[number] += weight
            counts[number] += 1
    # An entry that matches more words ranks before one that matches a rare word.
    order = sorted(scores, key=lambda number: (-scores[number] * counts[number], number))
    return SearchResult(
        [_hit(index, number) for number in order[:MAX_HITS]],
        frozenset(matched.difference(index["fillers"])),
    )


def _parts(index: IndexPayload, word: str) -> Iterator[str]:
    """Yield a word, or the terms that it is made of where the language has compounds."""
    is_known = word in index["terms"] or word in index["alike"] or word in index["fillers"]
    first = "" if is_known or not index["rules"]["compounds"] else _longest_prefix(index, word)
    if not first or any(term.startswith(word) for term in index["terms"]):
        yield word
        return
    while first:
        yield first
        word = word[len(first) :]
        starts = (word[skipped:] for skipped in range(MAX_LINKING_LETTERS + 1))
        word, first = next(
            ((start, found) for start in starts if (found := _first_part(index, start))),
            ("", ""),
        )


def _terms(index: IndexPayload, word: str) -> Iterator[tuple[str, int]]:
    """Yield the terms that a word matches, with the weight of the match: the word and its
    synonyms; else terms that begin with it; else the longest term that it begins with; else
    terms within the tolerated edit distance."""
    terms, synonyms = index["terms"], index["alike"].get(word, [])
    if word in terms or synonyms:
        if word in terms:
            yield word, EXACT_WEIGHT
        yield from ((term, SYNONYM_WEIGHT) for term in synonyms)
    elif longer := [term for term in terms if term.startswith(word)]:
        yield from ((term, PREFIX_WEIGHT) for term in longer)
    elif prefix := _longest_prefix(index, word):
        yield prefix, PREFIX_WEIGHT
    else:
        for term in terms:
            if abs(len(term) - len(word)) <= max_typos(word):
                errors = edit_distance(word, term)
                if errors <= max_typos(word):
                    yield term, TYPO_WEIGHTS[errors]


def _longest_prefix(index: IndexPayload, word: str) -> str:
    """Return the longest term that the word begins with, as `bomb` of `bombable`, or ''."""
    ends = range(len(word) - 1, index["rules"]["min_prefix"] - 1, -1)
    return next((word[:end] for end in ends if word[:end] in index["terms"]), "")


def _first_part(index: IndexPayload, word: str) -> str:
    """Return the longest term that the word begins with or is, or ''."""
    return _longest_prefix(index, f"{word} ")


def _weights(index: IndexPayload, terms: list[tuple[str, int]]) -> dict[int, int]:
    """Return for each entry the highest weight of the terms."""
    best: dict[int, int] = defaultdict(int)
    for term, worth in terms:
        for weight, *steps in index["weights"][index["terms"][term]]:
            for number in accumulate(steps):
                best[number] = max(best[number], weight * worth)
    return best


def _hit(index: IndexPayload, number: int) -> Hit:
    page, entry_id, title, text, *language = index["entries"][number]
    address, page_title, *page_language = index["pages"][page]
    return Hit(
        entry_id,
        title,
        text,
        "".join(language),
        page_title,
        "".join(page_language),
        f"{address}#{entry_id}".removesuffix("#"),
    )
