"""A game with its own rules, and what pages say about it without a network."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.layout import resize
from tests.e2e.new_game_form import choose, choose_own_rules
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, all_sent, restore_network, unsent_rows

pytestmark = pytest.mark.one_database

PAID = "Tichu by Ben failed, +100 for the opponents"


def test_unsent_round_is_said_by_the_rules_of_its_game(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page, failed_calls="opponents")
    page.route("**/rounds/", lambda route: route.abort())

    table.play(plain(60, B1="tichu"))
    expect(unsent_rows(table)).to_contain_text(PAID)
    page.goto("/unsent/")

    expect(page.get_by_role("listitem")).to_contain_text(PAID)


def change_rules(table: TablePage, preset: str) -> None:
    """Change the rules of the game to this preset, from the table."""
    page = table.page
    table.tap(page.get_by_role("link", name="Game", exact=True))
    table.tap(page.get_by_role("link", name="Change the rules"))
    choose(page, re.compile(f"^{preset}"))
    table.tap(page.get_by_role("button", name="Change the rules"))
    expect(table.status).to_contain_text("The rules of the game are now")


def test_changed_rules_count_for_all_rounds_on_every_screen(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[double("A1")])
    other = table.in_another_tab()
    television = page.context.new_page()
    television.goto(f"{page.url}scoreboard/")
    expect(other.page.locator(".team.a .total")).to_have_text("200")

    change_rules(table, "Club")

    expect(other.page.locator(".team.a .total")).to_have_text("100")
    expect(television.locator(".face:not(.across)")).to_contain_text("100")
    expect(other.page.get_by_role("checkbox", name="Grand Tichu Ada")).to_have_count(0)
    table.undo()
    expect(other.page.locator(".team.a .total")).to_have_text("200")
    expect(other.page.get_by_role("checkbox", name="Grand Tichu Ada")).to_have_count(1)


def test_rules_are_changed_by_plain_forms(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page)
    table.play(double("A1"))

    change_rules(table, "Club")

    assert table.totals == (100, 0)


def test_rules_are_not_changed_without_a_network(page: Page) -> None:
    table = TablePage.set_up(page)
    page.goto(f"{page.url}agreement/")
    choose(page, re.compile("^Club"))
    page.context.set_offline(True)

    table.tap(page.get_by_role("button", name="Change the rules"))

    expect(page.get_by_role("alert")).to_contain_text(
        "Changing the rules of a game that has begun needs a network"
    )
    expect(page.get_by_role("radio", name="Club")).to_be_checked()


def change_on_another_phone(
    mine: TablePage, new_context: Callable[..., BrowserContext], preset: str
) -> None:
    """Change the rules of this game on a phone that has a network."""
    other = mine.on_another_phone(new_context)
    change_rules(other, preset)


def test_round_without_a_network_counts_by_the_rules_that_others_changed_to(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    mine = TablePage.set_up(page)
    mine.play(plain(60))
    mine.lose_network()
    mine.play(double("B1"))
    expect(page.locator(".team.b .total")).to_have_text("240")
    change_on_another_phone(mine, new_context, "Club")

    restore_network(mine)

    expect(page.locator(".team.b .total")).to_have_text("140")
    assert mine.stored == [(60, 40), (0, 100)]


def test_round_without_a_network_is_amended_where_the_changed_rules_refuse_it(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    mine = TablePage.set_up(page)
    mine.play(plain(60))
    mine.lose_network()
    mine.play(plain(55, A1="grand"))
    expect(unsent_rows(mine)).to_have_count(1)
    change_on_another_phone(mine, new_context, "Club")
    page.context.set_offline(False)
    expect(mine.status).to_contain_text("This game is played without Grand Tichu.")
    expect(page.get_by_role("checkbox", name="Grand Tichu Ada")).to_have_count(0)
    expect(unsent_rows(mine)).to_have_count(1)

    mine.tap(page.get_by_role("button", name="Round 2", exact=True))
    mine.save()

    all_sent(mine)
    assert mine.stored == [(60, 40), (55, 45)]


# The width of each text beside a field, in CSS pixels.
WIDTHS_OF_TEXTS = """() => [...document.querySelectorAll(".limits label")].map(label => {
  const range = document.createRange();
  range.selectNodeContents(label.firstChild);
  return range.getBoundingClientRect().width;
})"""


def test_limits_of_a_game_are_read_in_words_with_large_text(page: Page) -> None:
    """The field beside a text must not make the text so narrow that its letters are below each
    other."""
    page.goto("/new/")
    choose_own_rules(page)
    resize(page, 320, 640)
    page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert [width for width in page.evaluate(WIDTHS_OF_TEXTS) if width < 100] == []
