"""A best of three on the screen: in each next game all players have moved on by one seat."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.loading import FILE_WITH
from tests.e2e.new_game_form import choose, choose_own_rules, fill_seats
from tests.e2e.round_facts import NAMES, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, restore_network

pytestmark = pytest.mark.one_database

NEXT = "Next game of the series, all one seat on"


def start(page: Page) -> TablePage:
    """Start the first game of a best of three to 200."""
    page.goto("/new/")
    fill_seats(page, NAMES)
    choose_own_rules(page)
    choose(page, "Best of 3")
    page.locator("[name=target][value='200'] + span").tap()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/**")
    return TablePage(page)


def next_game(table: TablePage, *names: str) -> TablePage:
    table.page.get_by_role("button", name=NEXT).click()
    expect(table.page.locator("#table h2").first).to_have_text(f"{names[0]} + {names[2]}")
    return TablePage(table.page, dict(zip(NAMES, names, strict=True)))


def win(table: TablePage, seat: str, partner: str) -> None:
    table.first_out(seat)
    table.double_win(partner)
    expect(table.page.locator("#ending, #unsent-end")).to_be_visible()


def play(table: TablePage) -> None:
    """Ada and Cleo win the first and the third game, and the others win the second."""
    page = table.page
    win(table, "A1", "A2")
    expect(page.locator(".ending")).to_contain_text("The series: 1 : 0, best of 3")
    second = next_game(table, "Dora", "Ada", "Ben", "Cleo")
    expect(page.locator(".series")).to_have_text("The series: 0 : 1, best of 3")
    win(second, "A1", "A2")
    expect(page.locator(".ending")).to_contain_text("The series: 1 : 1, best of 3")
    third = next_game(second, "Cleo", "Dora", "Ada", "Ben")
    win(third, "A1", "A2")


def expect_decided(page: Page) -> None:
    expect(page.locator(".ending")).to_contain_text("win the series: 2 : 1, best of 3")
    expect(page.get_by_role("button", name=NEXT)).to_be_hidden()
    expect(page.get_by_role("button", name="Same partners")).to_be_visible()


def test_best_of_three_is_played_through_the_screen(page: Page) -> None:
    play(start(page))

    expect_decided(page)
    page.goto("/")
    expect(page.locator(".game .when").first).to_contain_text("2 : 1, best of 3")


def test_line_of_the_agreement_names_the_series(page: Page) -> None:
    page.goto("/new/")
    summary = page.locator("details.agreement > summary")
    summary.tap()
    choose(page, "Best of 5")
    expect(summary).to_have_text("Official, to 1000, best of 5")
    page.get_by_role("radio", name="Short").locator("..").tap()
    expect(summary).to_have_text("Short, to 500, best of 5")
    choose(page, "One game")
    expect(summary).to_have_text("Short, to 500")


def test_best_of_three_without_javascript(
    plain_page: Page,
) -> None:

    play(start(plain_page))

    expect_decided(plain_page)


def test_best_of_three_continues_without_a_network(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect(*NOISE)
    table = start(page)
    table.play(plain(60))
    page.wait_for_function(FILE_WITH, arg="/blank/")  # the page that becomes the next tables
    table.lose_network()
    play(table)
    expect(page.locator(".ending .wins")).to_have_text("The series: 2 : 1, best of 3")
    expect(page.get_by_role("button", name=NEXT)).to_be_hidden()

    restore_network(table)
    expect(page.locator(".ending:not(.unsent)")).to_be_visible()
    expect_decided(page)
