"""A player leaves and another one takes the seat, on phones and on a television."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, all_sent


def substitute(table: TablePage) -> None:
    """Let Eva take the seat of Ada."""
    page = table.page
    table.tap(page.get_by_role("link", name="Game", exact=True))
    table.tap(page.get_by_role("link", name="Somebody leaves, another one plays on"))
    table.tap(page.locator(".who label").filter(has_text="Ada"))
    page.get_by_label("Who plays on in that seat?").fill("Eva")
    table.tap(page.get_by_role("button", name="Play on", exact=True))
    expect(page.locator("#score h2").first).to_have_text("Eva + Cleo")
    table.names = {**table.names, "A1": "Eva"}


@pytest.mark.one_database
def test_every_screen_shows_who_plays_on(table: TablePage) -> None:
    table.play(plain(60, "A1", A1="tichu"))
    other = table.in_another_tab()
    television = table.page.context.new_page()
    television.goto(f"{table.page.url}scoreboard/")

    substitute(table)

    expect(other.page.locator("#score h2").first).to_have_text("Eva + Cleo")
    expect(television.locator(".face:not(.across) .whose").first).to_have_text("Eva + Cleo")
    expect(other.page.locator("#rows tr").first).to_contain_text("Tichu by Ada made")
    other.names = table.names
    other.play(plain(70, "A1", A1="tichu"))
    expect(table.page.locator("#rows tr").first).to_contain_text("Tichu by Eva made")
    assert table.totals == (330, 70)


def test_substitute_plays_on_by_plain_forms(
    plain_page: Page,
) -> None:
    table = TablePage.set_up(plain_page)
    table.play(plain(60))

    substitute(table)
    table.play(plain(70))

    assert table.totals == (130, 70)
    table.undo()
    table.undo()
    expect(table.page.locator("#score h2").first).to_have_text("Ada + Cleo")


def test_round_without_a_network_is_asked_about_once_others_sit_there(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    mine = TablePage.set_up(page)
    mine.play(plain(60))
    other = mine.on_another_phone(new_context)
    mine.lose_network()
    mine.play(plain(55))
    substitute(other)

    page.context.set_offline(False)

    expect(page.get_by_role("heading", level=1)).to_have_text("Somebody was faster")
    expect(page.locator("#table")).to_contain_text("now Eva + Cleo play against Ben + Dora")
    mine.tap(page.get_by_role("button", name="Mine is another round"))
    expect(other.page.locator("#rows tr")).to_have_count(2, timeout=90_000)
    all_sent(mine)
    assert mine.stored == [(60, 40), (55, 45)]
