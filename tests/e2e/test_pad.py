"""The pad and the seats of the table page on phones of every size."""

import pytest
from playwright.sync_api import Page

from tests.e2e.layout import NARROWEST, resize

pytestmark = pytest.mark.one_database

PADS = ["table-pad", "table-order", "pad-long-names"]
ALL_KEYS = 31

KEYS_IN_SIGHT = """() => [...document.querySelectorAll("[name=card_points]")]
  .map(key => key.getBoundingClientRect())
  .filter(box => box.width && box.top >= 0 && box.bottom <= innerHeight
    && box.left >= 0 && box.right <= innerWidth).length"""

SEATS_A_ROW = """() => {
  const seats = [...document.querySelectorAll(".seat")];
  const tops = seats.map(seat => seat.getBoundingClientRect().top);
  return Math.max(...tops.map(top => tops.filter(other => other === top).length));
}"""


LANDSCAPE = [(844, 390), (667, 375), (640, 360)]
PLACES_IN_SIGHT = """() => [...document.querySelectorAll(".place")]
  .map(place => place.getBoundingClientRect())
  .filter(box => box.width && box.top >= 0 && box.bottom <= innerHeight).length"""


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640), *LANDSCAPE])
@pytest.mark.parametrize("screen", PADS, indirect=True)
def test_pad_shows_every_key_without_scrolling(screen: Page, size: tuple[int, int]) -> None:
    resize(screen, *size)
    screen.evaluate("scrollTo(0, 0)")
    assert screen.evaluate(KEYS_IN_SIGHT) == ALL_KEYS


@pytest.mark.parametrize("size", LANDSCAPE)
@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_phone_on_its_side_shows_every_seat(screen: Page, size: tuple[int, int]) -> None:
    resize(screen, *size)
    screen.evaluate("scrollTo(0, 0)")
    assert screen.evaluate(PLACES_IN_SIGHT) == 4


@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_seats_stand_in_one_column_where_text_is_large(large_text: Page) -> None:
    assert large_text.evaluate(SEATS_A_ROW) == 1


@pytest.mark.parametrize("width", [NARROWEST, 360, 390, 430])
@pytest.mark.parametrize("screen", ["table-empty", *PADS], indirect=True)
def test_partners_stand_in_one_column_where_text_is_not(screen: Page, width: int) -> None:
    resize(screen, width, 844)
    assert screen.evaluate(SEATS_A_ROW) == 2
