"""A switch of the language holds for what a phone keeps, too."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.offline.cached import LAST_CHAPTER, path_of, wait_for
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

KEPT_IN_GERMAN = """async path => {
  const copy = await caches.match(path, { ignoreVary: true });
  return (await copy?.text())?.includes('<html lang="de"');
}"""
KEPT_IN_ENGLISH = KEPT_IN_GERMAN.replace('"de"', '"en"')
KEPT = ["/", "/new/", "/waiting/", "/offline/", "/rules/", LAST_CHAPTER]


def switch(table: TablePage, name: str) -> None:
    table.page.locator("a[href='/language/']").tap()
    table.page.get_by_role("button", name=name, exact=True).tap()
    expect(table.page.locator("#table")).to_be_visible()


def test_switch_takes_effect_on_pages_that_are_kept(table: TablePage) -> None:
    page = table.page
    kept = [path_of(page), reverse("blank_table"), *KEPT]

    switch(table, "Deutsch")
    for path in kept:
        wait_for(page, KEPT_IN_GERMAN, path)
    page.context.set_offline(True)
    page.reload()
    expect(table.page.get_by_role("heading", level=1)).to_contain_text("Runde 1")
    page.goto("/")
    expect(page.get_by_role("link", name="Neues Spiel")).to_be_visible()
    page.goto("/nowhere/")
    expect(page.get_by_role("heading", name="Kein Netz")).to_be_visible()


def test_switch_back_takes_effect_too(table: TablePage) -> None:
    switch(table, "Deutsch")
    wait_for(table.page, KEPT_IN_GERMAN, LAST_CHAPTER)

    switch(table, "English")
    for path in [path_of(table.page), *KEPT]:
        wait_for(table.page, KEPT_IN_ENGLISH, path)
