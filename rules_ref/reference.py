"""The reference as values: the quick sheet, and pages of rules, disputes, house rules and
glossary terms with permanent ids."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules_ref.blocks import Section
from rules_ref.sources import Confidence, source_name


class Part(StrEnum):
    """The parts of the reference, in order."""

    LEARNING = "learning"
    RULES = "rules"
    DISPUTES = "disputes"
    ADVICE = "advice"
    BACKGROUND = "background"
    MORE = "more"


@dataclass(frozen=True)
class Entry:
    """A rule or glossary term. `id` is the fragment of its address and never changes, `text`
    has its paragraphs as plain text, `aliases` other names; `language` is that of the text."""

    id: str
    title: str
    html: str
    text: tuple[str, ...]
    aliases: tuple[str, ...]
    language: str


@dataclass(frozen=True)
class Rule(Entry):
    """One rule, dispute or house rule; the first paragraph of a dispute is its ruling. `covers`
    has its numbers in the list of rules that this program is built from, such as A89."""

    covers: tuple[str, ...]
    sources: tuple[str, ...]
    confidence: Confidence

    @property
    def source_names(self) -> list[str]:
        return [source_name(code) for code in self.sources]


@dataclass(frozen=True)
class GlossaryTerm(Entry):
    """A term of the game, the address of its rule, and its names by language."""

    address: str
    names_by_language: Mapping[str, tuple[str, ...]]

    @property
    def other_names(self) -> tuple[str, ...]:
        """Aliases and names in all languages."""
        return (
            *self.aliases,
            *(name for names in self.names_by_language.values() for name in names),
        )


@dataclass(frozen=True)
class Chapter:
    """A page. `intro` is the HTML before the first entry, `sections` the same as values: what
    stands under each of its headings. `language` is that of the title, `about` and `intro`."""

    slug: str
    part: Part
    title: str
    order: int
    about: str
    keywords: tuple[str, ...]
    intro: str
    sections: tuple[Section, ...]
    rules: tuple[Rule, ...]
    glossary_terms: tuple[GlossaryTerm, ...]
    language: str

    @property
    def languages(self) -> set[str]:
        """The languages of all its texts: more than one where it is translated in part."""
        return {self.language, *(entry.language for entry in self.entries)}

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (*self.rules, *self.glossary_terms)

    @property
    def draws_cards(self) -> bool:
        """Whether the page shows cards, and so needs the suit symbols."""
        texts = (self.intro, *(entry.html for entry in self.entries))
        return any('<span class="card' in html for html in texts)


@dataclass(frozen=True)
class Reference:
    """The whole reference in one language."""

    quick_sheet: Chapter
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
    def learning(self) -> tuple[Chapter, ...]:
        """The steps in which the game is explained."""
        return self.part(Part.LEARNING)

    @cached_property
    def advice(self) -> tuple[Chapter, ...]:
        return self.part(Part.ADVICE)

    @cached_property
    def background(self) -> tuple[Chapter, ...]:
        """The pages around the game: its origin, decks, variants, tournaments."""
        return self.part(Part.BACKGROUND)

    @cached_property
    def more(self) -> tuple[Chapter, ...]:
        return self.part(Part.MORE)

    def part(self, part: Part) -> tuple[Chapter, ...]:
        return tuple(page for page in self.pages if page.part is part)

    def chapter(self, slug: str) -> Chapter | None:
        return next((each for each in self.pages if each.slug == slug), None)

    def chapter_of(self, entry_id: str) -> Chapter | None:
        """Return the page of a rule or glossary term."""
        return self._chapters_by_entry.get(entry_id)

    def adjacent_chapters(self, chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
        """Return the previous and the next page of the same part."""
        around = (None, *self.part(chapter.part), None)
        place = around.index(chapter)
        return around[place - 1], around[place + 1]

    @cached_property
    def _chapters_by_entry(self) -> dict[str, Chapter]:
        return {entry.id: page for page in self.pages for entry in page.entries}
