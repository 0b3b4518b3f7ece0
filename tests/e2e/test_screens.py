"""Checks of every screen: accessibility, size of controls, and fit on the narrowest phone.

Each screen is opened once in English. Then its address is opened in every other language.
"""

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page, expect

from tests.e2e.joining import post_group
from tests.e2e.layout import (
    CUT,
    NARROWEST,
    OVERLAPPING,
    SMALL,
    STICKING_OUT,
    resize,
    wait_until_styled,
)
from tests.e2e.screens import Screen
from tests.e2e.screens.registry import LONG_NAMES
from tests.e2e.translated import (
    LONG_WORDS,
    NO_PROBLEMS,
    NO_PROBLEMS_OF_LARGE_TEXT,
    find_problems,
    find_problems_of_large_text,
    open_translated,
    reset_page,
)
from tests.messages import LANGUAGES

pytestmark = pytest.mark.one_database

SMALLEST_TARGET = 48

# The size of a target is that of the element that is tapped: the label, if the control is in
# one.
TARGETS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .map(each => each.closest("label") ?? each)
  .filter(each => each.checkVisibility())
  .map(each => ({ what: each.outerHTML.slice(0, 120), box: each.getBoundingClientRect() }))"""

TWO_COLUMNS = [
    "group-settings",
    "game-agreement",
    "add-result-form",
    "game-imports",
    "game-import-preview",
    "group",
    "import-group",
    "shared-games",
    "invite",
    "player",
    "player-avatar",
    "round-page",
    "access-token",
    "counter",
    "last-player",
    "round-notes",
    "print-game",
    "schedule",
    "stakes",
    "substitute",
]
COLUMNS = """() => new Set(
  [...document.querySelectorAll(`.columns > :is(section, form, label), .new-game > .seating,
    .amend > :is(.breakdowns, .entry), .counting > :is(#count, #result),
    .page > :is(.print-form, .paper)`)]
    .map(each => each.getBoundingClientRect().left)).size"""

WIDTHS = "columns => columns.map(each => Math.round(each.getBoundingClientRect().width))"

ON_PAPER = ["stats", "stats-player-who-should-call-less", "stats-evening", "stats-year-review"]
# The texts in a light colour, except those whose background is printed in any case.
LIGHT_TEXTS = """() => [...document.body.querySelectorAll("*")]
  .filter(each => each.checkVisibility())
  .filter(each => [...each.childNodes].some(child => child.data?.trim()))
  .filter(each => {
    const { color, printColorAdjust } = getComputedStyle(each);
    const channels = color.match(/[\\d.]+/g).slice(0, 3).map(Number);
    return printColorAdjust === "economy" && Math.min(...channels) > 127;
  })
  .map(each => each.outerHTML.slice(0, 120))"""

AXE = "options => axe.run(options)"
# The dark scheme differs only in its colours, by `light-dark()`. These rules check colours.
RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"]


def ask_axe(page: Page, **options: Any) -> AxeResults:
    resize(page, 390, 844)
    # Loading the script takes longer than running it.
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    return AxeResults(page.evaluate(AXE, {"resultTypes": ["violations"], **options}))


def test_screen_has_nothing_that_axe_finds(screen: Page) -> None:
    found = ask_axe(screen)
    assert found.violations_count == 0, found.generate_report()


def test_screen_has_nothing_that_axe_finds_in_the_dark(screen: Page) -> None:
    screen.emulate_media(color_scheme="dark")
    found = ask_axe(screen, runOnly=RULES_OF_COLOURS)
    screen.emulate_media(color_scheme="light")
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [390, 1280])
def test_screen_has_no_target_smaller_than_a_thumb(screen: Page, width: int) -> None:
    resize(screen, width, 844)
    small = [
        (target["what"], target["box"])
        for target in screen.evaluate(TARGETS)
        if round(min(target["box"]["width"], target["box"]["height"]), 1) < SMALLEST_TARGET
    ]
    assert small == []


def test_screen_has_no_text_smaller_than_16_pixels(screen: Page) -> None:
    for width, height in ((1280, 844), (NARROWEST, 640)):
        resize(screen, width, height)
        assert screen.evaluate(SMALL) == []


def test_screen_fits_the_narrowest_phone(screen: Page) -> None:
    resize(screen, NARROWEST, 640)
    assert screen.evaluate(STICKING_OUT, [NARROWEST, ".numbers"]) == []
    assert screen.evaluate("document.documentElement.scrollWidth") == NARROWEST
    assert screen.evaluate(OVERLAPPING) == []


def test_screen_fits_with_text_of_twice_the_size(large_text: Page) -> None:
    assert large_text.evaluate(STICKING_OUT, [390, ".numbers"]) == []
    assert large_text.evaluate("document.documentElement.scrollWidth") == 390


def test_text_of_twice_the_size_is_whole_and_apart(large_text: Page) -> None:
    assert large_text.evaluate(OVERLAPPING) == []
    assert large_text.evaluate(CUT) == []


@pytest.mark.parametrize("screen", TWO_COLUMNS, indirect=True)
def test_page_is_in_two_columns_on_a_desktop(screen: Page) -> None:
    resize(screen, 1440, 900)
    assert screen.evaluate(COLUMNS) == 2
    resize(screen, 390, 844)
    assert screen.evaluate(COLUMNS) == 1


@pytest.mark.parametrize("screen", ["substitute"], indirect=True)
def test_columns_of_a_desktop_share_the_width_of_the_page(screen: Page) -> None:
    resize(screen, 1440, 900)
    assert screen.locator(".columns > section").evaluate_all(WIDTHS) == [448, 448]


@pytest.mark.parametrize("screen", ["round-notes"], indirect=True)
def test_one_column_makes_no_gap_in_the_other(screen: Page) -> None:
    resize(screen, 1440, 900)
    bombs, straights = screen.locator(".switches").all()
    below = "each => each.getBoundingClientRect().bottom"
    above = "each => each.getBoundingClientRect().top"
    assert straights.evaluate(above) - bombs.evaluate(below) == 16


@pytest.mark.parametrize("screen", ["race"], indirect=True)
def test_numbers_of_a_race_have_the_wider_column(screen: Page) -> None:
    resize(screen, 1440, 900)
    assert screen.locator(".columns > section").evaluate_all(WIDTHS) == [538, 358]


@pytest.mark.parametrize("screen", ["game-settings"], indirect=True)
def test_last_link_of_an_odd_number_takes_the_whole_line(screen: Page) -> None:
    resize(screen, 390, 844)
    links = screen.locator(".page-links .button").evaluate_all(WIDTHS)
    assert links == [179, 179, 179, 179, 366]


@pytest.mark.parametrize("screen", ["table"], indirect=True)
def test_links_under_the_rounds_fill_their_line(screen: Page) -> None:
    resize(screen, 390, 844)
    end = "each => each.getBoundingClientRect().right"
    last = screen.locator(".more .button").last
    assert last.evaluate(end) == screen.locator(".rounds").evaluate(end)


@pytest.mark.parametrize("screen", ["table-recorded"], indirect=True)
def test_names_above_totals_of_different_sizes_are_on_one_line(screen: Page) -> None:
    resize(screen, 390, 844)
    tops = "teams => new Set(teams.map(each => each.getBoundingClientRect().top)).size"
    assert screen.locator(".team h2").evaluate_all(tops) == 1


@pytest.mark.parametrize("screen", ["session"], indirect=True)
def test_long_name_of_the_standings_is_beside_its_avatar(screen: Page) -> None:
    resize(screen, 390, 844)
    player = screen.locator(".standings tbody th").first
    avatar = player.locator(".avatar").evaluate("each => each.getBoundingClientRect().right")
    name = player.get_by_text(LONG_NAMES["B1"])
    assert name.evaluate("each => each.getBoundingClientRect().left") >= avatar


@pytest.mark.parametrize("screen", ["rotation"], indirect=True)
def test_long_name_at_the_table_is_beside_its_avatar(screen: Page) -> None:
    resize(screen, 390, 844)
    player = screen.locator(".players .player").first
    avatar = player.locator(".avatar").evaluate("each => each.getBoundingClientRect().right")
    assert player.locator("b").evaluate("each => each.getBoundingClientRect().left") >= avatar


@pytest.mark.parametrize("screen", ["rules-play-answer"], indirect=True)
def test_badge_of_a_reading_is_in_one_piece(screen: Page) -> None:
    resize(screen, 390, 844)
    assert screen.locator(".mark").evaluate("each => each.getClientRects().length") == 1


@pytest.mark.parametrize("screen", ["rotation-ending-in-table-mode"], indirect=True)
def test_points_are_near_the_names_on_a_television(screen: Page) -> None:
    resize(screen, 1920, 1080)
    width, size = screen.locator(".face .players:visible").evaluate(
        "each => [each.clientWidth, parseFloat(getComputedStyle(each).fontSize)]"
    )
    assert width == round(32 * size)


@pytest.mark.parametrize("screen", ON_PAPER, indirect=True)
def test_text_on_paper_is_dark(screen: Page) -> None:
    screen.emulate_media(media="print")
    light = screen.evaluate(LIGHT_TEXTS)
    screen.emulate_media(media="screen")
    assert light == []


@pytest.mark.parametrize("screen", ["stats-player"], indirect=True)
def test_page_on_paper_has_its_chart_and_no_navigation(screen: Page) -> None:
    screen.emulate_media(media="print")
    shown = [
        screen.locator(each).first.is_visible() for each in (".drawing .bar", "header.bar")
    ]
    screen.emulate_media(media="screen")
    assert shown == [True, False]


@pytest.mark.parametrize("path", ["schedule/", "stakes/", "tokens/"])
def test_page_with_nothing_for_a_second_column_has_one(page: Page, path: str) -> None:
    page.goto(f"{post_group(page.request)}{path}")
    resize(page, 1440, 900)
    columns = page.locator(".columns > section")
    expect(columns).to_have_count(1)
    assert columns.evaluate("each => each.clientWidth === each.parentElement.clientWidth")


@pytest.mark.parametrize("screen", ["new-session"], indirect=True)
def test_options_end_before_the_arrow(screen: Page) -> None:
    expect(screen.locator("select")).to_have_css("padding-right", "36px")


def test_screen_is_whole_in_every_language(screen: Page, registered: Screen) -> None:
    """This must be the last test of a screen, because it opens the address again."""
    address = reset_page(screen)
    found, of_large_text = {}, {}
    for language in LANGUAGES:
        if not open_translated(screen, language, address):
            pytest.skip("only a form opens it")
        registered.reach_again(screen)
        wait_until_styled(screen)
        found[language] = find_problems(screen, language)
        if language in LONG_WORDS:
            of_large_text[language] = find_problems_of_large_text(screen)
    assert found == dict.fromkeys(LANGUAGES, NO_PROBLEMS)
    assert of_large_text == dict.fromkeys(LONG_WORDS, NO_PROBLEMS_OF_LARGE_TEXT)
