"""Text as values, for documents on paper."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Words, some of which stand out."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards side by side, by their codes."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or an item of a list, which may have a number, or 0."""

    content: tuple[Words | Cards, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and the blocks under it."""

    title: str
    paragraphs: tuple[Paragraph, ...]
