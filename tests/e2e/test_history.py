"""Undo, reloads and the back button: what a table shows, and what is recorded."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.count_page import CountPage
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


def test_undo_survives_a_reload(page: Page) -> None:
    table = TablePage.set_up(page)
    table.play(plain(60))
    table.play(double("B1"))
    page.reload()
    table.undo()
    assert table.totals == (60, 40)


def test_undo_reopens_a_finished_game(page: Page) -> None:
    table = TablePage.set_up(page, target=300)
    table.play(double("A1"))
    table.play(plain(100))
    table.undo()
    table.play(plain(0))
    assert (table.totals, table.winner) == ((200, 100), None)


def test_end_of_the_game_has_the_focus_on_its_heading(page: Page) -> None:
    table = TablePage.set_up(page, target=100)
    table.play(plain(100))
    expect(page.get_by_role("heading", level=1)).to_be_focused()


# The back button


@pytest.fixture(scope="module", params=[True, False], ids=["in memory", "loaded again"])
def browser_with_history(
    request: pytest.FixtureRequest, launch_browser: Callable[..., Browser]
) -> Iterator[Browser]:
    """A browser that keeps pages in memory for going back, or loads them again."""
    off = "--disable-back-forward-cache"
    options = {"ignore_default_args": [off]} if request.param else {"args": [off]}
    browser = launch_browser(**options)
    yield browser
    browser.close()


@pytest.fixture
def with_history(
    browser_with_history: Browser, browser_context_args: dict[str, Any], page_errors: PageErrors
) -> Iterator[TablePage]:
    """A table that was opened by taps, in such a browser."""
    context = page_errors.listen_to(browser_with_history.new_context(**browser_context_args))
    yield TablePage.start(context.new_page())
    context.close()


def go_back(page: Page) -> None:
    # Playwright's own `go_back` waits for a load event, which a page from memory does not have.
    url = page.url
    page.evaluate("() => { setTimeout(() => history.back()); }")
    expect(page).not_to_have_url(url)
    page.wait_for_function("() => document.readyState === 'complete'")


def test_round_after_going_back_is_the_only_one_that_is_recorded(
    with_history: TablePage,
) -> None:
    with_history.play(plain(60))
    with_history.open_round(1)
    go_back(with_history.page)
    with_history.wait_for(1)
    with_history.play(plain(60))
    assert with_history.stored == [(60, 40), (60, 40)]


def test_table_shows_calls_of_others_after_going_back_from_counting(
    with_history: TablePage,
) -> None:
    with_history.first_out("A1")
    CountPage.of_teams(with_history)
    go_back(with_history.page)
    with_history.box("Ada first out").set_checked(False, force=True)
    with_history.in_another_tab().call("B1", "tichu")
    expect(with_history.box("Tichu Ben")).to_be_checked()


def test_going_back_from_an_amended_round_shows_the_amended_score(
    with_history: TablePage,
) -> None:
    with_history.play(plain(60))
    with_history.open_round(1)
    with_history.points(45)
    with_history.wait_for(2)
    go_back(with_history.page)
    go_back(with_history.page)
    with_history.wait_for(2)
    assert with_history.totals == (45, 55)
