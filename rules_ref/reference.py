"""The values of which the reference consists: the quick sheet, and pages of rules, disputes,
house rules and glossary terms with permanent ids."""

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
    """A rule or glossary term.

    `id` is the fragment of its address, and never changes. `text` are its paragraphs as plain
    text, `aliases` are its other names, and `language` is the language of its text.
    """

    id: str
    title: str
    html: str
    text: tuple[str, ...]
    aliases: tuple[str, ...]
    language: str


@dataclass(frozen=True)
class Rule(Entry):
    """A rule, dispute or house rule. The first paragraph of a dispute is its ruling. `covers`
    are its numbers in the list of rules on which this program is based, such as A89."""

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
        """The aliases, and the names in all languages."""
        return (
            *self.aliases,
            *(name for names in self.names_by_language.values() for name in names),
        )


@dataclass(frozen=True)
class Chapter:
    """A page of the reference.

    `intro` is the HTML before the first entry, and `sections` are its headings and texts as
    values. `language` is the language of `title`, `about` and `intro`.
    """

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
        """The languages of all its texts: more than one if it is translated only in part."""
        return {self.language, *(entry.language for entry in self.entries)}

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (*self.rules, *self.glossary_terms)

    @property
    def draws_cards(self) -> bool:
        """Whether the page shows cards and therefore needs their symbols."""
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
        """The pages with disputes, one for each group of disputes."""
        return self.part(Part.DISPUTES)

    @cached_property
    def learning(self) -> tuple[Chapter, ...]:
        """The pages that explain the game step by step."""
        return self.part(Part.LEARNING)

    @cached_property
    def advice(self) -> tuple[Chapter, ...]:
        return self.part(Part.ADVICE)

    @cached_property
    def background(self) -> tuple[Chapter, ...]:
        """The pages about the game: its origin, decks, variants, tournaments."""
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
