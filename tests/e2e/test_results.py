"""A game that was scored on paper is entered by its result."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.new_game_form import FIELDS
from tests.e2e.posting import post_game
from tests.e2e.results import add_result, fill_totals, open_form
from tests.e2e.rows import MINUS
from tests.e2e.unsent import NOISE

pytestmark = pytest.mark.one_database

LABELS = {seat: label for label, seat in FIELDS.items()}
UNKNOWN = "Of this game only the result was entered: its rounds are unknown."


def expect_result(page: Page, winners: str, *totals: str) -> None:
    """The page of the game that was entered."""
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{winners} win!")
    expect(page.locator(".ending dd")).to_have_text(totals)
    expect(page.get_by_text(UNKNOWN)).to_be_visible()


def test_result_is_entered_by_taps_and_is_in_the_list(page: Page) -> None:
    page.goto("/")
    post_game(page.request)
    open_form(page)
    page.get_by_role("button", name="Right team, partner: Dora").tap()
    page.get_by_role("button", name="Right team, first player: Ben").tap()
    page.get_by_label("Played on").fill("2026-03-06")

    add_result(page, "655", "1045")

    expect_result(page, "Dora + Ben", "1045", "655")
    page.goto("/")
    row = page.get_by_role("listitem").filter(has_text="Result only")
    expect(row).to_contain_text("Mar")
    expect(row.locator(".total")).to_have_text(["655", "1045"])


def test_result_is_corrected_and_the_correction_undone(page: Page) -> None:
    page.goto("/")
    post_game(page.request)
    open_form(page)
    add_result(page, "1000", "600")

    page.get_by_role("link", name="Game", exact=True).tap()
    page.get_by_role("link", name="Correct the result").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct the result")
    page.wait_for_load_state()
    fill_totals(page, "1000", "-600")
    page.get_by_role("button", name="Correct the result").tap()
    expect_result(page, "Ada + Cleo", "1000", f"{MINUS}600")

    page.get_by_role("button", name="Undo the change of the result").tap()
    expect_result(page, "Ada + Cleo", "1000", "600")


def test_without_javascript_a_result_is_refused_and_then_entered(
    plain_page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422")
    plain_page.goto("/")
    post_game(plain_page.request)
    open_form(plain_page)
    plain_page.get_by_label(LABELS["B2"], exact=True).fill("Eva")
    fill_totals(plain_page, "995", "605")
    plain_page.get_by_role("button", name="Add the result").tap()
    expect(plain_page.get_by_role("alert")).to_contain_text("No team has reached 1000 points")

    plain_page.get_by_text("Short", exact=True).tap()
    plain_page.get_by_role("button", name="Add the result").tap()

    plain_page.wait_for_url("**/t/**")
    expect_result(plain_page, "Ada + Cleo", "995", "605")


def test_without_a_network_a_result_stays_on_the_form(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    page.goto("/")
    post_game(page.request)
    open_form(page)
    fill_totals(page, "1000", "600")
    page.context.set_offline(True)
    page.get_by_role("button", name="Add the result").tap()

    expect(page.get_by_role("alert")).to_contain_text("Entering a result needs a network")
    expect(page.get_by_label("Final total, left team")).to_have_value("1000")
