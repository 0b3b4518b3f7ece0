"""Pages about the site: tests check each statement, and each page can be found."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.node_ids import is_test
from tichu_score.public_pages.accessibility import ACCESSIBILITY
from tichu_score.public_pages.page import PublicPage, Statement
from tichu_score.public_pages.privacy import PRIVACY
from tichu_score.public_pages.score_safety import SCORE_SAFETY

PAGES = {"privacy": PRIVACY, "accessibility": ACCESSIBILITY, "score_safety": SCORE_SAFETY}
STATEMENTS = [
    statement
    for page in PAGES.values()
    for section in page.sections
    for statement in section.statements
]


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda each: str(each.text)[:60])
def test_statement_is_held_by_tests_that_exist(statement: Statement) -> None:
    assert statement.tests
    assert [each for each in statement.tests if not is_test(each)] == []


@pytest.mark.parametrize(
    "missing",
    [
        "site/test_nothing.py::test_it",
        "site/test_public_pages.py::test_it",
        "node_ids.py::is_test",
    ],
)
def test_test_that_does_not_exist_is_noticed(missing: str) -> None:
    assert not is_test(missing)


@pytest.mark.parametrize(("name", "page"), PAGES.items())
def test_page_has_all_that_it_states(client: Client, name: str, page: PublicPage) -> None:
    sent = client.get(reverse(name)).content.decode()
    assert [
        text
        for section in page.sections
        for text in (*(each.text for each in section.statements), *section.notes)
        if str(text) not in sent
    ] == []


@pytest.mark.parametrize("name", PAGES)
def test_page_is_304_while_nothing_changed(client: Client, name: str) -> None:
    first = client.get(reverse(name))
    again = client.get(reverse(name), headers={"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/device/", *(reverse(name) for name in PAGES)])
def test_public_pages_are_a_tap_away(client: Client, path: str) -> None:
    sent = client.get(path).content.decode()
    assert [name for name in PAGES if f'href="{reverse(name)}"' not in sent] == []


def test_operator_is_named(client: Client, settings: Any) -> None:
    settings.CONTACT = "mailto:tichu@example.org"
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    assert 'href="mailto:tichu@example.org"' in client.get("/privacy/").content.decode()


def test_contact_for_security_is_named_where_there_is_no_other(
    client: Client, settings: Any
) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    assert 'href="mailto:security@example.org"' in client.get("/privacy/").content.decode()


def test_page_says_whom_to_ask_where_nobody_is_named(client: Client) -> None:
    assert "ask the person who invited you" in client.get("/privacy/").content.decode()
