"""The parts of a public page."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement in one or two sentences, and the ids of the tests that fail if it is no
    longer true, in the form of pytest in the folder `tests`. `tests/site/test_public_pages.py`
    checks that they exist."""

    text: str | Promise
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Statements under one heading, and notes that no test can check: what people do, or what
    is not done."""

    heading: str | Promise
    statements: tuple[Statement, ...] = ()
    notes: tuple[str | Promise, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A page with sections; `name` is the name of the page in the bar and in links."""

    name: str | Promise
    title: str | Promise
    introduction: str | Promise
    sections: tuple[Section, ...]


def tested(text: str | Promise, *tests: str) -> Statement:
    """A statement that these tests check."""
    return Statement(text, tests)
