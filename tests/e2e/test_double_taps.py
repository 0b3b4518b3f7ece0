"""A double tap has the effect of one tap: a control that takes the place of the tapped one
accepts no tap for a moment."""

import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.bundled import exported
from tests.e2e.conftest import PageErrors
from tests.e2e.count_page import CountPage
from tests.e2e.double_taps import (
    CONTROL_AT,
    ROUND,
    TAP_AGAIN,
    double_tap,
    double_tap_away,
    place,
)
from tests.e2e.layout import resize
from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import plain
from tests.e2e.routes import HeldRequests
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, store_stuck, unsent_rows

pytestmark = pytest.mark.one_database

# Remove all ticks by script, and return the control at a point afterwards.
CLEAR_FORM = f"""at => {{
  {exported("scoring/js/table/progress.js", "tick")}([]);
  return ({CONTROL_AT})(at);
}}"""
# Note the control at a point as soon as the style of a conflict is loaded.
NOTE_CONTROL_ONCE_STYLED = f"""at => {{
  const link = document.querySelector("main link");
  const look = () => ({CONTROL_AT})(at);
  link.addEventListener("load", () => (document.body.dataset.control = look() ?? ""));
}}"""
# The same, as soon as an element of the page has a text, at any change of the page.
NOTE_CONTROL_ONCE = f"""([selector, text, at]) => new MutationObserver((_, observer) => {{
  if (!document.querySelector(selector)?.textContent.includes(text)) return;
  observer.disconnect();
  const look = () => ({CONTROL_AT})(at);
  setTimeout(() => (document.body.dataset.control = look() ?? ""));
}}).observe(document.body, {{ childList: true, subtree: true }})"""


@pytest.mark.parametrize("left", [5, 20, 35, 55, 80])
def test_double_tap_on_a_score_key_records_one_round(table: TablePage, left: int) -> None:
    here = table.page.url
    table.first_out("A1")
    double_tap(table.page, table.key(left), ROUND)
    assert [row.points for row in table.rows] == [(left, 100 - left)]
    expect(table.page).to_have_url(here)
    expect(table.page.locator("#entry :checked")).to_have_count(0)
    assert (table.version, table.stored) == (1, [(left, 100 - left)])


@pytest.mark.parametrize("left", [20, 55, 60])
def test_what_a_cleared_form_brings_under_the_finger_takes_no_tap(
    table: TablePage, left: int
) -> None:
    """A script clears the form after no answer has come. The page does not change in a way that
    could be observed."""
    table.first_out("A1")
    x, y = place(table.key(left))
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    assert table.page.evaluate(CLEAR_FORM, [x, y]) is None


def test_double_tap_discards_one_of_two_that_are_stuck_alike(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.lose_network()
    for _ in range(2):
        store_stuck(table, verb="tell", state="gone")
    unsent = table.page.locator("#unsent-count")
    expect(unsent).to_have_text("2 unsent")
    discard = table.page.get_by_role("button", name="Discard it")
    table.page.evaluate(NOTE_CONTROL_ONCE, ["#unsent-count", "1 unsent", place(discard)])
    discard.tap()
    expect(table.page.locator("body")).to_have_attribute("data-control", "")
    expect(unsent).to_have_text("1 unsent")


def test_double_tap_in_the_list_of_unsent_changes_discards_one(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.load_all()
    for _ in range(2):
        store_stuck(table, verb="record", state="gone", game=str(uuid.uuid4()))
    page = table.page
    page.goto("/unsent/")
    discard = page.get_by_role("button", name="Discard it")
    expect(discard).to_have_count(2)
    page.evaluate(
        NOTE_CONTROL_ONCE, ["#unsent-list:not(:has(li + li))", "", place(discard.first)]
    )
    discard.first.tap()
    expect(page.locator("body")).to_have_attribute("data-control", "")
    expect(discard).to_have_count(1)


def test_style_that_arrives_late_brings_no_other_control_under_the_finger(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    style = HeldRequests(page, "**/conflict*.css")
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    mine.first_out("A1")
    mine.points(60)
    record_mine = page.get_by_role("button", name="record it as round 2")
    expect(record_mine).to_be_visible()
    page.evaluate(NOTE_CONTROL_ONCE_STYLED, place(record_mine))
    style.release()
    expect(page.locator("body")).to_have_attribute("data-control", "")


def test_double_tap_that_ends_the_game_starts_no_other(page: Page) -> None:
    table = TablePage.set_up(page, target=60)
    here = page.url
    table.first_out("A1")
    double_tap(page, table.key(60), ".rematch")
    expect(page).to_have_url(here)
    expect(page.get_by_role("heading", name="Ada + Cleo win!")).to_be_visible()


def test_double_tap_decides_no_conflict(table: TablePage, page_errors: PageErrors) -> None:
    page_errors.expect("status of 409")
    table.put_away()
    post_rounds(table.page.request, table.page.url, [plain(35)])
    table.first_out("A1")
    double_tap(table.page, table.key(80), ".conflict")
    expect(table.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    # The server is asked, because the page itself would ask about the round again.
    assert table.page.request.get(table.page.url).text().count('<th scope="row"><a ') == 1


@pytest.mark.parametrize("seat", ["A1", "B1", "A2", "B2"])
def test_double_tap_on_a_seat_in_landscape_ticks_no_other(table: TablePage, seat: str) -> None:
    resize(table.page, 667, 375)
    seats = table.page.locator("label").filter(has=table.box(f"{table.names[seat]} first out"))
    double_tap(table.page, seats, "#entry :checked")
    assert (table.version, table.rows) == (0, [])
    ticked = table.page.locator("#entry .place :checked")
    assert {box.get_attribute("value") for box in ticked.all()} <= {seat}


def test_double_tap_on_clear_sends_nothing_new(table: TablePage) -> None:
    table.play(plain(60))
    table.first_out("A1")
    clear = table.page.get_by_role("button", name="Clear")
    double_tap(table.page, clear, "#entry:not(:has(.place :checked))")
    expect(table.page.locator("#entry :checked")).to_have_count(0)
    assert table.stored == [(60, 40)]


def test_double_tap_without_a_network_records_one_round(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.lose_network()
    table.first_out("A1")
    double_tap(table.page, table.key(55), ROUND)
    expect(unsent_rows(table)).to_have_count(1)


def test_double_tap_on_an_unsent_round_changes_nothing(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.lose_network()
    table.play(plain(60))
    row = table.page.get_by_role("button", name="Round 1", exact=True)
    double_tap(table.page, row, "#entry .first :checked")
    expect(unsent_rows(table)).to_have_count(1)
    assert [row.points for row in table.rows] == [(60, 40)]


def test_double_tap_on_a_round_changes_nothing_on_its_page(table: TablePage) -> None:
    table.play(plain(60))
    double_tap_away(table.page, table.page.get_by_role("link", name="Round 1", exact=True))
    expect(table.page.get_by_role("heading", name="Amend round 1")).to_be_attached()
    expect(table.page.locator("#entry .first :checked")).to_have_value("A1")


def test_double_tap_on_a_rematch_starts_one_game(page: Page) -> None:
    table = TablePage.set_up(page, target=100)
    table.play(plain(100))
    double_tap_away(page, page.get_by_role("button", name="Ada with Ben"))
    expect(page.locator("#entry :checked")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("listitem").get_by_role("link")).to_have_count(2)


def test_card_is_counted_at_every_tap(table: TablePage) -> None:
    table.first_out("A1")
    CountPage.of_teams(table)
    king = table.page.locator("[name=add][value=K]")
    double_tap(table.page, king, "body")
    expect(king.locator("output")).to_have_text("2")


def test_update_of_another_phone_puts_nothing_under_a_finger(table: TablePage) -> None:
    other = table.in_another_tab()
    x, y = place(table.page.get_by_role("link", name="What do we need?"))
    table.page.evaluate(TAP_AGAIN, [x, y, ROUND])
    other.play(plain(60))
    table.page.locator("body[data-tapped-again]").wait_for(state="attached")
    assert (table.version, table.stored) == (1, [(60, 40)])
