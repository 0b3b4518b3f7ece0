"""A phone that can store nothing more, or whose store fails temporarily."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import FirstAnswer
from tests.e2e.loading import load_offline_scripts
from tests.e2e.new_game_form import fill_seats
from tests.e2e.round_facts import NAMES, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import (
    A_MINUTE_LATER,
    FULL,
    SILENT,
    UNTIL_NONE_IS_STORED,
    all_sent,
    unsent_rows,
    wait_until_stored,
)

pytestmark = [pytest.mark.one_database, pytest.mark.usefixtures("network_fails")]

# The unsent changes cannot be read until `repair()`.
BREAK = """() => {
  const { getAll } = IDBObjectStore.prototype;
  window.repair = () => (IDBObjectStore.prototype.getAll = getAll);
  IDBObjectStore.prototype.getAll = () => {
    throw new DOMException("lost", "UnknownError");
  };
}"""


@pytest.mark.parametrize("failure", [FULL, SILENT], ids=["full", "silent"])
def test_game_that_cannot_be_stored_is_started_by_the_server(page: Page, failure: str) -> None:
    page.goto("/new/")
    load_offline_scripts(page)
    page.evaluate(failure)
    fill_seats(page, NAMES)
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/*/")


def test_round_without_an_answer_stays_on_the_form_if_the_store_is_silent(page: Page) -> None:
    page.add_init_script(f"({SILENT})()")
    table = TablePage.set_up(page)
    page.route("**/rounds/", lambda route: route.abort())
    table.fill_in(plain(60))
    table.points(60)
    expect(table.status.locator(".no-answer")).to_be_visible()

    page.unroute("**/rounds/")
    table.points(60)

    table.wait_for_rounds(1)


def test_round_without_an_answer_stays_on_the_form_if_the_store_is_full(
    table: TablePage,
) -> None:
    table.load_all()
    table.page.evaluate(FULL)
    table.page.route("**/rounds/", lambda route: route.abort())
    table.fill_in(plain(60))
    table.points(60)
    expect(table.status.locator(".no-answer")).to_be_visible()
    expect(table.box("Ada first out")).to_be_checked()

    table.page.unroute("**/rounds/")
    table.points(60)

    table.wait_for_rounds(1)


def test_round_that_was_stored_before_the_store_is_full_is_unsent(
    table: TablePage, first_answer: FirstAnswer
) -> None:
    table.load_all().put_away()
    answer = first_answer("**/rounds/")
    table.fill_in(plain(60))
    table.points(60)
    wait_until_stored(table)
    table.page.evaluate(FULL)
    table.page.evaluate(A_MINUTE_LATER)  # no page waits for the answer any longer
    answer.lose()
    expect(unsent_rows(table)).to_have_count(1)
    expect(table.box("Ada first out")).not_to_be_checked()


def test_answer_that_the_store_cannot_note_is_shown(table: TablePage) -> None:
    table.load_all()
    table.page.evaluate(BREAK)
    table.play(plain(60))
    table.page.evaluate("() => void repair()")
    table.play(plain(30))
    all_sent(table)
    assert table.stored == [(60, 40), (30, 70)]


def test_decision_that_cannot_be_stored_can_be_tapped_again(table: TablePage) -> None:
    table.load_all()
    other = table.in_another_tab()
    table.put_away()
    other.play(plain(60))
    table.fill_in(plain(35))
    table.points(35)
    choice = table.page.get_by_role("button", name="Mine is another round")
    expect(choice).to_be_visible()
    table.page.evaluate(FULL)
    choice.tap()
    expect(table.page.locator("#table")).not_to_have_attribute("inert", "")


@pytest.mark.parametrize("where", ["table", "home"])
def test_round_is_sent_again_after_the_store_has_failed(page: Page, where: str) -> None:
    table = TablePage.set_up(page)
    page.route("**/rounds/", lambda route: route.abort())
    table.play(plain(60))
    if where == "home":
        page.goto("/")
    expect(page.locator("#unsent-count")).to_have_text("1 unsent")
    page.evaluate(BREAK)
    page.unroute("**/rounds/")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.evaluate("() => void repair()")
    page.wait_for_function(UNTIL_NONE_IS_STORED)
