"""Settings of one device: colours, text size, the hand that taps, vibration, chances."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.layout import resize
from tests.e2e.new_game_form import choose
from tests.e2e.round_facts import plain
from tests.e2e.screens.home import NOTHING_STORED
from tests.e2e.table import TablePage, box_of

pytestmark = pytest.mark.one_database

# The colour scheme of the page when it is drawn for the first time.
FIRST_COLOURS = """requestAnimationFrame(() => {
  window.firstColours = getComputedStyle(document.documentElement).colorScheme;
})"""
COUNT_VIBRATIONS = "window.vibrations = []; navigator.vibrate = (ms) => vibrations.push(ms);"


def open_settings(page: Page) -> None:
    page.goto("/device/")
    expect(page.get_by_role("group", name="Colours")).to_be_visible()


def expect_colours(page: Page, scheme: str) -> None:
    expect(page.locator("html")).to_have_css("color-scheme", scheme)


def set_device(page: Page, *words: str) -> None:
    """Store these settings on the device before its next page is opened."""
    page.add_init_script(f"localStorage.device = '{' '.join(words)}'")


@pytest.mark.parametrize(
    ("label", "scheme"), [("Light", "light"), ("Dark", "dark"), ("As the system", "light dark")]
)
def test_colours_are_those_that_were_chosen(page: Page, label: str, scheme: str) -> None:
    open_settings(page)
    choose(page, "Dark")
    choose(page, label)
    expect_colours(page, scheme)
    page.goto("/rules/")
    expect_colours(page, scheme)


def test_first_drawing_has_the_colours_that_were_chosen(page: Page) -> None:
    set_device(page, "dark")
    page.add_init_script(FIRST_COLOURS)
    page.goto("/")
    assert page.wait_for_function("() => window.firstColours").json_value() == "dark"


def test_text_is_a_quarter_larger(page: Page) -> None:
    open_settings(page)
    expect(page.locator("html")).to_have_css("font-size", "16px")
    choose(page, "Larger")
    expect(page.locator("html")).to_have_css("font-size", "20px")


def test_settings_are_shown_as_they_were_left(page: Page) -> None:
    open_settings(page)
    choose(page, "Dark")
    page.get_by_label("No vibration").check()
    open_settings(page)
    ticked = page.locator("#device :checked").evaluate_all("boxes => boxes.map(b => b.value)")
    assert ticked == ["dark", "", "", "no-vibration"]


def test_page_says_that_nothing_can_be_stored(page: Page) -> None:
    page.add_init_script(NOTHING_STORED)
    open_settings(page)
    expect(page.get_by_role("alert")).to_have_text(
        "This browser stores nothing for this site: these settings end with this page."
    )
    choose(page, "Dark")
    expect_colours(page, "dark")


def test_page_offers_nothing_that_needs_scripts_without_them(
    plain_page: Page,
) -> None:
    plain_page.goto("/device/")
    expect(plain_page.get_by_role("heading", name="Settings of this device")).to_be_visible()
    expect(plain_page.locator("#device")).to_be_hidden()


def test_settings_are_one_tap_from_the_table_and_back(table: TablePage) -> None:
    address = table.page.url
    table.page.get_by_role("link", name="This device").tap()
    expect(table.page.get_by_role("group", name="Colours")).to_be_visible()
    table.page.get_by_role("link", name="Table").tap()
    table.page.wait_for_url(address)


@pytest.mark.parametrize(("words", "vibrations"), [("", [60]), ("no-vibration", [])])
def test_recorded_round_vibrates_unless_that_is_switched_off(
    page: Page, words: str, vibrations: list[int]
) -> None:
    set_device(page, words)
    page.add_init_script(COUNT_VIBRATIONS)
    TablePage.set_up(page).play(plain(60))
    assert page.evaluate("vibrations") == vibrations


def test_chance_to_win_is_hidden(page: Page) -> None:
    TablePage.set_up(page).play(plain(20, "B1"))
    table = page.url
    page.goto(f"{table}race/")  # wait for the chance, which a new server is still computing
    page.goto(table)
    chance = page.locator(".lead small")
    expect(chance).to_be_visible()
    set_device(page, "no-chances")
    page.reload()
    expect(chance).to_be_hidden()
    expect(page.locator(".lead")).to_be_visible()


def test_chance_to_win_is_hidden_on_the_page_of_the_race(page: Page) -> None:
    TablePage.set_up(page).play(plain(20, "B1"))
    page.goto(f"{page.url}race/")
    height = box_of(page.locator("#race"))["height"]
    page.get_by_text("The same in numbers").click()
    chances = page.locator(".chances, .course, th:nth-child(4), td:nth-child(4)")
    expect(chances.filter(visible=True)).to_have_count(5)
    set_device(page, "no-chances")
    page.reload()
    page.get_by_text("The same in numbers").click()
    expect(chances.filter(visible=True)).to_have_count(0)
    lines, axis = box_of(page.locator(".line.b")), box_of(page.locator(".axis"))
    assert lines["y"] < axis["y"] < lines["y"] + height / 2


def test_undo_is_on_the_side_of_the_hand_that_taps(page: Page) -> None:
    TablePage.set_up(page).play(plain(60))
    middle = 195
    undo = page.get_by_role("button", name="Undo")
    right = box_of(undo)
    set_device(page, "left")
    page.reload()
    left = box_of(undo)
    assert right["x"] > middle > left["x"] + left["width"]


def test_keys_are_on_the_side_of_the_hand_that_taps_in_landscape(page: Page) -> None:
    """On a phone that is wider than this one, the keys are below the seats."""
    resize(page, 667, 375)
    set_device(page, "left")
    table = TablePage.set_up(page)
    table.first_out("A1")
    key, seat = box_of(table.key(60)), box_of(page.locator(".seats"))
    assert key["x"] < seat["x"]


def test_digits_of_a_key_stay_in_their_order_for_the_left_hand(page: Page) -> None:
    set_device(page, "left")
    table = TablePage.set_up(page)
    table.first_out("A1")
    first, second = (box_of(table.key(-25).locator("b").nth(at)) for at in (0, 1))
    assert first["x"] < second["x"]


@pytest.mark.parametrize("system", ["light", "dark"])
def test_table_mode_is_dark_until_it_is_asked_for_light(page: Page, system: str) -> None:
    set_device(page, "light" if system == "dark" else "dark")
    page.emulate_media(color_scheme="light" if system == "light" else "dark")
    TablePage.set_up(page)
    page.get_by_role("link", name="Table mode").tap()
    expect(page.locator(".board")).to_be_visible()
    page.wait_for_load_state()
    expect_colours(page, "dark")
    page.locator("label").filter(has=page.get_by_label("Light")).tap()
    expect_colours(page, "light")
