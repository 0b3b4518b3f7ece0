"""Fixtures of phones with a service worker that have opened a table once."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import PageErrors
from tests.e2e.offline.cached import (
    path_of,
    wait_until_all_cached,
    wait_until_cached,
    wait_until_cached_with,
)
from tests.e2e.offline.tcp_proxy import TcpProxy
from tests.e2e.table import TablePage
from tests.server import Server


@pytest.fixture(scope="session")
def proxy(server: Server) -> Iterator[TcpProxy]:
    proxy = TcpProxy(server.port)
    yield proxy
    proxy.stop()


@pytest.fixture(scope="session")
def base_url(proxy: TcpProxy) -> str:
    return proxy.url


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], base_url: str) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow", "base_url": base_url}


@pytest.fixture(autouse=True)
def _no_network(page_errors: PageErrors) -> None:
    page_errors.expect("ERR_CONNECTION_", "ERR_EMPTY_RESPONSE")


@pytest.fixture
def table(page: Page) -> TablePage:
    """A table that was opened once and is cached."""
    return open_and_cache(page)


def open_and_cache(page: Page) -> TablePage:
    table = TablePage.set_up(page)
    wait_until_cached(page, path_of(page), "/unsent/")
    wait_until_cached_with(page, "Ada", "/", "/new/")
    wait_until_all_cached(page)
    return table


@pytest.fixture(scope="module")
def cached_table(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[TablePage]:
    """A table that was opened, cached and closed, for tests of a module that change nothing on
    its phone."""
    with browser.new_context(**browser_context_args) as context:
        table = open_and_cache(context.new_page())
        table.page.close()
        yield table


@pytest.fixture
def next_tab(cached_table: TablePage, page_errors: PageErrors) -> Iterator[Page]:
    """An empty tab of the phone of `cached_table`, for a test that changes nothing."""
    context = cached_table.page.context
    page = context.new_page()
    page_errors.listen_to_page(page)
    yield page
    page.close()
    context.set_offline(False)


@pytest.fixture
def offline(cached_table: TablePage, next_tab: Page) -> Page:
    """The cached table on its phone without a network."""
    next_tab.context.set_offline(True)
    next_tab.goto(cached_table.page.url)
    return next_tab


@pytest.fixture(params=["no network", "no server"])
def cut_off(request: pytest.FixtureRequest, proxy: TcpProxy) -> Iterator[Page]:
    """The cached table on its phone, without a network or without a server."""
    if request.param == "no network":
        yield request.getfixturevalue("offline")
        return
    page = request.getfixturevalue("next_tab")
    with proxy.stopped():
        page.goto(request.getfixturevalue("cached_table").page.url)
        yield page
