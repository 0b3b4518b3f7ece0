"""Builds the search index, and the JSON payload that browsers load."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain
from textwrap import shorten
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, override

from rules_ref.loader import reference
from rules_ref.reference import Chapter, Entry, GlossaryTerm, Part, Reference
from rules_ref.search.fields import FIRST_CODE, Document, IndexPayload
from rules_ref.search.language import SearchLanguage, only_indexed, search_language
from rules_ref.search.postings import Postings
from rules_ref.translation import TEXT_LANGUAGE
from scoring.languages import release_in_language

MAX_EXCERPT_LENGTH = 100  # characters
# In percent. Entries that state or settle a rule rank before those that explain it, give advice
# on it, or tell its background.
_BOOSTS = {Part.LEARNING: 60, Part.ADVICE: 80, Part.BACKGROUND: 90, Part.MORE: 95}
_PAGE_BOOST, _GLOSSARY_BOOST = 40, 50
# In percent. English entries rank after those in the language of the index, because a reader
# may not understand them.
_ENGLISH_BOOST = 85


@dataclass(frozen=True)
class Index:
    payload: IndexPayload

    @cached_property
    def postings(self) -> Postings:
        return Postings(self.payload)

    @cached_property
    def body(self) -> str:
        return json.dumps(self.payload, ensure_ascii=False, separators=(",", ":"))


def index() -> Index:
    """Return the index of the reference in the active language. It is built once per
    process."""
    return index_in(get_language() or TEXT_LANGUAGE)


def index_digest() -> str:
    """Return the digest in the address of the index of the active language.

    It changes only with the release, so browsers cache the index for ever. It is not computed
    from the content of the index, because building that takes about 0.3 s for each language.
    """
    return release_in_language()


def index_by_digest(digest: str) -> Index | None:
    """Return the index with this digest, in any language.

    A page that was loaded before its reader switched the language requests the index of the
    former language.
    """
    for language, _ in settings.LANGUAGES:
        with override(language):
            if index_digest() == digest:
                return index()
    return None


@cache
def index_in(language: str) -> Index:
    """Return the index of the reference in this language."""
    return Index(build_payload(reference(language), search_language(language)))


class _IndexedEntry(NamedTuple):
    """An entry of the index. `page` is the number of its page. `languages` contains the
    language of its text if that is not the language of the index, and is empty otherwise."""

    page: int
    id: str
    document: Document
    languages: tuple[str, ...]

    @property
    def words(self) -> Document:
        """The texts by which the entry is found."""
        return _without_english(self.document) if self.languages else self.document

    @property
    def row(self) -> tuple[int, str, str, str, int, *tuple[str, ...]]:
        """The entry as browsers load it."""
        document = self.document
        boost = document.boost * _ENGLISH_BOOST // 100 if self.languages else document.boost
        excerpt = shorten(document.text, MAX_EXCERPT_LENGTH, placeholder=" …")
        return (self.page, self.id, document.title, excerpt, boost, *self.languages)


def build_payload(book: Reference, language: SearchLanguage) -> IndexPayload:
    pages = (book.quick_sheet, *book.pages)
    glossary = [word for page in pages for word in page.glossary_terms]
    entries = list(_indexed(pages, glossary, language))
    phrases = [_phrases(entry.words, language) for entry in entries]
    counts = Counter(word for fields in phrases for field in fields for word in field)
    # The most frequent words have the lowest numbers.
    words = sorted(counts, key=lambda word: (-counts[word], word))
    numbers = {word: number for number, word in enumerate(words)}
    titles = _titles_by_name(glossary, language)
    return IndexPayload(
        rules=language.rules,
        stop_words=sorted(language.stop_words),
        names=only_indexed(titles, counts),
        synonyms=language.synonyms(counts, titles),
        pages=[
            (_address(page, book), page.title, *_other_language(page.language, language))
            for page in pages
        ],
        entries=[entry.row for entry in entries],
        words=words,
        phrases=[_packed(fields, numbers) for fields in phrases],
    )


def _indexed(
    pages: Iterable[Chapter], glossary: Iterable[GlossaryTerm], language: SearchLanguage
) -> Iterator[_IndexedEntry]:
    """Yield the entries of the index, page by page."""
    pages = list(pages)
    languages = {entry.id: entry.language for page in pages for entry in page.entries}
    names = _names_of_rules(glossary, languages)
    for number, page in enumerate(pages):
        for entry_id, document in _entries(page, language):
            of_text = languages.get(entry_id, page.language)
            yield _IndexedEntry(
                number,
                entry_id,
                _with_names(document, names[entry_id]),
                _other_language(of_text, language),
            )


def _other_language(of_text: str, language: SearchLanguage) -> tuple[str, ...]:
    """Return the language of a text if it is English and the index is in another language;
    empty otherwise."""
    is_english = language == search_language(TEXT_LANGUAGE)
    return (of_text,) if of_text == TEXT_LANGUAGE and not is_english else ()


def _phrases(document: Document, language: SearchLanguage) -> list[list[str]]:
    """Return the words of the title, the further words of the text, which are in neither the
    title nor a name, and the words of each name."""
    own_title, text = document.title, document.text
    if document.is_topic:
        own_title, text = "", f"{own_title} {text}"
    title, *names = (language.indexed_words(phrase) for phrase in (own_title, *document.names))
    known = {*title, *chain.from_iterable(names), *language.stop_words}
    other_words = set(language.indexed_words(text)) - known
    return [
        title,
        sorted(other_words),
        *map(list, dict.fromkeys(tuple(name) for name in names if name)),
    ]


def _packed(fields: list[list[str]], numbers: Mapping[str, int]) -> str:
    title, text, *names = (
        "".join(chr(FIRST_CODE + numbers[word]) for word in field) for field in fields
    )
    # Neighbouring phrases with the same beginning compress well, so they are sorted.
    return " ".join([title, "".join(sorted(text)), *sorted(names)])


def _titles_by_name(
    glossary: Iterable[GlossaryTerm], language: SearchLanguage
) -> dict[str, list[str]]:
    """Return the titles of glossary terms by their names of one word, for example `dog` by
    `Hund`. The English titles are included for texts that are not translated."""
    found: dict[str, list[str]] = defaultdict(list)
    for term in glossary:
        titles = (term.title, *term.names_by_language.get("en", ())[:1])
        plain = [" ".join(language.content_words(title)) for title in titles]
        names = map(language.tokenize, (term.title, *term.other_names))
        for (name,) in (name for name in names if len(name) == 1):
            found[name] += [title for title in plain if title]
    return dict(sorted(found.items()))


def _names_of_rules(
    glossary: Iterable[GlossaryTerm], languages: Mapping[str, str]
) -> dict[str, list[str]]:
    """Return for each rule the names of several words that its glossary terms have in other
    languages than the rule, such as `double victoire`. Names of one word are replaced by the
    titles of their terms (`_titles_by_name`)."""
    found: dict[str, list[str]] = defaultdict(list)
    for term in glossary:
        rule_id = term.address.partition("#")[2]
        names = [name for names in term.names_by_language.values() for name in names]
        if languages[rule_id] != term.language:
            names += [term.title, *term.aliases]
        found[rule_id] += [name for name in names if " " in name]
    return found


def _without_english(item: Document) -> Document:
    """Remove the English stop words of an entry, because they are no stop words in another
    language."""
    plain = search_language(TEXT_LANGUAGE).without_stop_words
    return replace(
        item,
        title=plain(item.title),
        names=tuple(map(plain, item.names)),
        text=plain(item.text),
    )


def _with_names(item: Document, names: Iterable[str]) -> Document:
    return replace(item, names=(*item.names, *names))


def _address(page: Chapter, book: Reference) -> str:
    return (
        reverse("rules") if page is book.quick_sheet else reverse("chapter", args=[page.slug])
    )


def _entries(page: Chapter, language: SearchLanguage) -> Iterator[tuple[str, Document]]:
    """Yield the page itself and its entries, with their ids."""
    yield "", Document(page.title, page.keywords, page.about, _PAGE_BOOST)
    for entry in page.entries:
        yield entry.id, _item(entry, page, language)


def _item(entry: Entry, page: Chapter, language: SearchLanguage) -> Document:
    text = " ".join(entry.text)
    asked = language.questions.get(entry.id, ())
    if isinstance(entry, GlossaryTerm):
        long_names = (name for name in entry.other_names if len(language.tokenize(name)) > 1)
        return Document(entry.title, (*long_names, *asked), text, _GLOSSARY_BOOST)
    boost = _BOOSTS.get(page.part, 100)
    is_advice = page.part is Part.ADVICE
    # A query for advice finds all entries of a chapter of advice by its keywords.
    topics = (word for word in page.keywords if is_advice and " " not in word)
    names = (*entry.aliases, *asked, *topics)
    return Document(entry.title, names, text, boost, is_topic=is_advice)
