"""The values of which texts for documents on paper consist."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Words of a text, in bold type or not."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards side by side, by their codes."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or an item of a list. `number` is the number of the item, or 0 if it has
    none."""

    content: tuple[Words | Cards, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and the paragraphs below it."""

    title: str
    paragraphs: tuple[Paragraph, ...]
