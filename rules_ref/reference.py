"""The reference as values: a quick sheet, chapters, and rules that keep their ids for good."""

from dataclasses import dataclass
from functools import cached_property

from rules_ref.sources import Sure, source_name


@dataclass(frozen=True)
class Rule:
    """One rule. Its id is its address and never changes; `covers` has its numbers in the list
    of rules that this program is built from, such as A89."""

    id: str
    title: str
    html: str
    covers: tuple[str, ...]
    sources: tuple[str, ...]
    sure: Sure

    @property
    def source_names(self) -> list[str]:
        return [source_name(code) for code in self.sources]


@dataclass(frozen=True)
class Chapter:
    """A page of rules. `intro` is HTML that comes before the first."""

    slug: str
    title: str
    order: int
    about: str
    keywords: tuple[str, ...]
    intro: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Reference:
    """All that there is to read in one language."""

    sheet: Chapter
    chapters: tuple[Chapter, ...]

    def chapter(self, slug: str) -> Chapter | None:
        return next((each for each in self.chapters if each.slug == slug), None)

    def home_of(self, rule_id: str) -> Chapter | None:
        """The chapter that has the rule."""
        return self._homes.get(rule_id)

    def neighbours(self, chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
        """The chapters before and after this one."""
        around = (None, *self.chapters, None)
        place = around.index(chapter)
        return around[place - 1], around[place + 1]

    @cached_property
    def _homes(self) -> dict[str, Chapter]:
        return {rule.id: chapter for chapter in self.chapters for rule in chapter.rules}
