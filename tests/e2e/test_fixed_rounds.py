"""A game of a fixed number of rounds, from its form to its end, with and without a network."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.new_game_form import choose, choose_own_rules, fill_seats
from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, restore_network

pytestmark = pytest.mark.one_database


@pytest.fixture
def game(page: Page) -> TablePage:
    """The table of a game of three rounds."""
    page.goto("/new/")
    fill_seats(page, NAMES)
    choose_own_rules(page)
    choose(page, "None")
    page.get_by_label("Rounds", exact=True).fill("3")
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    return TablePage(page)


def test_game_of_three_rounds_ends_after_the_third(game: TablePage) -> None:
    heading, goal = game.page.locator(".round-number"), game.page.locator(".goal")
    expect(heading).to_have_text("Round 1 of 3")
    expect(goal).to_contain_text("3 rounds")
    game.play(plain(60))
    expect(heading).to_have_text("Round 2 of 3")
    game.play(double("B1"))
    expect(heading).to_have_text("Round 3 of 3")
    game.tap(game.page.get_by_role("link", name="What do we need?"))
    expect(game.page.locator("#winning-conditions")).to_contain_text("This is the last round.")
    game.first_out("A1")
    game.points(100)

    expect(game.page.get_by_role("heading", name="Ben + Dora win!")).to_be_visible()
    assert game.totals == (160, 240)


def test_last_rounds_are_played_without_a_network(
    game: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    heading = game.page.locator(".round-number")
    game.play(plain(60))
    expect(heading).to_have_text("Round 2 of 3")
    game.lose_network()

    game.play(plain(40))
    expect(heading).to_have_text("Round 3 of 3")
    game.play(plain(50))
    expect(heading).to_have_text("Round 4")
    expect(game.page.locator(".goal")).to_have_text("A tie: play on")
    game.play(plain(45))

    expect(game.page.get_by_role("heading", name="Ben + Dora win!")).to_be_visible()
    restore_network(game)
    game.wait_for(4)
    assert game.stored == [(60, 40), (40, 60), (50, 50), (45, 55)]


def test_end_without_a_network_has_no_broken_picture(
    game: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    game.play(plain(60))
    game.play(plain(60))
    game.lose_network()
    game.play(plain(60))

    expect(game.page.get_by_role("heading", name="Ada + Cleo win!")).to_be_visible()
    expect(game.page.locator(".ending img")).to_have_count(0)
