"""What holds for every screen: fit for everybody, for thumbs, and for the narrowest phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import Watch
from tests.e2e.screens import SCREENS, Demo, Visit

SMALLEST_TARGET = 48
NARROWEST = 320
PADS = ["table-pad", "table-order", "pad-long-names"]
ALL_KEYS = 31

# A target's size is that of what is tapped: the label, where one is wrapped around.
TARGETS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .map(each => each.closest("label") ?? each)
  .filter(each => each.checkVisibility())
  .map(each => ({ what: each.outerHTML.slice(0, 120), box: each.getBoundingClientRect() }))"""

# What sticks out of the window, and text that sticks out of what is drawn around it; a matrix
# scrolls in its own box.
STICKING_OUT = """width => {
  const texts = "a, button, label, b, small, td, th, h1, h2, p";
  const spills = each => {
    const { display, overflowX } = getComputedStyle(each);
    return display !== "inline" && overflowX === "visible"
      && each.scrollWidth > each.clientWidth + 1;
  };
  return [...document.body.querySelectorAll("*")]
    .filter(each => each.checkVisibility() && !each.closest(".unseen, svg, option, .matrix *"))
    .filter(each => each.getBoundingClientRect().right > width + 0.5
      || each.matches(texts) && spills(each))
    .map(each => each.outerHTML.slice(0, 120));
}"""

KEYS_IN_SIGHT = """() => [...document.querySelectorAll("[name=card_points]")]
  .map(key => key.getBoundingClientRect())
  .filter(box => box.width && box.top >= 0 && box.bottom <= innerHeight
    && box.left >= 0 && box.right <= innerWidth).length"""


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
    assert screen.evaluate(STICKING_OUT, NARROWEST) == []
    assert screen.evaluate("document.documentElement.scrollWidth") == NARROWEST


@pytest.mark.parametrize("height", [844, 664])
@pytest.mark.parametrize("screen", PADS, indirect=True)
def test_pad_shows_every_key_without_scrolling(screen: Page, height: int) -> None:
    resize(screen, 390, height)
    screen.evaluate("scrollTo(0, 0)")
    assert screen.evaluate(KEYS_IN_SIGHT) == ALL_KEYS
