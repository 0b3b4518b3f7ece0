"""Build the search index, and the JSON payload that browsers load."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from textwrap import shorten
from typing import TypedDict

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from rules_ref.loader import reference
from rules_ref.reference import Chapter, Entry, GlossaryTerm, Part, Reference
from rules_ref.search.language import SearchLanguage, search_language
from rules_ref.search.tokens import WordRules
from rules_ref.search.weights import Document, Weights, term_weights
from rules_ref.translation import TEXT_LANGUAGE

MAX_EXCERPT_LENGTH = 100  # characters
# What states or settles a rule comes before what explains, advises or tells of it.
_BOOSTS = {Part.LEARNING: 0.55, Part.ADVICE: 0.6, Part.BACKGROUND: 0.8, Part.MORE: 0.9}


class IndexPayload(TypedDict):
    """The JSON of the index. The keys are read by `search.js`, also by one that a browser has
    cached with an older page, so they do not change.

    `fillers` are the stop words, `alike` the synonyms: terms by word or phrase, `rules` how
    words are compared. A page is its address and title, an entry its page number, id, title and
    excerpt; each has the language of its text behind that, where it is not that of the index.
    `terms` has the number of a list in `weights`: groups of a
    weight and the entry numbers that have it, each as the difference from the one before.
    """

    rules: WordRules
    fillers: list[str]
    alike: dict[str, list[str]]
    pages: list[tuple[str, str, *tuple[str, ...]]]
    entries: list[tuple[int, str, str, str, *tuple[str, ...]]]
    terms: dict[str, int]
    weights: list[list[list[int]]]


@dataclass(frozen=True)
class Index:
    payload: IndexPayload

    @cached_property
    def body(self) -> str:
        return json.dumps(self.payload, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        """A hash of the content, part of the address: the index can be cached for ever."""
        return sha256(self.body.encode()).hexdigest()[:12]


def index() -> Index:
    """The index of the reference in the language that is active, built once per process."""
    return _index(get_language() or TEXT_LANGUAGE)


def index_by_digest(digest: str) -> Index | None:
    """Return the index of this content, in whatever language it is: a page that was loaded
    before its reader switched asks for the former one."""
    indexes = (_index(language) for language, _ in settings.LANGUAGES)
    return next((each for each in indexes if each.digest == digest), None)


@cache
def _index(language: str) -> Index:
    return Index(build_payload(reference(language), search_language(language)))


def build_payload(book: Reference, language: SearchLanguage) -> IndexPayload:
    pages = (book.quick_sheet, *book.pages)
    glossary = [word for page in pages for word in page.glossary_terms]
    languages = {entry.id: entry.language for page in pages for entry in page.entries}
    names = _names_of_rules(glossary, languages)
    is_english = language == search_language(TEXT_LANGUAGE)

    def other_language(of_text: str) -> tuple[str, ...]:
        return (of_text,) if of_text == TEXT_LANGUAGE and not is_english else ()

    found = [
        (
            number,
            entry_id,
            _with_aliases(item, names[entry_id]),
            other_language(languages.get(entry_id, page.language)),
        )
        for number, page in enumerate(pages)
        for entry_id, item in _entries(page, language)
    ]
    documents = [_without_english(item) if other else item for _, _, item, other in found]
    terms = term_weights(documents, glossary, language)
    packed = {term: _pack(weights) for term, weights in terms.items()}
    lists = sorted(set(packed.values()))
    numbers = {weights: number for number, weights in enumerate(lists)}
    return IndexPayload(
        rules=language.rules,
        fillers=sorted(language.stop_words),
        alike=language.synonyms(terms),
        pages=[
            (_address(page, book), page.title, *other_language(page.language)) for page in pages
        ],
        entries=[
            (
                number,
                entry_id,
                item.title,
                shorten(item.text, MAX_EXCERPT_LENGTH, placeholder=" …"),
                *other,
            )
            for number, entry_id, item, other in found
        ],
        terms={term: numbers[weights] for term, weights in packed.items()},
        weights=[[[*each] for each in weights] for weights in lists],
    )


def _names_of_rules(
    glossary: Iterable[GlossaryTerm], languages: Mapping[str, str]
) -> dict[str, list[str]]:
    """Return by rule the names of several words that its glossary terms have in other languages
    than that of the rule, as `double victoire`. Single words stand for the title of their
    term."""
    found: dict[str, list[str]] = defaultdict(list)
    for term in glossary:
        rule_id = term.address.partition("#")[2]
        names = [name for names in term.names_by_language.values() for name in names]
        if languages[rule_id] != term.language:
            names += [term.title, *term.aliases]
        found[rule_id] += [name for name in names if " " in name]
    return found


def _without_english(item: Document) -> Document:
    """Leave out the English stop words of an entry, which another language takes for words."""
    plain = search_language(TEXT_LANGUAGE).without_stop_words
    return replace(
        item,
        title=plain(item.title),
        aliases=tuple(map(plain, item.aliases)),
        text=plain(item.text),
    )


def _with_aliases(item: Document, names: Iterable[str]) -> Document:
    return replace(item, aliases=(*item.aliases, *names))


def _address(page: Chapter, book: Reference) -> str:
    return (
        reverse("rules") if page is book.quick_sheet else reverse("chapter", args=[page.slug])
    )


def _entries(page: Chapter, language: SearchLanguage) -> Iterator[tuple[str, Document]]:
    """The page itself and all that is on it, by id."""
    yield "", Document(page.title, page.keywords, "", page.about, boost=0.4)
    for entry in page.entries:
        yield entry.id, _item(entry, page, language)


def _item(entry: Entry, page: Chapter, language: SearchLanguage) -> Document:
    text = " ".join(entry.text)
    if isinstance(entry, GlossaryTerm):
        long_names = tuple(
            name for name in entry.other_names if len(language.tokenize(name)) > 1
        )
        return Document(entry.title, long_names, page.title, text, boost=0.5)
    boost = _BOOSTS.get(page.part, 1.0)
    words = page.keywords if page.part is Part.ADVICE else ()
    topics = tuple(word for word in words if " " not in word)
    return Document(entry.title, entry.aliases, page.title, text, boost, topics)


def _pack(weights: Weights) -> tuple[tuple[int, ...], ...]:
    by_weight: dict[int, list[int]] = defaultdict(list)
    for number, weight in weights.items():
        by_weight[weight].append(number)
    return tuple(
        (weight, *(number - before for before, number in zip([0, *numbers], numbers)))  # noqa: B905
        for weight, numbers in sorted(by_weight.items())
    )
