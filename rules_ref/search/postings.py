"""The weight of each word for each entry (BM25), which is computed during a search.

`js/search/` implements the same. The index contains the words of each entry but no weights,
because weights of words and of pairs of words would take more space. Summands are rounded to
integers, so that both implementations have equal results.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rules_ref.search.fields import FIRST_CODE, IndexPayload

# The weight of an occurrence of a word in each field. In a title or name with n words that are
# no stop words, it is divided by sqrt(n).
TITLE_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT = 3000, 2000, 600
# The weight of a word grows with its occurrences up to a limit of MAX_WEIGHT times its rarity.
# It is half of the limit at HALF_WEIGHT_COUNT. The length of an entry does not count, because
# an entry has many names if people often ask for it.
MAX_WEIGHT, HALF_WEIGHT_COUNT = 100, 2500
# The weight of a word as a keyword of an entry is the squared share of the title and names that
# contain it. A question without *dragon* is hardly a question for an entry whose names all
# contain *dragon*. Additive smoothing: PSEUDO_COUNT names without the word are added, because a
# few names are a small sample.
KEYWORD_WEIGHT, PSEUDO_COUNT = 500, 5

Weights = dict[int, int]  # by entry number
Words = tuple[int, ...]


@dataclass(frozen=True)
class Phrase:
    """The numbers of the words of a title or name, or the number of one word of the text."""

    entry: int
    words: Words
    weight: int  # the weight of each of its words


class Postings:
    """The phrases of an index by their words."""

    def __init__(self, payload: IndexPayload) -> None:
        self.numbers = {word: number for number, word in enumerate(payload["words"])}
        self._stop_words = {
            self.numbers[word] for word in payload["stop_words"] if word in self.numbers
        }
        self._by_word: dict[int, list[Phrase]] = defaultdict(list)
        self._keywords: dict[int, Weights] = defaultdict(dict)
        self._entry_keywords: Counter[int] = Counter()
        self._by_phrase: dict[Words, set[int]] = defaultdict(set)
        self._entry_count = len(payload["phrases"])
        self._weights: dict[int, Weights] = {}
        for entry, packed in enumerate(payload["phrases"]):
            title, *others = map(_unpack, packed.split(" "))
            self._add_keywords(entry, title, *others[1:])
            for words in (title, *others[1:]):
                self._by_phrase[words].add(entry)
            for phrase in self._phrases(entry, title, *others):
                for word in dict.fromkeys(phrase.words):
                    self._by_word[word].append(phrase)

    @cached_property
    def terms(self) -> list[str]:
        """The words that are no stop words."""
        return [word for word, number in self.numbers.items() if number not in self._stop_words]

    @cached_property
    def letters(self) -> dict[str, frozenset[str]]:
        """The letters of each term."""
        return {term: frozenset(term) for term in self.terms}

    def weights(self, term: str) -> Weights:
        """Return the weight of a term for each entry that contains it. The weight of a term of
        several words is the lowest weight of its words, for each entry that contains all of
        them."""
        found, *others = (self._of_word(self.numbers[word]) for word in term.split(" "))
        for other in others:
            found = {
                entry: min(weight, other[entry])
                for entry, weight in found.items()
                if entry in other
            }
        return found

    def pair_weights(self, first: str, second: str) -> Weights:
        """Return the weight of two words that follow each other in a title or name."""
        return self._of(self.numbers[first], self.numbers[second])

    def named(self, words: list[str]) -> set[int]:
        """Return the entries with a title or name that consists of exactly these words."""
        return self._by_phrase.get(tuple(self.numbers.get(word, -1) for word in words), set())

    def absent_keywords(self, terms: set[str]) -> Weights:
        """Return for each entry the sum of the weights of its keywords that are not among these
        terms."""
        absent = self._entry_keywords.copy()
        for term in terms:
            absent.subtract(self._keywords.get(self.numbers[term], {}))
        return absent

    def _add_keywords(self, entry: int, *phrases: Words) -> None:
        counts = Counter(word for phrase in phrases for word in set(phrase))
        for word, count in counts.items():
            share = count / (len(phrases) + PSEUDO_COUNT)
            if word not in self._stop_words:
                weight = round_half_up(KEYWORD_WEIGHT * share * share)
                self._keywords[word][entry] = weight
                self._entry_keywords[entry] += weight

    def _of_word(self, word: int) -> Weights:
        """Return the weights of a word. They are computed once and cached. The weights of pairs
        are not cached, because the number of pairs in queries is not limited."""
        if word not in self._weights:
            self._weights[word] = self._of(word)
        return self._weights[word]

    def _of(self, *words: int) -> Weights:
        counts: dict[int, int] = defaultdict(int)
        for phrase in self._by_word[words[0]]:
            if len(words) == 1 or words in tuple(pairwise(phrase.words)):
                counts[phrase.entry] += phrase.weight
        rarity = math.log(1 + self._entry_count / max(len(counts), 1))
        return {
            entry: round_half_up(MAX_WEIGHT * rarity * count / (count + HALF_WEIGHT_COUNT))
            for entry, count in counts.items()
        }

    def _phrases(
        self, entry: int, title: Words, text: Words, *names: Words
    ) -> Iterator[Phrase]:
        for weight, words in ((TITLE_WEIGHT, title), *((NAME_WEIGHT, name) for name in names)):
            length = max(1, sum(word not in self._stop_words for word in words))
            yield Phrase(entry, words, round_half_up(weight / math.sqrt(length)))
        # The index does not contain the order of the words of a text.
        yield from (Phrase(entry, (word,), TEXT_WEIGHT) for word in text)


def _unpack(phrase: str) -> Words:
    return tuple(ord(word) - FIRST_CODE for word in phrase)


def round_half_up(value: float) -> int:
    """Round as `Math.round` does."""
    return math.floor(value + 0.5)
