"""What a browser tells of how long it keeps what is stored, and how that is said."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from tests.e2e.conftest import Watch
from tests.e2e.screens.home import IN_A_TAB
from tests.e2e.table import TablePage, plain

pytestmark = pytest.mark.one_database

SAFETY = "async module => (await import(module)).safety()"
WARN = """async ([module, sentences, waits]) => {
  const place = document.createElement("p");
  place.id = "safety";
  Object.assign(place.dataset, sentences);
  document.body.append(place);
  await (await import(module)).warn(waits);
}"""
SENTENCES = {"week": "A week.", "cleared": "As long as there is space."}


@pytest.fixture
def page(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    watch: Watch,
    tmp_path: Path,
) -> Iterator[Page]:
    """A browser with a folder of its own: in a private window nothing is promised."""
    options = browser_type_launch_args | browser_context_args | {"service_workers": "allow"}
    with watch.over(browser_type.launch_persistent_context(tmp_path, **options)) as context:
        yield context.new_page()


def module(page: Page) -> str:
    """The address of the module, among the files that the service worker keeps."""
    page.goto("/")
    worker = page.evaluate("fetch('/sw.js').then(answer => answer.text())")
    return str(next(line for line in worker.split('"') if "/js/storage." in line))


def let_it_promise(page: Page) -> None:
    """Say yes, as a browser does to a site that is used a lot, when it is asked."""
    page.context.new_cdp_session(page).send(
        "Browser.grantPermissions", {"permissions": ["durableStorage"]}
    )


def test_what_the_browser_may_clear_is_not_safe(page: Page) -> None:
    assert page.evaluate(SAFETY, module(page)) == "cleared"


def test_what_safari_keeps_in_a_tab_lasts_a_week(page: Page) -> None:
    page.add_init_script(IN_A_TAB)
    assert page.evaluate(SAFETY, module(page)) == "week"


def test_what_the_browser_promised_to_keep_is_safe(page: Page) -> None:
    let_it_promise(page)
    assert page.evaluate(SAFETY, module(page)) == "safe"


def test_warning_says_which_danger_there_is(page: Page) -> None:
    page.evaluate(WARN, [module(page), SENTENCES, 1])
    expect(page.locator("#safety")).to_have_text("As long as there is space.")


def test_nothing_is_said_where_it_is_safe(page: Page) -> None:
    let_it_promise(page)
    page.evaluate(WARN, [module(page), SENTENCES, 1])
    expect(page.locator("#safety")).to_be_hidden()


def test_nothing_is_said_where_nothing_waits(page: Page) -> None:
    page.evaluate(WARN, [module(page), SENTENCES, 0])
    expect(page.locator("#safety")).to_be_hidden()


def test_browser_is_asked_for_its_promise_after_a_round(page: Page) -> None:
    table = TablePage.set_up(page)
    assert page.evaluate("sessionStorage.persist") is None
    table.play(plain(60))
    page.wait_for_function("() => sessionStorage.persist")
