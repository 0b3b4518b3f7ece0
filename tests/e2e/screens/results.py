"""Screens of games that are entered by their result, without rounds."""

from playwright.sync_api import expect

from tests.e2e.posting import post_game
from tests.e2e.results import add_result, fill_totals, open_form
from tests.e2e.screens.registry import LONG_NAMES, Visit, expect_heading, screen


@screen()
def add_result_form(visit: Visit) -> None:
    own_form(visit)


@screen("status of 422")
def add_result_refused(visit: Visit) -> None:
    own_form(visit)
    fill_totals(visit.page, "995", "605")
    visit.page.get_by_role("button", name="Add the result").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("No team has reached 1000 points")


@screen()
def table_of_a_result(visit: Visit) -> None:
    own_result(visit)


@screen()
def correct_result(visit: Visit) -> None:
    page = visit.page
    own_result(visit)
    page.get_by_role("link", name="Game", exact=True).tap()
    page.get_by_role("link", name="Correct the result").tap()
    expect_heading(page, "Correct the result")


@screen()
def statistics_of_results(visit: Visit) -> None:
    """Five results in a row, so that a run with the longest names is highlighted."""
    page = visit.page
    own_result(visit)
    for _ in range(4):
        open_form(page)
        add_result(page, "1045", "-345")
    page.goto("/")
    page.get_by_role("link", name="Statistics").tap()
    expect(page.get_by_text("were entered without rounds")).to_be_visible()
    expect(page.get_by_text("each has won 5 games in a row")).to_be_visible()


def own_form(visit: Visit) -> None:
    """Open the form in a group of its own, on the phone that started its only game."""
    page = visit.page
    page.context.clear_cookies()
    post_game(page.request, LONG_NAMES)
    open_form(page)


def own_result(visit: Visit) -> None:
    """Open the page of a game that was entered there."""
    own_form(visit)
    add_result(visit.page, "1045", "-345")
    expect_heading(visit.page, "win!")
