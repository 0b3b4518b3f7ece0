"""Scoring with the keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.keyboard import press, tab_to, wait_for_keys, with_keyboard
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


@pytest.fixture
def table(page: Page) -> TablePage:
    return with_keyboard(TablePage.set_up(page))


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


def test_seats_and_pad_are_one_stop_each(table: TablePage) -> None:
    page = table.page
    press(page, table.box("Ada first out"), "Space")
    assert tab_to(page, table.key(0)) == 1
    page.keyboard.press("Home")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('.seats') !== null")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("link", name="Rules")).to_be_focused()
    assert tab_to(page, table.key(60)) == 2


def test_arrow_keys_that_could_not_be_loaded_come_with_a_later_key(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED")
    table = TablePage.set_up(page)
    page.route("**/arrow-keys.*", lambda route: route.abort(), times=1)
    wait_for_keys(page)
    with page.expect_event("requestfailed"):
        page.keyboard.press("Shift")
    with_keyboard(table)
    press(page, table.box("Ada first out"), "Space")
    press(page, table.key(60), "ArrowRight")
    expect(table.key(65)).to_be_focused()


def test_round_is_recorded_by_digits(table: TablePage) -> None:
    page = table.page
    tab_to(page, table.box("Ada first out"))
    page.keyboard.press("3")
    expect(table.box("Ben first out")).to_be_checked()
    tab_to(page, table.key(0))
    page.keyboard.type("1535")
    expect(table.key(35)).to_be_focused()
    page.keyboard.type("-5")
    expect(table.key(-5)).to_be_focused()
    page.keyboard.press("Enter")
    table.wait_for(1)
    assert table.totals == (-5, 105)


def test_digit_of_the_partner_records_no_double_win(table: TablePage) -> None:
    page = table.page
    tab_to(page, table.box("Ada first out"))
    page.keyboard.type("12")
    expect(table.double("A2")).to_be_focused()
    assert table.rows == []


# Keys that are pressed from the key of 0 card points, and the card points of the key they lead
# to.
WALKS = [
    (["ArrowDown", "ArrowDown"], 60),
    (["ArrowDown", "ArrowRight", "ArrowUp"], 5),
    (["ArrowRight", "ArrowRight", "ArrowLeft"], 5),
    (["End"], 125),
    (["End", "Home"], 0),
]


def test_arrow_keys_lead_over_the_pad(table: TablePage) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    tab_to(table.page, table.key(0))
    for keys, left in WALKS:
        table.key(0).focus()
        for key in keys:
            table.page.keyboard.press(key)
        expect(table.key(left)).to_be_focused()


def test_every_key_is_a_stop_without_javascript(
    plain_page: Page,
) -> None:
    table = TablePage.set_up(plain_page)
    table.first_out("A1")
    table.key(0).focus()
    table.page.keyboard.press("Tab")
    expect(table.key(5)).to_be_focused()


def test_update_takes_no_focus_on_a_phone_that_nobody_touches(table: TablePage) -> None:
    other = table.in_another_tab()
    table.play(plain(60))
    other.wait_for(1)
    assert other.page.evaluate("document.activeElement === document.body")


def test_winner_is_in_no_focus_box(page: Page) -> None:
    table = with_keyboard(TablePage.set_up(page, target=60))
    press(page, table.box("Ada first out"), "Space")
    press(page, table.key(60), "Enter")
    winner = page.get_by_role("heading", name="Ada + Cleo win!")
    expect(winner).to_be_focused()
    expect(winner).to_have_css("outline-style", "none")


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
