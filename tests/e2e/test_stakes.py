"""A group plays for chips, and settles up."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

CHIPS = "Chips that each puts down for a new game"


def play_and_settle(page: Page) -> None:
    """Let Ada and Cleo win 5 chips each, and be paid."""
    TablePage.set_up(page)
    page.goto("/")
    page.get_by_role("link", name="Our group").click()
    page.get_by_role("link", name="Stakes").click()
    page.get_by_label(CHIPS).fill("5")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    expect(page.get_by_label(CHIPS)).to_have_value("5")
    stakes = page.url
    table = TablePage.set_up(page, target=200)
    address = page.url
    page.goto(stakes)
    expect(page.get_by_text("20 chips of running games are on the table.")).to_be_visible()
    page.goto(address)
    table.first_out("A1")
    table.double_win("A2")
    expect(page.locator(".ending")).to_contain_text("Ada + Cleo win 5 chips each.")
    page.goto(stakes)
    won = ["Ada +5", "Cleo +5", "Ben \N{MINUS SIGN}5", "Dora \N{MINUS SIGN}5"]
    expect(page.get_by_role("listitem")).to_have_text(won)
    expect(page.get_by_role("button", name="This is paid")).to_have_count(2)
    page.get_by_role("button", name="This is paid").first.click()
    expect(page.get_by_role("button", name="This is paid")).to_have_count(1)
    page.get_by_role("button", name="This is paid").click()
    expect(page.get_by_text("Nobody owes anybody anything.", exact=True)).to_be_visible()
    page.get_by_role("button", name="It was not paid").first.click()
    expect(page.get_by_role("button", name="This is paid")).to_have_count(1)


def test_group_plays_for_chips_and_settles_up(page: Page) -> None:
    play_and_settle(page)


def test_group_settles_up_without_javascript(
    plain_page: Page,
) -> None:
    play_and_settle(plain_page)
