"""Scoring with the keyboard alone."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.table import TablePage

MOST_TABS = 80


@pytest.fixture
def table(page: Page) -> TablePage:
    return TablePage.start(page)


def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if goal.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab never comes to {goal}.")


def press(page: Page, goal: Locator, key: str) -> None:
    tab_to(page, goal)
    page.keyboard.press(key)


def test_round_is_recorded_by_keys(table: TablePage) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    press(table.page, table.box("Tichu Ben"), "Space")
    press(table.page, table.key(60), "Enter")
    table.wait_for_rounds(1)
    assert table.totals == (60, -60)


def test_double_win_is_recorded_by_keys(table: TablePage) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    press(table.page, table.double("A2"), "Enter")
    table.wait_for(1)
    assert table.totals == (200, 0)


def test_finishing_order_is_recorded_by_keys(table: TablePage) -> None:
    for name in ("Ada first out", "Dora second", "Cleo third"):
        press(table.page, table.box(name), "Space")
    press(table.page, table.key(60), "Space")
    table.wait_for(1)
    assert table.rows[0].story.startswith("Ada › Dora › Cleo › Ben · ")


def test_focus_after_a_round_is_where_the_next_one_starts(table: TablePage) -> None:
    press(table.page, table.box("Ben first out"), "Space")
    press(table.page, table.key(60), "Enter")
    table.wait_for(1)
    expect(table.box("Ada first out")).to_be_focused()


def test_focus_after_undo_is_where_the_next_round_starts(table: TablePage) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    press(table.page, table.key(60), "Enter")
    expect(table.box("Ada first out")).to_be_focused()
    press(table.page, table.page.get_by_role("button", name="Undo"), "Enter")
    table.wait_for(2)
    expect(table.box("Ada first out")).to_be_focused()


def test_focus_stays_on_a_seat_that_is_ticked(table: TablePage) -> None:
    press(table.page, table.box("Cleo first out"), "Space")
    expect(table.box("Cleo first out")).to_be_focused()


def test_focus_after_clear_is_where_the_round_starts(table: TablePage) -> None:
    press(table.page, table.box("Ben first out"), "Space")
    press(table.page, table.page.get_by_role("button", name="Clear"), "Enter")
    expect(table.box("Ada first out")).to_be_focused()


@pytest.mark.parametrize("ticked", [False, True])
def test_enter_on_a_seat_records_nothing(table: TablePage, ticked: bool) -> None:  # noqa: FBT001
    seat = table.box("Ada first out")
    press(table.page, seat, "Space" if ticked else "Enter")
    table.page.keyboard.press("Enter")
    expect(seat).to_be_checked(checked=ticked)
    table.page.reload()
    assert (table.version, table.rows) == (0, [])


def test_enter_on_a_name_starts_no_game_before_all_are_there(page: Page) -> None:
    page.goto("/new/")
    page.get_by_label("Left team, first player").press("Enter")
    expect(page).to_have_url("/new/")
