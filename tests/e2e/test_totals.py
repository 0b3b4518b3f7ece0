"""Totals of many digits: each is on one line and completely on the screen, on every page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.layout import OVERLAPPING, resize
from tests.e2e.posting import post_game, post_rounds
from tests.e2e.round_facts import double
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

# One team gets 400 points, and the other loses 400.
DISASTER = double("A1", A1="grand", B1="grand", B2="grand")
TOTALS = ["1200", "−1200"]
SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 720), (1920, 1080)]

# The number of lines of each total, and whether it is visible without horizontal scrolling.
LAID_OUT = """selector => [...document.querySelectorAll(selector)]
  .filter(total => total.checkVisibility())
  .map(total => {
    const range = document.createRange();
    range.selectNodeContents(total);
    const lines = [...range.getClientRects()].filter(({ width }) => width);
    const inside = lines.every(({ left, right }) => left >= 0 && right <= innerWidth);
    return [total.textContent, lines.length, inside];
  })"""


@pytest.fixture(scope="module")
def phone(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    with browser.new_context(**browser_context_args) as context:
        yield context


def play(phone: BrowserContext, *, target: int) -> str:
    """Record three of these rounds. Returns the address of the game."""
    address = post_game(phone.request, target=target)
    post_rounds(phone.request, address, [DISASTER] * 3)
    return address


@pytest.fixture(scope="module")
def running(phone: BrowserContext) -> str:
    return play(phone, target=5000)


@pytest.fixture(scope="module")
def finished(phone: BrowserContext) -> str:
    return play(phone, target=1000)


@pytest.fixture
def page(phone: BrowserContext) -> Iterator[Page]:
    page = phone.new_page()
    yield page
    page.close()


def expect_whole(page: Page, selector: str, *, shown: int = 1) -> None:
    expected = [[total, 1, True] for total in TOTALS] * shown
    assert page.evaluate(LAID_OUT, selector) == expected
    assert page.evaluate(OVERLAPPING) == []
    assert page.evaluate("document.documentElement.scrollWidth === innerWidth")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_scoreboard_shows_every_digit(
    page: Page, running: str, width: int, height: int
) -> None:
    page.goto(f"{running}scoreboard/")
    resize(page, width, height)
    expect_whole(page, ".points span")
    assert page.evaluate("document.documentElement.scrollHeight === innerHeight")
    page.get_by_text("Both sides").tap()
    expect(page.locator(".across")).to_be_visible()
    expect_whole(page, ".points span", shown=2)
    assert page.evaluate("document.documentElement.scrollHeight === innerHeight")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_table_shows_every_digit(page: Page, running: str, width: int, height: int) -> None:
    page.goto(running)
    resize(page, width, height)
    expect_whole(page, "#score .total")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_end_of_a_game_shows_every_digit(
    page: Page, finished: str, width: int, height: int
) -> None:
    page.goto(finished)
    resize(page, width, height)
    expect_whole(page, ".ending dd")


@pytest.mark.usefixtures("running")
def test_home_shows_every_digit(page: Page) -> None:
    page.goto("/")
    resize(page, 320, 568)
    assert page.evaluate(LAID_OUT, ".game .total")[:2] == [[total, 1, True] for total in TOTALS]


def test_three_digits_are_read_across_the_table(page: Page) -> None:
    """20 arc minutes at a distance of three metres: 19 mm, which on a phone needs a type size
    of 168 px."""
    TablePage.set_up(page, recorded=[double("A1")])
    page.goto(f"{page.url}scoreboard/")
    size = page.locator(".points:visible").first.evaluate(
        "points => parseFloat(getComputedStyle(points).fontSize)"
    )
    assert size >= 168
