"""Points are adjusted in addition to the rounds, as people do it on their phones."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.round_facts import plain
from tests.e2e.rows import MINUS
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE

pytestmark = pytest.mark.one_database

ADJUST = "Adjust the points"
NO_NETWORK = "Adjusting points needs a network: nothing was changed."


def open_form(table: TablePage) -> Page:
    """Open the page that adjusts points, from the table."""
    table.page.get_by_role("link", name="Game", exact=True).click()
    table.page.get_by_role("link", name=ADJUST).click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text(ADJUST)
    table.page.wait_for_load_state()
    return table.page


def send(page: Page, points: str, note: str = "") -> None:
    page.get_by_label("Points for Ada").fill(points)
    page.get_by_label("In your words").fill(note)
    page.get_by_role("button", name=ADJUST).click()


def expect_totals(table: TablePage, left: int, right: int) -> None:
    for team, total in (("a", left), ("b", right)):
        shown = table.page.locator(f".team.{team} .total")
        expect(shown).to_have_text(str(total).replace("-", MINUS))


def play(page: Page) -> TablePage:
    """Play a round, and subtract 100 points from Ada and Cleo for a wish that was not
    fulfilled."""
    table = TablePage.set_up(page)
    table.play(plain(60))
    send(open_form(table), "-100", "The ace stayed in the hand")
    expect(page.get_by_role("cell", name="unfulfilled wish")).to_be_visible()
    expect_totals(table, -40, 40)
    return table


def test_adjustment_is_seen_undone_and_redone_on_both_phones(page: Page) -> None:
    table = play(page)
    other = table.in_another_tab()
    expect_totals(other, -40, 40)

    table.page.get_by_role("button", name="Undo the change of points").tap()
    expect_totals(table, 60, 40)
    expect_totals(other, 60, 40)
    other.page.get_by_role("button", name="Redo the change of points").tap()
    expect_totals(other, -40, 40)
    expect_totals(table, -40, 40)


def test_adjustment_is_removed_from_its_row(page: Page) -> None:
    table = play(page)
    page.get_by_role("row").filter(has_text="unfulfilled wish").get_by_role("link").tap()
    page.get_by_role("button", name="Remove this adjustment").tap()

    expect_totals(table, 60, 40)
    expect(page.get_by_role("cell", name="unfulfilled wish")).to_have_count(0)


def test_game_continues_after_an_adjustment(page: Page) -> None:
    table = play(page)
    table.first_out("B1")
    table.points(45)

    expect_totals(table, 5, 95)


def test_impossible_adjustment_is_refused_and_what_was_typed_stays(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422")
    open_form(TablePage.set_up(page))
    send(page, "1.5", "Miscounted")

    expect(page.get_by_role("alert")).to_contain_text(
        "whole number of points from -1000 to 1000"
    )
    expect(page.get_by_label("Points for Ada")).to_have_value("1.5")
    expect(page.get_by_label("In your words")).to_have_value("Miscounted")


def test_adjustment_without_a_network_is_refused_and_what_was_typed_stays(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page)
    open_form(table)
    page.context.set_offline(True)
    send(page, "-100", "The ace")

    expect(page.get_by_role("alert")).to_contain_text(NO_NETWORK)
    page.context.set_offline(False)
    expect(page.get_by_label("In your words")).to_have_value("The ace")
    page.get_by_role("button", name=ADJUST).tap()
    expect_totals(table, -100, 0)


def test_adjustment_without_javascript(plain_page: Page) -> None:
    play(plain_page)
