"""Finds and ranks the entries for a query. `js/search/` implements the same, step by step."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from rules_ref.search.fields import IndexPayload
from rules_ref.search.figures import read_figures
from rules_ref.search.indexing import Index
from rules_ref.search.postings import Weights
from rules_ref.search.tokens import (
    edit_distance,
    join_phrases,
    max_typos,
    tokenize,
    transpositions,
)

# The weight of a match: the word itself, the glossary term of which it is a name, a term that
# begins with the word or with which the word begins, a synonym, a term at an edit distance of 1
# or 2.
EXACT_WEIGHT, NAME_WEIGHT, PREFIX_WEIGHT, SYNONYM_WEIGHT, TYPO_WEIGHTS = 10, 9, 8, 6, (0, 8, 6)
# The weights of a stop word, and of two words that follow each other. They find no entries, but
# distinguish *before the push* from *after the push*, and *Phoenix on Dragon* from *Dragon on
# Phoenix*.
STOP_WORD_WEIGHT, PAIR_WEIGHT = 3, 6
# In percent. The score of an entry is scaled by this if its title or a name is the whole query.
# So among many entries on bombs, the one that explains `bomb` is among the first.
NAME_BOOST = 180
# Is added to the number of words that an entry matches, by which its score is multiplied. An
# entry that matches three words ranks before one that matches two, but a rare word may outweigh
# the third word.
MATCH_PSEUDO_COUNT = 3
# The weight of absent keywords at which the rank of an entry is halved.
HALF_RANK_ABSENCE = 1000
# The most letters between the parts of a compound, as in `Straßenbombe`.
MAX_LINKING_LETTERS = 2
MAX_HITS = 8


@dataclass(frozen=True)
class Hit:
    """An entry, and the title of its page. The languages are those of the texts; they are empty
    for the language of the index."""

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


def search_entries(index: Index, query: str) -> SearchResult:
    """Return at most MAX_HITS entries, ranked by the weights of the matched terms."""
    payload = index.payload
    scores: dict[int, int] = defaultdict(int)
    counts: dict[int, int] = defaultdict(int)
    matched: set[str] = set()
    words = read_figures(tokenize(query, payload["rules"]))
    asked = list(chain.from_iterable(_parts(index, word) for word in words))
    for word in dict.fromkeys(join_phrases(asked, payload["synonyms"])):
        if word in payload["stop_words"]:
            continue
        terms = list(_terms(index, word))
        matched.update(part for term, _ in terms for part in term.split(" "))
        for number, weight in _highest_weights(index, terms).items():
            scores[number] += weight
            counts[number] += 1
    matched_words = _matched_words(index, asked)
    for weights, worth in _distinctions(index, asked, matched_words):
        for number, weight in weights.items():
            scores[number] += weight * worth
    for number in index.postings.named(matched_words):
        scores[number] = scores[number] * NAME_BOOST // 100
    absent = index.postings.absent_keywords(matched)
    ranks = {
        number: scores[number]
        * (count + MATCH_PSEUDO_COUNT)
        * payload["entries"][number][4]
        / (HALF_RANK_ABSENCE + absent[number])
        for number, count in counts.items()
    }
    order = sorted(ranks, key=lambda number: (-ranks[number], number))
    return SearchResult(
        [_hit(payload, number) for number in order[:MAX_HITS]],
        frozenset(matched.difference(payload["stop_words"])),
    )


def _distinctions(
    index: Index, asked: list[str], matched_words: list[str]
) -> Iterator[tuple[Weights, int]]:
    """Yield the weights by entry, each with the weight of the match, for stop words and for
    pairs of words."""
    for word in dict.fromkeys(asked):
        if word in index.payload["stop_words"] and word in index.postings.numbers:
            yield index.postings.weights(word), STOP_WORD_WEIGHT
    for first, second in dict.fromkeys(pairwise(matched_words)):
        if first and second:
            yield index.postings.pair_weights(first, second), PAIR_WEIGHT


def _matched_words(index: Index, asked: list[str]) -> list[str]:
    """Return the first match of each word, without stop words that are not indexed."""
    stop_words, numbers = index.payload["stop_words"], index.postings.numbers
    return [
        _first_match(index, word) for word in asked if word in numbers or word not in stop_words
    ]


def _first_match(index: Index, word: str) -> str:
    """Return the word if it is indexed, otherwise the first term that it matches, or ''. It is
    '' too for a name or a synonym, or if the term has several words."""
    if word in index.postings.numbers:
        return word
    if word in index.payload["names"] or word in index.payload["synonyms"]:
        return ""
    term, _ = next(_terms(index, word), ("", 0))
    return "" if " " in term else term


def _parts(index: Index, word: str) -> Iterator[str]:
    """Yield a word or, if the language has compounds, the terms of which it is composed."""
    payload, postings = index.payload, index.postings
    known = (postings.numbers, payload["names"], payload["synonyms"], payload["stop_words"])
    is_whole = any(word in each for each in known) or not payload["rules"]["compounds"]
    first = "" if is_whole else _longest_prefix(index, word)
    if not first or any(term.startswith(word) for term in postings.terms):
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


def _terms(index: Index, word: str) -> Iterator[tuple[str, int]]:
    """Yield the terms that a word or phrase matches, each with the weight of the match.

    They are the first of these that exist: the word, its names and its synonyms; terms that
    begin with it; the word with two neighbouring letters swapped, which is the most likely
    typing error; the longest term with which the word begins; terms within the tolerated edit
    distance.
    """
    titles = index.payload["names"].get(word, [])
    synonyms = index.payload["synonyms"].get(word, [])
    itself = _itself(index, word)
    if itself or titles or synonyms:
        if itself:
            yield itself, EXACT_WEIGHT
        yield from ((title, NAME_WEIGHT) for title in titles)
        yield from ((term, SYNONYM_WEIGHT) for term in synonyms)
    elif longer := [term for term in index.postings.terms if term.startswith(word)]:
        yield from ((term, PREFIX_WEIGHT) for term in longer)
    elif swapped := [each for each in transpositions(word) if each in index.postings.letters]:
        yield from ((term, TYPO_WEIGHTS[1]) for term in swapped)
    elif prefix := _longest_prefix(index, word):
        yield prefix, PREFIX_WEIGHT
    elif most := max_typos(word):
        for term in _alike(index, word, most):
            errors = edit_distance(word, term)
            if errors <= most:
                yield term, TYPO_WEIGHTS[errors]


def _alike(index: Index, word: str, most: int) -> Iterator[str]:
    """Yield the terms that may be within this edit distance. A typing error adds at most one
    letter that is missing in the other word, so few terms have to be compared letter by
    letter."""
    letters = frozenset(word)
    for term, term_letters in index.postings.letters.items():
        if abs(len(term) - len(word)) <= most and (
            max(len(letters - term_letters), len(term_letters - letters)) <= most
        ):
            yield term


def _itself(index: Index, phrase: str) -> str:
    """Return the words of a phrase that are no stop words, or '' if one is not indexed."""
    words = [word for word in phrase.split(" ") if word not in index.payload["stop_words"]]
    return " ".join(words) if all(word in index.postings.numbers for word in words) else ""


def _longest_prefix(index: Index, word: str) -> str:
    """Return the longest term with which the word begins, `bomb` for `bombable`, or ''."""
    ends = range(len(word) - 1, index.payload["rules"]["min_prefix"] - 1, -1)
    return next((word[:end] for end in ends if _itself(index, word[:end])), "")


def _first_part(index: Index, word: str) -> str:
    """Return the longest term with which the word begins or that is the word, or ''."""
    return _longest_prefix(index, f"{word} ")


def _highest_weights(index: Index, terms: list[tuple[str, int]]) -> Weights:
    """Return for each entry the highest weight of the terms."""
    best: Weights = defaultdict(int)
    for term, worth in terms:
        for number, weight in index.postings.weights(term).items():
            best[number] = max(best[number], weight * worth)
    return best


def _hit(index: IndexPayload, number: int) -> Hit:
    page, entry_id, title, text, _, *language = index["entries"][number]
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
