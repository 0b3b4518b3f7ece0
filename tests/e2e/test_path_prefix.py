"""An evening on a site under a path of its host, behind a proxy, partly without a network. If a
page requests an address outside of that path, `page_errors` fails its test."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import PageErrors
from tests.e2e.offline.cached import CACHED_AS_SHOWN, path_of, wait_for, wait_until_cached
from tests.e2e.proxy import FaultProxy
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import all_sent
from tests.server import Server

PREFIX = "/tichu"
SCOPES = """async () =>
  (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)"""
INSTALLED = """async () => {
  const found = await (await fetch(document.querySelector("[rel=manifest]").href)).json();
  const { start_url: start, scope, share_target: target, file_handlers: [opened] } = found;
  return [start, scope, target.action, opened.action];
}"""


@pytest.fixture(scope="session")
def proxy() -> Iterator[FaultProxy]:
    # The fixture `server` is not overridden. If these tests were the first of the session, all
    # other tests would use this server.
    with Server(PATH_PREFIX=PREFIX) as server, FaultProxy(server.url) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def base_url(proxy: FaultProxy) -> str:
    return f"{proxy.url}{PREFIX}"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], base_url: str) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow", "base_url": f"{base_url}/"}


def test_evening_is_scored_under_a_path_also_without_a_network(
    page: Page, page_errors: PageErrors, base_url: str
) -> None:
    page_errors.expect("ERR_", "htmx:", "TypeError: Failed to fetch", "status of 503")
    table = TablePage.start(page, target=300)
    started = page.url
    wait_until_cached(page, path_of(page), *(f"{PREFIX}{each}" for each in KEPT))
    assert page.evaluate(SCOPES) == [f"{base_url}/"]
    assert page.evaluate(INSTALLED) == [f"{PREFIX}{each}" for each in ADDRESSES]

    table.play(plain(60))
    wait_for(page, CACHED_AS_SHOWN, path_of(page))
    page.context.set_offline(True)
    page.reload()
    table.wait_for_rounds(1)
    table.play(double("A1"))
    table.play(double("A1"))
    assert (table.winner, table.totals) == ("Ada + Cleo", (460, 40))
    page.get_by_role("button", name="Same partners").tap()
    page.wait_for_url(lambda now: now != started)
    table.play(plain(35))
    page.context.set_offline(False)
    all_sent(table)
    table.play(plain(45))

    assert table.stored == [(35, 65), (45, 55)]
    assert page.url.startswith(f"{base_url}/t/")
    page.goto(started)
    table.wait_for_rounds(3)
    assert [row.points for row in table.rows] == [(60, 40), (200, 0), (200, 0)]


def test_ways_back_lead_to_the_table(
    page: Page, page_errors: PageErrors, base_url: str
) -> None:
    page_errors.expect("status of 503")
    TablePage.start(page)
    started = page.url
    page.get_by_role("link", name="Rules").first.tap()
    page.wait_for_url("**/tichu/rules/**")

    page.locator(".bar .back").tap()

    page.wait_for_url(started)
    assert started.startswith(f"{base_url}/t/")


# The page that is cached last for the evening, and the start page of an installed app.
KEPT = ("/rules/glossary/", "/blank/", "/new/")
ADDRESSES = ("/", "/", "/share-target/", "/share-target/")
