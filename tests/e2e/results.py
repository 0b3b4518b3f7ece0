"""Enters a result as a person does."""

from playwright.sync_api import Page, expect


def open_form(page: Page) -> None:
    """Open the form from the list of games."""
    page.goto("/")
    page.get_by_role("link", name="Add a result").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a result")
    page.wait_for_load_state()


def fill_totals(page: Page, left: str, right: str) -> None:
    page.get_by_label("Final total, left team").fill(left)
    page.get_by_label("Final total, right team").fill(right)


def add_result(page: Page, left: str, right: str) -> None:
    """Type both totals, leave the other fields as they are, and open the game."""
    fill_totals(page, left, right)
    page.get_by_role("button", name="Add the result").tap()
    page.wait_for_url("**/t/**")
