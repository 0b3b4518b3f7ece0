"""Loads the reference from its Markdown files, and checks their consistency.

A file has a head of `key: value` lines between two lines of dashes. A rule begins with a
heading that ends in its id. The line below contains its numbers, sources and confidence, and
may contain aliases:

    ## Double win {#double-win}
    covers: A89; sources: RGG, FM-DE; sure: publisher; also: 1-2, double victory

The numbers that the rules of a chapter cover are repeated in its head, so that a missing number
is an error. The line of a glossary term contains its rule, and its aliases by language:

    ## Stairs {#word-stairs}
    rule: stairs; also: steps; de: Treppe

The head of a page contains its `part`, unless it is a chapter of rules.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.translation import get_language, override

from rules_ref.content_file import WrittenEntry, split_list
from rules_ref.errors import ContentError
from rules_ref.markdown import to_html, to_sections, to_text
from rules_ref.reference import Chapter, GlossaryTerm, Part, Reference, Rule
from rules_ref.sources import Confidence, check_source
from rules_ref.spelling import base_language
from rules_ref.translation import TEXT_LANGUAGE, TranslatedFile, translated_files

CONTENT = Path(__file__).parent / "content"
SHEET = "sheet"

_NUMBERS = re.compile(r"([A-Z])(\d+)(?:-\1(\d+))?")
# The fields of an Entry.
_EntryFields = tuple[str, str, str, tuple[str, ...], tuple[str, ...], str]


@cache
def reference(language: str = TEXT_LANGUAGE) -> Reference:
    """Return the reference in a language. It is loaded once per process. Texts that are not
    translated, or that were changed since their translation, are in English."""
    return load(CONTENT / TEXT_LANGUAGE, CONTENT / base_language(language), language)


@cache
def languages_by_slug(language: str) -> Mapping[str, set[str]]:
    """Return the languages of the texts of each page for readers of a language, as
    `Chapter.languages`. They are read from the files without rendering the texts, because
    rendering takes 100 ms for each language."""
    files = translated_files(
        CONTENT / TEXT_LANGUAGE, CONTENT / base_language(language), language
    )
    return {file.slug: file.languages for file in files}


def active_reference() -> Reference:
    """Return the reference in the active language."""
    return reference(get_language() or TEXT_LANGUAGE)


def load(folder: Path, translations: Path | None = None, language: str = "") -> Reference:
    """Load every chapter of a folder with the translations of the folder `translations`.

    The name of that folder is the language of the translations, unless `language` is a language
    that has the same texts in another spelling. Raises ContentError, with the file and the
    entry, for anything that is missing, unknown or duplicate.
    """
    files = translated_files(folder, translations or folder, language)
    _check_unique(rule_id for file in files for rule_id in file.ids)
    addresses = {
        rule_id: f"{reverse('chapter', args=[file.slug])}#{rule_id}"
        for file in files
        for rule_id in file.ids
    }
    pages = sorted((_chapter(file, addresses) for file in files), key=_book_order)
    sheet = next(page for page in pages if page.slug == SHEET)
    return Reference(sheet, tuple(page for page in pages if page is not sheet))


def _book_order(page: Chapter) -> tuple[int, int]:
    return list(Part).index(page.part), page.order


def _chapter(file: TranslatedFile, addresses: Mapping[str, str]) -> Chapter:
    head = file.head
    with _located(file.slug):
        entries = [_entry(entry, addresses, file.language_of(entry)) for entry in file.entries]
        rules = tuple(entry for entry in entries if isinstance(entry, Rule))
        _check_numbers(_expand_numbers(head.get("covers", "")), rules)
        terms = [entry for entry in entries if isinstance(entry, GlossaryTerm)]
        return Chapter(
            slug=file.slug,
            part=Part(head.get("part", Part.RULES)),
            title=head["title"],
            order=int(head["order"]),
            about=head["about"],
            keywords=split_list(head["keywords"]),
            intro=_html(file.intro, addresses, file.head_language),
            sections=to_sections(file.intro),
            rules=rules,
            glossary_terms=tuple(sorted(terms, key=_alphabetic)),
            language=file.head_language,
        )


def _alphabetic(term: GlossaryTerm) -> str:
    """Return the title without accents and in lower case. Terms of every language are sorted by
    it."""
    plain = unicodedata.normalize("NFKD", term.title.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _entry(
    written: WrittenEntry, addresses: Mapping[str, str], language: str
) -> Rule | GlossaryTerm:
    basis, body = written.basis, written.body
    with _located(written.id):
        if re.search("^#", body, re.MULTILINE):
            raise ContentError("there is a heading without an id in it")
        also = split_list(basis.get("also", ""))
        html, text = _html(body, addresses, language), to_text(body)
        fields = written.id, written.title, html, text, also, language
        if "rule" in basis:
            return _glossary_term(fields, basis, addresses)
        return _rule(fields, basis)


def _rule(fields: _EntryFields, basis: Mapping[str, str]) -> Rule:
    sources = split_list(basis["sources"])
    for code in sources:
        check_source(code)
    return Rule(
        *fields,
        covers=_expand_numbers(basis["covers"]),
        sources=sources,
        confidence=Confidence(basis["sure"]),
    )


def _html(text: str, addresses: Mapping[str, str], language: str) -> str:
    """Return the HTML of a text in this language. The names of cards are in this language
    too."""
    with override(language):
        return to_html(text, addresses)


def _glossary_term(
    fields: _EntryFields, basis: Mapping[str, str], addresses: Mapping[str, str]
) -> GlossaryTerm:
    if (rule_id := basis["rule"]) not in addresses:
        raise ContentError(f"there is no rule {rule_id!r}")
    names = {key: split_list(names) for key, names in basis.items() if len(key) == 2}
    return GlossaryTerm(*fields, address=addresses[rule_id], names_by_language=names)


def _check_numbers(named: Iterable[str], rules: Iterable[Rule]) -> None:
    covered = {number for rule in rules for number in rule.covers}
    if differing := covered ^ set(named):
        raise ContentError(f"head and rules differ in {sorted(differing)}")


@contextmanager
def _located(name: str) -> Iterator[None]:
    """Add the place to errors that are raised inside, and raise them as ContentError."""
    try:
        yield
    except KeyError as error:
        raise ContentError(f"{name}: {error} is missing") from None
    except ValueError as error:
        raise ContentError(f"{name}: {error}") from error


def _expand_numbers(text: str) -> tuple[str, ...]:
    """Expand `A9-A10, A80` to A9, A10, A80."""
    numbers: list[str] = []
    for item in split_list(text):
        match = _NUMBERS.fullmatch(item)
        if match is None:
            raise ContentError(f"{item!r} is no number of a rule")
        part, first, last = match.groups()
        numbers += [f"{part}{number}" for number in range(int(first), int(last or first) + 1)]
    return tuple(numbers)


def _check_unique(rule_ids: Iterable[str]) -> None:
    for rule_id, times in Counter(rule_ids).items():
        if times > 1:
            raise ContentError(f"{rule_id}: this id is there {times} times")
