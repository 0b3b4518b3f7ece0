"""A game that was started without a network and is refused by the server is corrected on its
table, together with the rounds that wait for it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.new_game_form import choose, fill_seats
from tests.e2e.offline.cached import LAST_CHAPTER, path_of, wait_until_cached
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, all_sent

# Store the game as a phone does that does not check names first.
REFUSE = """async () => {
  const opened = indexedDB.open("tichu-score");
  await new Promise((done) => (opened.onsuccess = done));
  const store = opened.result.transaction("waiting", "readwrite").objectStore("waiting");
  const asked = store.getAll();
  await new Promise((done) => (asked.onsuccess = done));
  const start = asked.result.find(({ verb }) => verb === "start");
  start.fields = start.fields.map(([name, value]) => [name, name === "b1" ? "ada" : value]);
  const stored = store.put(start);
  await new Promise((done) => (stored.onsuccess = done));
  opened.result.close();
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow"}


@pytest.fixture
def game(page: Page, page_errors: PageErrors) -> TablePage:
    """An unsent game with an unsent round. The server refuses the game."""
    page_errors.expect(*NOISE, "TypeError: Failed to fetch")
    table = TablePage.set_up(page)
    wait_until_cached(page, path_of(page), LAST_CHAPTER, "/blank/", "/new/")
    page.context.set_offline(True)
    page.goto("/new/")
    fill_seats(page, table.names)
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    game = TablePage(page, table.names)
    game.play(plain(60))
    page.evaluate(REFUSE)
    page.context.set_offline(False)
    return game


def start_again(game: TablePage) -> None:
    """Send the game again. The page then loads its table."""
    with game.page.expect_event("load"):
        game.page.get_by_role("button", name="Start").tap()


def test_refused_game_is_corrected_and_sent_with_its_rounds(game: TablePage) -> None:
    expect(game.status).to_contain_text("Two seats have the same name")
    game.page.get_by_label("Right team, first player").fill("Ben")
    start_again(game)

    all_sent(game)
    game.wait_for(1)
    assert game.stored == [(60, 40)]
    expect(game.page).to_have_title("Ada + Cleo : Ben + Dora · Tichu Score")


def test_seats_of_a_refused_game_are_swapped_by_tapping_both(game: TablePage) -> None:
    form = game.page.locator("form.new-game")
    form.get_by_role("button", name="Left team, partner: Cleo").tap()
    form.get_by_role("button", name="Right team, partner: Dora").tap()

    expect(form.get_by_text("Cleo and Dora have swapped seats.")).to_be_visible()
    expect(form.locator("[name=a2]")).to_have_value("Dora")
    expect(form.locator("[name=a2]")).to_be_hidden()


def test_what_is_agreed_for_a_refused_game_follows_a_tap(game: TablePage) -> None:
    summary = game.page.locator("form.new-game details.agreement > summary")
    expect(summary).to_have_text("Official, to 1000")
    choose(game.page, re.compile("^Short"))
    expect(summary).to_have_text("Short, to 500")
    choose(game.page, "Best of 3")
    expect(summary).to_have_text("Short, to 500, best of 3")


def test_refused_game_that_is_corrected_wrongly_is_refused_again(game: TablePage) -> None:
    expect(game.status).to_contain_text("Two seats have the same name")
    game.page.get_by_label("Right team, first player").fill("DORA")
    start_again(game)

    expect(game.page.get_by_label("Right team, first player")).to_have_value("DORA")
    expect(game.status).to_contain_text("Two seats have the same name")
    expect(game.page.locator("#rows .unsent")).to_have_count(1)
