"""The parts of a public page."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement in one or two sentences, and the ids of the tests that fail once it is no
    longer true, as pytest names them from the folder `tests`; `tests/site/test_public_pages.py`
    checks that they exist."""

    text: str | Promise
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Statements under one heading, and what else is to be said there that no test can check:
    what people do, or what is not done."""

    heading: str | Promise
    statements: tuple[Statement, ...] = ()
    notes: tuple[str | Promise, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicPage:
    """`name` is what the bar and links call the page."""

    name: str | Promise
    title: str | Promise
    introduction: str | Promise
    sections: tuple[Section, ...]


def tested(text: str | Promise, *tests: str) -> Statement:
    """A statement that these tests check."""
    return Statement(text, tests)
