"""Pages in Safari 16.6, the last one of phones of 2017, and in others that lack functions,
such as Firefox 115, which lacks :has().

Chromium has these functions, so each test takes one of them away.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.keyboard import with_keyboard
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


Replace = Callable[[tuple[str, str]], None]
# Style sheets as a browser reads them that does not know these functions.
WITHOUT_LIGHT_DARK = ("light-dark(", "unknown-function(")
WITHOUT_TEXT_OF_CONTENT = ('/""', "/unknown")
WITHOUT_HAS = (":has(", ":unknown(")


@pytest.fixture
def replace_in_styles(page: Page) -> Iterator[Replace]:
    """A function that lets style sheets be served with another text in place of one."""

    def replace(words: tuple[str, str]) -> None:
        def answer(route: Route) -> None:
            response = route.fetch()
            route.fulfill(response=response, body=response.text().replace(*words))

        page.route("**/*.css", answer)

    yield replace
    page.unroute_all(behavior="wait")


@pytest.fixture
def table_without_has(page: Page, replace_in_styles: Replace) -> TablePage:
    replace_in_styles(WITHOUT_HAS)
    return TablePage.set_up(page)


@pytest.mark.parametrize(
    ("scheme", "background", "text"),
    [
        ("light", "rgb(10, 69, 133)", "rgb(255, 255, 255)"),
        ("dark", "rgb(146, 197, 255)", "rgb(16, 21, 27)"),
    ],
)
def test_player_who_is_first_out_is_legible_without_light_dark(
    page: Page,
    replace_in_styles: Replace,
    scheme: Literal["light", "dark"],
    background: str,
    text: str,
) -> None:
    page.emulate_media(color_scheme=scheme)
    replace_in_styles(WITHOUT_LIGHT_DARK)
    table = TablePage.set_up(page)
    table.first_out("A1")
    place = page.locator(".place.first").filter(has=page.locator(":checked"))
    expect(place).to_have_css("background-color", background)
    expect(place.locator("b")).to_have_css("color", text)


@pytest.mark.parametrize(
    ("setting", "background"),
    [("Light", "rgb(247, 245, 240)"), ("Dark", "rgb(19, 20, 22)")],
)
def test_setting_for_colours_applies_without_light_dark(
    page: Page, replace_in_styles: Replace, setting: str, background: str
) -> None:
    page.emulate_media(color_scheme="dark" if setting == "Light" else "light")
    replace_in_styles(WITHOUT_LIGHT_DARK)
    page.goto("/device/")
    page.get_by_text(setting, exact=True).tap()
    expect(page.locator("body")).to_have_css("background-color", background)


def test_table_mode_is_dark_without_light_dark(page: Page, replace_in_styles: Replace) -> None:
    replace_in_styles(WITHOUT_LIGHT_DARK)
    TablePage.set_up(page)
    page.get_by_role("link", name="Table mode").tap()
    expect(page.locator("body")).to_have_css("background-color", "rgb(0, 0, 0)")
    expect(page.locator(".next")).to_have_css("color", "rgb(180, 176, 166)")


def test_link_back_has_its_sign_without_a_text_for_generated_content(
    page: Page, replace_in_styles: Replace
) -> None:
    replace_in_styles(WITHOUT_TEXT_OF_CONTENT)
    TablePage.set_up(page)
    back = page.locator(".back")
    assert back.evaluate("link => getComputedStyle(link, '::before').content") == '"‹"'


def test_arrow_keys_move_without_check_visibility(page: Page) -> None:
    page.add_init_script("delete Element.prototype.checkVisibility")
    table = with_keyboard(TablePage.set_up(page))
    table.box("Ada first out").focus()
    page.keyboard.press("ArrowRight")
    expect(table.box("Tichu Ada")).to_be_focused()


def test_change_of_a_game_is_no_error_without_storage_manager(page: Page) -> None:
    page.add_init_script("delete Navigator.prototype.storage")
    table = TablePage.set_up(page)
    table.first_out("A1")
    table.points(60)
    table.wait_for(1)
    page.wait_for_function("() => sessionStorage.persist")


def test_round_is_recorded_without_has(table_without_has: TablePage) -> None:
    table_without_has.play(plain(60, A1="tichu"))
    table_without_has.expect_stored([(160, 40)])


def test_double_win_is_recorded_without_has(table_without_has: TablePage) -> None:
    table_without_has.play(double("B1"))
    table_without_has.expect_stored([(0, 200)])


def test_ticked_place_has_a_sign_without_has(table_without_has: TablePage) -> None:
    table_without_has.first_out("A1")
    sign = "each => getComputedStyle(each, '::before').content"
    assert table_without_has.page.locator(".first :checked + b").evaluate(sign) == '"✓"'


def test_title_is_white_on_the_dark_bar_without_has(table_without_has: TablePage) -> None:
    bar = table_without_has.page.locator(".bar")
    expect(bar).to_have_css("color", "rgb(255, 255, 255)")
    expect(bar).to_have_css("background-color", "rgb(16, 20, 23)")


def test_ticked_call_is_white_on_green_without_has(table_without_has: TablePage) -> None:
    table_without_has.call("A1", "tichu")
    call = table_without_has.page.locator(".call :checked + span")
    expect(call).to_have_css("color", "rgb(255, 255, 255)")
    expect(call).to_have_css("background-color", "rgb(10, 107, 78)")
