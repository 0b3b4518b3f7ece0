"""What holds for every screen: fit for everybody, for thumbs, and for the narrowest phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import Watch
from tests.e2e.layout import CUT, OVERLAPPING, STICKING_OUT
from tests.e2e.screens import SCREENS, Demo, Visit

pytestmark = pytest.mark.one_database

SMALLEST_TARGET = 48
NARROWEST = 320
PADS = ["table-pad", "table-order", "pad-long-names"]
ALL_KEYS = 31

# A target's size is that of what is tapped: the label, where one is wrapped around.
TARGETS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .map(each => each.closest("label") ?? each)
  .filter(each => each.checkVisibility())
  .map(each => ({ what: each.outerHTML.slice(0, 120), box: each.getBoundingClientRect() }))"""

KEYS_IN_SIGHT = """() => [...document.querySelectorAll("[name=card_points]")]
  .map(key => key.getBoundingClientRect())
  .filter(box => box.width && box.top >= 0 && box.bottom <= innerHeight
    && box.left >= 0 && box.right <= innerWidth).length"""

NOTHING_IS_PRESSED = """() =>
  !document.querySelector(":is(a, button, label, summary):active")"""


@pytest.fixture(scope="module", params=SCREENS)
def screen(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    base_url: str,
    demo: Demo,
) -> Iterator[Page]:
    screen = SCREENS[request.param]
    watch = Watch(base_url)
    watch.expect(*screen.complaints)
    options = browser_context_args | {"storage_state": demo.stored, "reduced_motion": "reduce"}
    with watch.over(browser.new_context(**options)) as context:
        page = context.new_page()
        screen.reach(Visit(page, demo))
        # A heading of the page that a tap leads to is visible before its stylesheets have come.
        page.wait_for_load_state()
        # A button stays pressed, and drawn smaller, for a moment after its tap. What is around
        # it stays so for good where the tap took the button away.
        page.wait_for_function(NOTHING_IS_PRESSED)
        yield page
    assert watch.unexpected() == []


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screen_has_nothing_that_axe_finds(screen: Page, scheme: Any) -> None:
    screen.emulate_media(color_scheme=scheme)
    resize(screen, 390, 844)
    found = Axe().run(screen, options={"resultTypes": ["violations"]})
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


def test_screen_fits_the_narrowest_phone(screen: Page) -> None:
    resize(screen, NARROWEST, 640)
    assert screen.evaluate(STICKING_OUT, [NARROWEST, ".numbers"]) == []
    assert screen.evaluate("document.documentElement.scrollWidth") == NARROWEST


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (844, 390), (667, 375), (640, 360)])
@pytest.mark.parametrize("screen", PADS, indirect=True)
def test_pad_shows_every_key_without_scrolling(screen: Page, size: tuple[int, int]) -> None:
    resize(screen, *size)
    screen.evaluate("scrollTo(0, 0)")
    assert screen.evaluate(KEYS_IN_SIGHT) == ALL_KEYS


@pytest.fixture
def large_text(screen: Page) -> Iterator[Page]:
    """The screen on a phone whose owner reads text in twice its size."""
    resize(screen, 390, 844)
    screen.evaluate("document.documentElement.style.fontSize = '200%'")
    yield screen
    screen.evaluate("document.documentElement.style.removeProperty('font-size')")


def test_screen_fits_with_text_of_twice_the_size(large_text: Page) -> None:
    assert large_text.evaluate(STICKING_OUT, [390, ".numbers"]) == []
    assert large_text.evaluate("document.documentElement.scrollWidth") == 390


def test_text_of_twice_the_size_is_whole_and_apart(large_text: Page) -> None:
    assert large_text.evaluate(OVERLAPPING) == []
    assert large_text.evaluate(CUT) == []


SEATS_A_ROW = """() => {
  const seats = [...document.querySelectorAll(".seat")];
  const tops = seats.map(seat => seat.getBoundingClientRect().top);
  return Math.max(...tops.map(top => tops.filter(other => other === top).length));
}"""


@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_seats_stand_in_one_column_where_text_is_large(large_text: Page) -> None:
    assert large_text.evaluate(SEATS_A_ROW) == 1


@pytest.mark.parametrize("width", [NARROWEST, 360, 390, 430])
@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_partners_stand_in_one_column_where_text_is_not(screen: Page, width: int) -> None:
    resize(screen, width, 844)
    assert screen.evaluate(SEATS_A_ROW) == 2
