"""Phones with a service worker that have opened a table once."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Watch
from tests.e2e.offline.cached import (
    LAST_CHAPTER,
    TELLS_OF_ADA,
    path_of,
    stopped,
    wait_for,
    wait_until_cached,
)
from tests.e2e.table import TablePage
from tests.server import Server


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow"}


@pytest.fixture(autouse=True)
def _no_network(watch: Watch) -> None:
    watch.expect("ERR_CONNECTION_", "ERR_EMPTY_RESPONSE")


@pytest.fixture
def table(page: Page) -> TablePage:
    """A table that was opened once, and is kept by now."""
    table = TablePage.start(page)
    wait_until_cached(page, path_of(page), LAST_CHAPTER)
    for path in ("/", "/new/"):
        wait_for(page, TELLS_OF_ADA, path)
    wait_until_cached(page, "/waiting/")
    return table


@pytest.fixture(params=["no network", "no server"])
def cut_off(request: pytest.FixtureRequest, table: TablePage, server: Server) -> Iterator[Page]:
    """A phone that saw a table once, and reaches nobody any more."""
    if request.param == "no server":
        with stopped(server):
            yield table.page
    else:
        table.page.context.set_offline(True)
        yield table.page
