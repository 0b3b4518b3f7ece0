"""Unsent changes are redrawn only if something has changed, and the focus remains."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.keyboard import press, with_keyboard
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import unsent_rows

pytestmark = [pytest.mark.one_database, pytest.mark.usefixtures("network_fails")]


@pytest.fixture
def table(page: Page) -> TablePage:
    """A table whose phone has just lost the network."""
    return with_keyboard(TablePage.set_up(page, target=400)).lose_network()


def unsent_count(table: TablePage, count: int) -> None:
    expect(table.page.locator("#unsent-count")).to_have_text(f"{count} unsent")


def test_unsent_round_is_not_drawn_again_for_a_call(table: TablePage) -> None:
    """A finger on the round would lose its tap, and a keyboard user the focus."""
    table.play(plain(60))
    row = unsent_rows(table).element_handle()
    table.call("B1", "tichu")
    unsent_count(table, 2)
    assert row.evaluate("row => row.isConnected")


def test_controls_stay_in_place_when_a_round_is_unsent(table: TablePage) -> None:
    """The count takes the place of the round number in the bar."""
    seat = table.page.locator("#entry .seat").first
    before = seat.bounding_box()
    table.play(plain(60))
    unsent_count(table, 1)
    assert seat.bounding_box() == before


def test_end_of_a_game_is_not_drawn_again_for_its_rematch(table: TablePage) -> None:
    """A second tap would start another game."""
    table.play(double("A1"))
    table.play(double("A1"))
    form = table.page.locator(".rematch").element_handle()
    table.page.get_by_role("button", name="Same partners").tap()
    unsent_count(table, 3)
    assert form.evaluate("form => form.isConnected")


def test_focus_after_an_unsent_round_is_undone_is_where_the_next_one_starts(
    table: TablePage,
) -> None:
    table.play(plain(60))
    press(table.page, table.page.get_by_role("button", name="Undo round 1"), "Enter")
    expect(unsent_rows(table)).to_have_count(0)
    expect(table.box("Ada first out")).to_be_focused()


def test_focus_after_an_unsent_round_is_amended_is_where_the_next_one_starts(
    table: TablePage,
) -> None:
    table.play(plain(60))
    press(table.page, table.page.get_by_role("button", name="Round 1", exact=True), "Enter")
    press(table.page, table.page.get_by_role("button", name="Save"), "Enter")
    expect(table.page.get_by_role("button", name="Undo round 1")).to_be_visible()
    expect(table.box("Ada first out")).to_be_focused()
