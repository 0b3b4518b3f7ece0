"""A game is abandoned, forfeited and resumed, on phones and on a television."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, all_sent


def open_settings(table: TablePage) -> None:
    table.tap(table.page.get_by_role("link", name="Game", exact=True))
    expect(table.page.get_by_role("heading", name="Not played to the end?")).to_be_visible()


def end(table: TablePage, button: str = "Abandon the game") -> None:
    open_settings(table)
    table.tap(table.page.get_by_role("button", name=button, exact=True))
    table.page.wait_for_url("**/t/*/")


def resume(table: TablePage) -> None:
    table.tap(table.page.get_by_role("button", name="Take up again", exact=True))
    expect(round_heading(table)).to_be_visible()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def round_heading(table: TablePage) -> Locator:
    return table.page.locator("h1.round-number")


@pytest.mark.one_database
def test_abandoned_game_ends_and_continues_on_every_screen(table: TablePage) -> None:
    table.play(plain(60))
    other = table.in_another_tab()
    television = table.page.context.new_page()
    television.goto(f"{table.page.url}scoreboard/")
    side = television.locator(".face:not(.across) .round")
    expect(side).to_have_text("Round 2")

    end(table)

    heading(table.page, "Abandoned")
    heading(other.page, "Abandoned")
    expect(side).to_have_text("Abandoned")
    resume(other)
    expect(round_heading(table)).to_be_visible()
    expect(side).to_have_text("Round 2")
    table.play(plain(55))
    assert table.stored == [(60, 40), (55, 45)]


@pytest.mark.one_database
def test_abandoned_game_is_marked_on_the_home_page(table: TablePage) -> None:
    table.play(plain(60))
    open_settings(table)
    table.page.get_by_label("Why?").fill("The last train")
    table.tap(table.page.get_by_role("button", name="Abandon the game"))
    expect(table.page.get_by_text("“The last train”").first).to_be_visible()

    table.page.goto("/")

    expect(table.page.get_by_role("listitem").first).to_contain_text("Abandoned")
    expect(table.page.locator(".running")).to_have_count(0)


def test_round_without_a_network_is_kept_while_another_phone_abandons_the_game(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    mine = TablePage.set_up(page)
    mine.play(plain(60))
    other = mine.on_another_phone(new_context)
    mine.lose_network()
    mine.play(plain(55))
    end(other)
    heading(other.page, "Abandoned")

    page.context.set_offline(False)

    heading(page, "Abandoned")
    expect(mine.status).to_contain_text("This game was ended meanwhile")
    expect(mine.status).to_contain_text("Ada first · 55")
    expect(page.locator("#unsent-count")).to_have_text("1 unsent")
    resume(other)
    expect(other.page.locator("#rows tr")).to_have_count(2, timeout=90_000)
    all_sent(mine)
    assert mine.stored == [(60, 40), (55, 45)]


def test_game_is_forfeited_and_taken_up_again_by_plain_forms(
    plain_page: Page,
) -> None:
    table = TablePage.set_up(plain_page)
    table.play(plain(60))

    end(table, "Ada + Cleo forfeit")
    heading(table.page, "Ben + Dora win by forfeit")
    resume(table)

    assert table.totals == (60, 40)


@pytest.mark.one_database
def test_deleted_game_is_gone_on_every_screen_and_comes_back(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.play(plain(60))
    other = table.in_another_tab()
    address = table.page.url
    open_settings(table)
    table.tap(table.page.get_by_role("link", name="Delete the game"))
    table.tap(table.page.get_by_role("button", name="Delete the game"))

    expect(table.page.get_by_role("heading", name="Deleted games")).to_be_visible()
    expect(other.page.locator("#rows")).to_have_count(0)
    table.tap(table.page.get_by_role("button", name="Restore"))
    table.page.wait_for_url(address)
    assert table.stored == [(60, 40)]


@pytest.mark.one_database
def test_phone_finds_what_is_unsent_of_a_game_that_was_deleted(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    mine = TablePage.set_up(page)
    other = mine.on_another_phone(new_context)
    mine.lose_network()
    mine.play(plain(55))
    other.page.goto(f"{other.page.url}delete/")
    other.tap(other.page.get_by_role("button", name="Delete the game"))
    page.context.set_offline(False)

    mine.tap(page.get_by_role("link", name="Unsent changes on this phone"))

    expect(page.locator("#unsent-list li")).to_contain_text("Ada first · 55")


# The widths of the lines of a text, from the first to the last.
LINES = """each => {
  const text = document.createRange();
  text.selectNodeContents(each);
  return [...text.getClientRects()].map(({ width }) => width);
}"""


@pytest.mark.one_database
def test_sentence_of_the_end_leaves_no_word_alone(page: Page) -> None:
    behind, made = double("B1", B1="grand"), plain(100, A1="tichu")
    TablePage.set_up(page, recorded=[behind, behind, made, made, made, made, made])
    sentence = page.get_by_text("A comeback: 800 points behind after round 2.")
    first, last = sentence.evaluate(LINES)
    assert last > first / 2
