"""The pad and the seats of the table page on phones of every size."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.layout import CUT, NARROWEST, resize
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

PADS = ["table-pad", "table-order", "pad-long-names", "table-extra-call"]
ALL_KEYS = 31
USUAL_KEYS = 21

KEYS_IN_SIGHT = """() => [...document.querySelectorAll("[name=card_points]")]
  .map(key => key.getBoundingClientRect())
  .filter(box => box.width && box.top >= 0 && box.bottom <= innerHeight
    && box.left >= 0 && box.right <= innerWidth).length"""

SEATS_A_ROW = """() => {
  const seats = [...document.querySelectorAll(".seat")];
  const tops = seats.map(seat => seat.getBoundingClientRect().top);
  return Math.max(...tops.map(top => tops.filter(other => other === top).length));
}"""


# The first size is as wide as a desktop.
LANDSCAPE = [(932, 430), (844, 390), (740, 360), (667, 375), (640, 360)]
# The number of seats that are completely in view, with the place of the player and every call.
SEATS_IN_SIGHT = """() => [...document.querySelectorAll(".seat")]
  .map(seat => seat.getBoundingClientRect())
  .filter(box => box.top >= 0 && box.bottom <= innerHeight).length"""
NAMES_OF_12_LETTERS = {
    "A1": "Maximilianus",
    "B1": "Wilhelmintje",
    "A2": "Bartholomäus",
    "B2": "Konstantinos",
}


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640), *LANDSCAPE])
@pytest.mark.parametrize("screen", PADS, indirect=True)
def test_pad_shows_every_key_without_scrolling(screen: Page, size: tuple[int, int]) -> None:
    resize(screen, *size)
    screen.evaluate("scrollTo(0, 0)")
    assert screen.evaluate(KEYS_IN_SIGHT) == ALL_KEYS


@pytest.mark.parametrize(
    ("screen", "asked"),
    [
        ("table-pad", "Card points? Or who was next?"),
        ("table-order", "Card points?"),
    ],
    indirect=["screen"],
)
def test_pad_asks_for_places_until_all_are_known(screen: Page, asked: str) -> None:
    expect(screen.locator(".ask-points")).to_have_text(asked, use_inner_text=True)


@pytest.mark.parametrize("screen", PADS, indirect=True)
def test_smallest_phone_shows_the_keys_of_0_to_100_without_scrolling(screen: Page) -> None:
    resize(screen, NARROWEST, 568)
    screen.evaluate("scrollTo(0, 0)")
    assert screen.evaluate(KEYS_IN_SIGHT) == USUAL_KEYS


@pytest.mark.parametrize("size", LANDSCAPE)
@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_phone_on_its_side_shows_every_seat(screen: Page, size: tuple[int, int]) -> None:
    resize(screen, *size)
    screen.evaluate("scrollTo(0, 0)")
    assert screen.evaluate(SEATS_IN_SIGHT) == 4


@pytest.mark.parametrize("size", LANDSCAPE)
@pytest.mark.parametrize("screen", ["table-pad"], indirect=True)
def test_phone_on_its_side_has_the_whole_width_for_seats_and_pad(
    screen: Page, size: tuple[int, int]
) -> None:
    resize(screen, *size)
    expect(screen.locator(".rounds")).to_be_hidden()


LEFT_OF_SEATS = """() => [...document.querySelectorAll(".seat")]
  .map(seat => seat.getBoundingClientRect().left)"""


@pytest.mark.parametrize("size", [each for each in LANDSCAPE if each[0] > 720])
def test_seats_of_a_phone_on_its_side_remain_in_one_row(
    table: TablePage, size: tuple[int, int]
) -> None:
    resize(table.page, *size)
    before = table.page.evaluate(LEFT_OF_SEATS)
    assert table.page.evaluate(SEATS_A_ROW) == 4

    table.first_out("A1")
    assert table.page.evaluate(SEATS_A_ROW) == 4
    assert table.page.evaluate(LEFT_OF_SEATS) == before


def test_phone_on_its_side_shows_names_of_12_letters(page: Page) -> None:
    table = TablePage.set_up(page, NAMES_OF_12_LETTERS)
    table.first_out("A1")
    for size in LANDSCAPE:
        resize(page, *size)
        assert page.evaluate(CUT) == [], size


@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_seats_are_in_one_column_where_text_is_large(large_text: Page) -> None:
    assert large_text.evaluate(SEATS_A_ROW) == 1


@pytest.mark.parametrize("width", [NARROWEST, 360, 390, 430])
@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_partners_share_a_column_unless_text_is_large(screen: Page, width: int) -> None:
    resize(screen, width, 844)
    assert screen.evaluate(SEATS_A_ROW) == 2
