"""The weight of each term in each document, as whole numbers (a form of TF-IDF)."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_ref.reference import GlossaryTerm
from rules_ref.search.language import SearchLanguage

# The weight of a term by the field that it occurs in.
TITLE_WEIGHT, ALIAS_WEIGHT, PAGE_TITLE_WEIGHT, TEXT_WEIGHT = 21.6, 14.4, 6.0, 2.7
# A term of a title or alias of n words counts 1/n to this power.
PHRASE_LENGTH_EXPONENT = 0.5
# The weight of a one-word alias of a glossary term, relative to the term.
ALIAS_FACTOR = 0.8

Weights = dict[int, int]  # by document number


@dataclass(frozen=True)
class Document:
    """The indexed fields of an entry. `boost` scales all weights: below 1 for pages, house
    rules and glossary terms, which rank after rules and disputes."""

    title: str
    aliases: tuple[str, ...]
    page_title: str
    text: str
    boost: float = 1.0

    def field_weights(self, language: SearchLanguage) -> dict[str, float]:
        """For each term the highest weight of the fields that it occurs in."""
        phrases = [(TITLE_WEIGHT, self.title), (PAGE_TITLE_WEIGHT, self.page_title)]
        phrases += [(ALIAS_WEIGHT, name) for name in self.aliases]
        shares = dict.fromkeys(language.content_words(self.text), TEXT_WEIGHT)
        for share, phrase in phrases:
            phrase_words = language.content_words(phrase)
            for word in phrase_words:
                shares[word] = max(
                    shares.get(word, 0), share / len(phrase_words) ** PHRASE_LENGTH_EXPONENT
                )
        return {word: share * self.boost for word, share in shares.items()}


def term_weights(
    documents: Sequence[Document], glossary: Iterable[GlossaryTerm], language: SearchLanguage
) -> dict[str, Weights]:
    """Return the weights of each term by document number; rare terms weigh more."""
    shares = [document.field_weights(language) for document in documents]
    document_counts = Counter(word for share in shares for word in share)
    terms: dict[str, Weights] = defaultdict(dict)
    for number, share in enumerate(shares):
        for word, part in share.items():
            terms[word][number] = round(
                part * math.log(1 + len(documents) / document_counts[word])
            )
    for entry in glossary:
        for name in map(language.tokenize, entry.other_names):
            if len(name) == 1:
                _add_alias(terms, language.content_words(entry.title), name[0])
    return dict(sorted(terms.items()))


def _add_alias(terms: dict[str, Weights], title: list[str], name: str) -> None:
    """Let an alias (`Hund`) find the documents of its glossary term (Dog)."""
    parts = [terms[word] for word in title]
    weights = dict(terms.get(name, {}))
    for number in set.intersection(*map(set, parts)):
        weight = round(ALIAS_FACTOR * min(part[number] for part in parts))
        weights[number] = max(weights.get(number, 0), weight)
    terms[name] = dict(sorted(weights.items()))
