"""Load the reference from its Markdown files, and check their consistency.

A file has a head of `key: value` lines between two lines of dashes. A rule begins with a
heading that ends in its id; the line below has its numbers, sources and confidence, and may
have aliases:

    ## Double win {#double-win}
    covers: A89; sources: RGG, FM-DE; sure: publisher; also: 1-2, double victory

The numbers that the rules of a chapter cover are repeated in its head, so that none gets
lost. The line of a glossary term has its rule, and its aliases by language:

    ## Stairs {#word-stairs}
    rule: stairs; also: steps; de: Treppe

The head of a page has its `part`, unless it is a chapter of rules.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.translation import override

from rules_ref.errors import ContentError
from rules_ref.markdown import to_html, to_sections, to_text
from rules_ref.reference import Chapter, GlossaryTerm, Part, Reference, Rule
from rules_ref.sources import Confidence, check_source

CONTENT = Path(__file__).parent / "content"
SHEET = "sheet"
# The language that the text of the reference is in.
TEXT_LANGUAGE = "en"

_HEADING = re.compile(r"^## (.+) \{#([a-z0-9]+(?:-[a-z0-9]+)*)\}\n", re.MULTILINE)
_NUMBERS = re.compile(r"([A-Z])(\d+)(?:-\1(\d+))?")
_EntryFields = tuple[str, str, str, tuple[str, ...], tuple[str, ...]]  # the fields of an Entry


@cache
def reference(language: str = TEXT_LANGUAGE) -> Reference:
    """Return the reference, loaded once per process."""
    with override(language):
        return load(CONTENT / language)


def load(folder: Path) -> Reference:
    """Load every chapter of a folder.

    Raises ContentError, with the file and entry, for what is missing, unknown or duplicate.
    """
    drafts = [_ContentFile.read(path) for path in sorted(folder.glob("*.md"))]
    _check_unique(rule_id for draft in drafts for rule_id in draft.rule_ids)
    addresses = {
        rule_id: f"{reverse('chapter', args=[draft.slug])}#{rule_id}"
        for draft in drafts
        for rule_id in draft.rule_ids
    }
    pages = sorted((draft.chapter(addresses) for draft in drafts), key=_book_order)
    sheet = next(page for page in pages if page.slug == SHEET)
    return Reference(sheet, tuple(page for page in pages if page is not sheet))


def _book_order(page: Chapter) -> tuple[int, int]:
    return list(Part).index(page.part), page.order


@dataclass(frozen=True)
class _ContentFile:
    """A parsed file: head, text before the first heading, and entries."""

    slug: str
    head: dict[str, str]
    intro: str
    entries: tuple[tuple[str, str, str], ...]  # title, id, text

    @classmethod
    def read(cls, path: Path) -> "_ContentFile":
        parts = path.read_text(encoding="utf-8").split("---\n", 2)
        if len(parts) < 3:
            raise ContentError(f"{path.stem}: the head is missing")
        _, head, text = parts
        intro, *rest = _HEADING.split(text)
        entries = tuple(zip(rest[::3], rest[1::3], rest[2::3], strict=True))
        return cls(path.stem, _fields(head.splitlines()), intro, entries)

    @property
    def rule_ids(self) -> list[str]:
        return [rule_id for _, rule_id, _ in self.entries]

    def chapter(self, addresses: Mapping[str, str]) -> Chapter:
        with _located(self.slug):
            entries = [_entry(*entry, addresses) for entry in self.entries]
            rules = tuple(entry for entry in entries if isinstance(entry, Rule))
            _check_numbers(_expand_numbers(self.head.get("covers", "")), rules)
            return Chapter(
                slug=self.slug,
                part=Part(self.head.get("part", Part.RULES)),
                title=self.head["title"],
                order=int(self.head["order"]),
                about=self.head["about"],
                keywords=_split_list(self.head["keywords"]),
                intro=to_html(self.intro, addresses),
                sections=to_sections(self.intro),
                rules=rules,
                glossary_terms=tuple(
                    entry for entry in entries if isinstance(entry, GlossaryTerm)
                ),
            )


def _entry(
    title: str, entry_id: str, text: str, addresses: Mapping[str, str]
) -> Rule | GlossaryTerm:
    basis_line, _, body = text.partition("\n")
    basis = _fields(basis_line.split(";"))
    with _located(entry_id):
        if re.search("^#", body, re.MULTILINE):
            raise ContentError("there is a heading without an id in it")
        also = _split_list(basis.get("also", ""))
        fields = entry_id, title, to_html(body, addresses), to_text(body), also
        if "rule" in basis:
            return _glossary_term(fields, basis, addresses)
        return _rule(fields, basis)


def _rule(fields: _EntryFields, basis: Mapping[str, str]) -> Rule:
    sources = _split_list(basis["sources"])
    for code in sources:
        check_source(code)
    return Rule(
        *fields,
        covers=_expand_numbers(basis["covers"]),
        sources=sources,
        confidence=Confidence(basis["sure"]),
    )


def _glossary_term(
    fields: _EntryFields, basis: Mapping[str, str], addresses: Mapping[str, str]
) -> GlossaryTerm:
    if (rule_id := basis["rule"]) not in addresses:
        raise ContentError(f"there is no rule {rule_id!r}")
    names = {key: _split_list(names) for key, names in basis.items() if len(key) == 2}
    return GlossaryTerm(*fields, address=addresses[rule_id], names_by_language=names)


def _check_numbers(named: Iterable[str], rules: Iterable[Rule]) -> None:
    covered = {number for rule in rules for number in rule.covers}
    if differing := covered ^ set(named):
        raise ContentError(f"head and rules differ in {sorted(differing)}")


@contextmanager
def _located(name: str) -> Iterator[None]:
    """Add the place to errors raised inside."""
    try:
        yield
    except KeyError as error:
        raise ContentError(f"{name}: {error} is missing") from None
    except ValueError as error:
        raise ContentError(f"{name}: {error}") from error


def _fields(lines: Iterable[str]) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _split_list(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _expand_numbers(text: str) -> tuple[str, ...]:
    """Expand `A9-A10, A80` to A9, A10, A80."""
    numbers: list[str] = []
    for item in _split_list(text):
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
