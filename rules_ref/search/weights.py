"""The weight of each term in each document, as whole numbers (a form of TF-IDF)."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_ref.reference import GlossaryTerm
from rules_ref.search.tokens import tokenize

# Words of English and German questions that tell nothing about their subject.
STOP_WORDS = frozenset(
    tokenize(
        """
        a allowed am an and any are as at be been but by can cannot cant could d did didnt do
        does doesnt don dont done for from get gets got had has have havent he her here him his
        how i if im in is isn isnt it its just ll m may me my no not of ok okay on or our please
        possible re really s she should so t than that thats the their them then there these
        they this those to us ve was we were what whats when where which who whos whose why will
        with would you your

        auf aus das dem den der des die ein eine er es gilt hat ich ihr ist kann man mit muss
        sie und von wann was wenn wer wie wird zu
        """
    )
)
# The weight of a term by the field that it occurs in.
TITLE_WEIGHT, ALIAS_WEIGHT, PAGE_TITLE_WEIGHT, TEXT_WEIGHT = 36.0, 24.0, 10.0, 4.5
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

    @property
    def field_weights(self) -> dict[str, float]:
        """For each term the highest weight of the fields that it occurs in."""
        phrases = [(TITLE_WEIGHT, self.title), (PAGE_TITLE_WEIGHT, self.page_title)]
        phrases += [(ALIAS_WEIGHT, name) for name in self.aliases]
        shares = dict.fromkeys(content_words(self.text), TEXT_WEIGHT)
        for share, phrase in phrases:
            phrase_words = content_words(phrase)
            for word in phrase_words:
                shares[word] = max(
                    shares.get(word, 0), share / len(phrase_words) ** PHRASE_LENGTH_EXPONENT
                )
        return {word: share * self.boost for word, share in shares.items()}


def content_words(text: str) -> list[str]:
    """Return the distinct words of a text without stop words."""
    return [word for word in dict.fromkeys(tokenize(text)) if word not in STOP_WORDS]


def term_weights(
    documents: Sequence[Document], glossary: Iterable[GlossaryTerm]
) -> dict[str, Weights]:
    """Return the weights of each term by document number; rare terms weigh more."""
    shares = [document.field_weights for document in documents]
    document_counts = Counter(word for share in shares for word in share)
    terms: dict[str, Weights] = defaultdict(dict)
    for number, share in enumerate(shares):
        for word, part in share.items():
            terms[word][number] = round(
                part * math.log(1 + len(documents) / document_counts[word])
            )
    for entry in glossary:
        for name in map(tokenize, entry.other_names):
            if len(name) == 1:
                _add_alias(terms, content_words(entry.title), name[0])
    return dict(sorted(terms.items()))


def _add_alias(terms: dict[str, Weights], title: list[str], name: str) -> None:
    """Let an alias (`Hund`) find the documents of its glossary term (Dog)."""
    parts = [terms[word] for word in title]
    weights = dict(terms.get(name, {}))
    for number in set.intersection(*map(set, parts)):
        weight = round(ALIAS_FACTOR * min(part[number] for part in parts))
        weights[number] = max(weights.get(number, 0), weight)
    terms[name] = dict(sorted(weights.items()))
