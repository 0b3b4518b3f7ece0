"""After the language was switched, cached pages are in the new language."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import PageErrors
from tests.e2e.offline.cached import (
    LAST_CHAPTER,
    MESSAGES,
    REMOVE,
    cached,
    path_of,
    wait_until_all_cached,
    wait_until_cached,
    wait_until_cached_with,
)
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

IN_GERMAN = '<html lang="de"'
IN_ENGLISH = '<html lang="en"'
MARK = """async path => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const { headers } = await cache.match(path, { ignoreVary: true }) ?? {};
    if (headers) await cache.put(path, new Response("marked", { headers }));
  }
}"""
PAGES = ["/", "/new/", "/unsent/", "/offline/", "/rules/", LAST_CHAPTER]


def test_messages_are_cached_in_the_language_in_use_alone(table: TablePage) -> None:
    [messages] = [path for path in cached(table.page) if MESSAGES.fullmatch(path)]
    assert 'data-doubled="double win"' in cached(table.page)[messages]


def switch(table: TablePage, name: str) -> None:
    table.page.locator("a[href='/language/']").tap()
    table.page.get_by_role("button", name=name, exact=True).tap()
    expect(table.page.locator("#table")).to_be_visible()


def test_switch_takes_effect_on_pages_that_are_cached(table: TablePage) -> None:
    page = table.page
    paths = [path_of(page), reverse("blank_table"), *PAGES]

    switch(table, "Deutsch")
    wait_until_cached_with(page, IN_GERMAN, *paths)
    page.context.set_offline(True)
    page.reload()
    expect(table.page.get_by_role("heading", level=1)).to_contain_text("Runde 1")
    page.goto("/")
    expect(page.get_by_role("link", name="Neues Spiel")).to_be_visible()
    page.goto("/nowhere/")
    expect(page.get_by_role("heading", name="Kein Netz")).to_be_visible()


def test_switch_back_takes_effect_too(table: TablePage) -> None:
    switch(table, "Deutsch")
    wait_until_all_cached(table.page, "de")

    switch(table, "English")
    wait_until_cached_with(table.page, IN_ENGLISH, path_of(table.page), *PAGES)


def test_reference_read_in_another_language_has_no_page_fetched_again(table: TablePage) -> None:
    """The address names the language of this page only. The person's own language is unchanged,
    and the cached pages are in that language."""
    page = table.page
    [worker] = page.context.service_workers
    # before anything was fetched, so nothing is too old
    worker.evaluate("Date.now = () => 1e9")
    page.evaluate(MARK, "/new/")
    page.evaluate(REMOVE, LAST_CHAPTER)

    page.goto("/de/rules/dog/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    wait_until_cached(page, LAST_CHAPTER)  # fetched after everything that had to be fetched
    assert cached(page)["/new/"] == "marked"


def test_unsent_round_is_shown_in_the_language_switched_to(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect("htmx:", "TypeError: Failed to fetch")
    page = table.page
    switch(table, "Deutsch")
    wait_until_cached_with(page, IN_GERMAN, path_of(page))

    page.context.set_offline(True)
    page.reload()
    page.locator(".place.first").first.tap()
    page.locator("[name=card_points][value='60']").tap()
    expect(page.locator("#rows .unsent")).to_contain_text("ungesendet")
