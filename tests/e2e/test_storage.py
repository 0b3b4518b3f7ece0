"""How long a real browser keeps stored data.

See also `tests/offline/test_storage.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page

from tests.e2e.conftest import PageErrors
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

SAFETY = "async module => (await import(module)).storageSafety()"


@pytest.fixture
def page(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    page_errors: PageErrors,
    tmp_path: Path,
) -> Iterator[Page]:
    """A browser with a profile folder of its own, because private windows promise nothing."""
    options = browser_type_launch_args | browser_context_args | {"service_workers": "allow"}
    with page_errors.listen_to(
        browser_type.launch_persistent_context(tmp_path, **options)
    ) as context:
        yield context.new_page()


def module(page: Page) -> str:
    """Return the address of the module in the list of files that the service worker caches."""
    page.goto("/")
    worker = page.evaluate("fetch('/sw.js').then(answer => answer.text())")
    return str(next(line for line in worker.split('"') if "/js/storage." in line))


def grant_persistent_storage(page: Page) -> None:
    """Let the browser grant persistent storage, as it does for a site that is used often."""
    page.context.new_cdp_session(page).send(
        "Browser.grantPermissions", {"permissions": ["durableStorage"]}
    )


def test_what_the_browser_may_clear_is_not_safe(page: Page) -> None:
    assert page.evaluate(SAFETY, module(page)) == "cleared"


def test_what_the_browser_promised_to_keep_is_safe(page: Page) -> None:
    grant_persistent_storage(page)
    assert page.evaluate(SAFETY, module(page)) == "safe"


def test_browser_is_asked_for_its_promise_after_a_round(page: Page) -> None:
    table = TablePage.set_up(page)
    assert page.evaluate("sessionStorage.persist") is None
    table.play(plain(60))
    page.wait_for_function("() => sessionStorage.persist")
