"""The weight of each term in each document, as whole numbers (a form of TF-IDF)."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_ref.reference import GlossaryTerm
from rules_ref.search.language import SearchLanguage

# How much a field counts each time that a term occurs in it.
TITLE_WEIGHT, ALIAS_WEIGHT, PAGE_TITLE_WEIGHT, TEXT_WEIGHT = 3.0, 2.0, 0.8, 0.3
# A term of a title or alias of n words counts 1/n to this power.
PHRASE_LENGTH_EXPONENT = 0.6
# A term weighs more the more often it occurs, but never more than MAX_WEIGHT, and half of it at
# HALF_WEIGHT_COUNT in a document of average length. LENGTH_SHARE is how far length counts.
MAX_WEIGHT, HALF_WEIGHT_COUNT, LENGTH_SHARE = 100, 2.5, 0.2
# The weight of a topic, whatever the boost of its document.
TOPIC_WEIGHT = 400
# Weights are rounded to powers of WEIGHT_STEP, and left out below MIN_WEIGHT: the index is sent
# to phones, and compresses well where few numbers occur.
WEIGHT_STEP, MIN_WEIGHT = 1.2, 30
# The weight of a one-word alias of a glossary term, relative to the term: a step, so that both
# are rounded to the same order.
ALIAS_FACTOR = 1 / WEIGHT_STEP

Weights = dict[int, int]  # by document number


@dataclass(frozen=True)
class Document:
    """The indexed fields of an entry. `boost` scales all weights: below 1 for pages, house
    rules and glossary terms, which rank after rules and disputes. `topics` are words for what
    all entries of its page are: *advice* finds each of them."""

    title: str
    aliases: tuple[str, ...]
    page_title: str
    text: str
    boost: float = 1.0
    topics: tuple[str, ...] = ()

    def term_counts(self, language: SearchLanguage) -> dict[str, float]:
        """For each term how often it occurs, by the weights of the fields."""
        phrases = [(TITLE_WEIGHT, self.title), (PAGE_TITLE_WEIGHT, self.page_title)]
        phrases += [(ALIAS_WEIGHT, name) for name in self.aliases]
        counts: dict[str, float] = defaultdict(float)
        counts.update(dict.fromkeys(language.content_words(self.text), TEXT_WEIGHT))
        for weight, phrase in phrases:
            phrase_words = language.content_words(phrase)
            for word in phrase_words:
                counts[word] += weight / len(phrase_words) ** PHRASE_LENGTH_EXPONENT
        return counts


def term_weights(
    documents: Sequence[Document], glossary: Iterable[GlossaryTerm], language: SearchLanguage
) -> dict[str, Weights]:
    """Return the weights of each term by document number (BM25 over fields): rare terms weigh
    more."""
    counts = [document.term_counts(language) for document in documents]
    document_counts = Counter(word for count in counts for word in count)
    average = sum(sum(count.values()) for count in counts) / len(counts)
    terms: dict[str, dict[int, float]] = defaultdict(dict)
    for number, (document, count) in enumerate(zip(documents, counts, strict=True)):
        length = 1 - LENGTH_SHARE + LENGTH_SHARE * sum(count.values()) / average
        for word, often in count.items():
            share = often / (often + HALF_WEIGHT_COUNT * length)
            rarity = math.log(1 + len(documents) / document_counts[word])
            terms[word][number] = MAX_WEIGHT * share * rarity * document.boost
        for word in language.content_words(" ".join(document.topics)):
            terms[word][number] = max(terms[word].get(number, 0), TOPIC_WEIGHT)
    for entry in glossary:
        names = map(language.tokenize, (entry.title, *entry.other_names))
        # Texts that are not translated say it in English.
        titles = (entry.title, *entry.names_by_language.get("en", ())[:1])
        for (name,) in (name for name in names if len(name) == 1):
            for title in map(language.content_words, titles):
                _add_alias(terms, title, name)
    rounded = ((term, _rounded(weights)) for term, weights in sorted(terms.items()))
    return {term: weights for term, weights in rounded if weights}


def _rounded(weights: dict[int, float]) -> Weights:
    steps = {number: round(math.log(weight, WEIGHT_STEP)) for number, weight in weights.items()}
    rounded = {number: round(WEIGHT_STEP**step) for number, step in steps.items()}
    return {number: weight for number, weight in rounded.items() if weight >= MIN_WEIGHT}


def _add_alias(terms: dict[str, dict[int, float]], title: list[str], name: str) -> None:
    """Let an alias (`Hund`) find the documents of its glossary term (Dog)."""
    parts = [terms.get(word, {}) for word in title] or [{}]
    weights = dict(terms.get(name, {}))
    for number in set.intersection(*map(set, parts)):
        weight = ALIAS_FACTOR * min(part[number] for part in parts)
        weights[number] = max(weights.get(number, 0), weight)
    terms[name] = dict(sorted(weights.items()))
