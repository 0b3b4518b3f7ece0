"""The weight of each word for each entry (BM25), computed when somebody searches.

`js/search/` implements the same. The index has the words of each entry and no weights, as
weights of words and of pairs of words would take more space. Summands are rounded to integers,
so that both implementations have equal results.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rules_ref.search.fields import FIRST_CODE, IndexPayload

# How much a field counts each time that a word occurs in it. A name of n words that are no stop
# words counts 1/sqrt(n) for each of them.
TITLE_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT = 3000, 2000, 600
# A word weighs more the more often it occurs, but never more than MAX_WEIGHT times its rarity,
# and half of it at HALF_WEIGHT_COUNT. Length does not count: an entry with many names is one
# that people often ask for.
MAX_WEIGHT, HALF_WEIGHT_COUNT = 100, 2500
# A word is a keyword of an entry by the share of its title and names that have it, squared: a
# question without *dragon* is hardly one for an entry that people ask for by *dragon* alone.
# Additive smoothing: PSEUDO_COUNT names without the word are added, as a few names say little.
KEYWORD_WEIGHT, PSEUDO_COUNT = 500, 5

Weights = dict[int, int]  # by entry number
Words = tuple[int, ...]


@dataclass(frozen=True)
class Phrase:
    """The numbers of the words of a title or name, or that of a word of the text."""

    entry: int
    words: Words
    weight: int  # of each of its words


class Postings:
    """The phrases of an index by the words that they have."""

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
        """Return the weight of a term for each entry that has it; of several words, the lowest
        one for each entry that has all of them."""
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
        """Return the entries whose title or name has these words and no others."""
        return self._by_phrase.get(tuple(self.numbers.get(word, -1) for word in words), set())

    def absent_keywords(self, terms: set[str]) -> Weights:
        """Return by entry the summed weight of its keywords that are none of these terms."""
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
        """Return the weights of a word, which are computed when it is first asked for. Those of
        pairs are not kept: there are as many as people think of."""
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
        # Of a text the index has no order.
        yield from (Phrase(entry, (word,), TEXT_WEIGHT) for word in text)


def _unpack(phrase: str) -> Words:
    return tuple(ord(word) - FIRST_CODE for word in phrase)


def round_half_up(value: float) -> int:
    """Round as `Math.round` does."""
    return math.floor(value + 0.5)
