"""The reference as values: a quick sheet, and pages of rules, disputes, house rules and words
that keep their ids for good."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules_ref.sources import Sure, source_name


class Part(StrEnum):
    """What a page belongs to, in the order of the book."""

    RULES = "rules"
    DISPUTES = "disputes"
    MORE = "more"


@dataclass(frozen=True)
class Entry:
    """What has an id, which is its address and never changes. `text` is what it says, in plain
    paragraphs; `also` has what else people call it."""

    id: str
    title: str
    html: str
    text: tuple[str, ...]
    also: tuple[str, ...]


@dataclass(frozen=True)
class Rule(Entry):
    """One rule, dispute or house rule; the first paragraph of a dispute is its ruling. `covers`
    has its numbers in the list of rules that this program is built from, such as A89."""

    covers: tuple[str, ...]
    sources: tuple[str, ...]
    sure: Sure

    @property
    def source_names(self) -> list[str]:
        return [source_name(code) for code in self.sources]


@dataclass(frozen=True)
class Word(Entry):
    """A word of the game, the address of its rule, and its other names by language."""

    address: str
    names: Mapping[str, tuple[str, ...]]

    @property
    def other_names(self) -> tuple[str, ...]:
        """In every language."""
        return (*self.also, *(name for names in self.names.values() for name in names))


@dataclass(frozen=True)
class Chapter:
    """A page. `intro` is HTML that comes before the first rule or word."""

    slug: str
    part: Part
    title: str
    order: int
    about: str
    keywords: tuple[str, ...]
    intro: str
    rules: tuple[Rule, ...]
    words: tuple[Word, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (*self.rules, *self.words)


@dataclass(frozen=True)
class Reference:
    """All that there is to read in one language."""

    sheet: Chapter
    pages: tuple[Chapter, ...]

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The pages that state the rules."""
        return self.part(Part.RULES)

    @cached_property
    def disputes(self) -> tuple[Chapter, ...]:
        """The pages that settle disputes, group by group."""
        return self.part(Part.DISPUTES)

    @cached_property
    def more(self) -> tuple[Chapter, ...]:
        return self.part(Part.MORE)

    def part(self, part: Part) -> tuple[Chapter, ...]:
        return tuple(page for page in self.pages if page.part is part)

    def chapter(self, slug: str) -> Chapter | None:
        return next((each for each in self.pages if each.slug == slug), None)

    def home_of(self, entry_id: str) -> Chapter | None:
        """The page that has the rule or word."""
        return self._homes.get(entry_id)

    def neighbours(self, chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
        """The pages of its part before and after this one."""
        around = (None, *self.part(chapter.part), None)
        place = around.index(chapter)
        return around[place - 1], around[place + 1]

    @cached_property
    def _homes(self) -> dict[str, Chapter]:
        return {entry.id: page for page in self.pages for entry in page.entries}
