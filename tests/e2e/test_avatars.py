"""Avatars on a phone: beside the names that are tapped, and on tables without a network."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.avatars import (
    PICTURE,
    choose_photo,
    expect_avatar,
    expect_seats,
    open_photo,
    seat,
)
from tests.e2e.conftest import PageErrors
from tests.e2e.layout import NARROWEST, resize
from tests.e2e.loading import FILE_WITH
from tests.e2e.new_game_form import fill_seats
from tests.e2e.posting import GROUP, find_in, post_game, post_rounds
from tests.e2e.round_facts import NAMES, double
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE

pytestmark = pytest.mark.one_database

# A slow phone decodes the first picture after the second one.
HOLD_FIRST_PICTURE = """() => {
  const decode = createImageBitmap;
  window.createImageBitmap = async file => {
    window.createImageBitmap = decode;
    await new Promise(done => (window.decodeFirst = done));
    return decode(file);
  };
}"""
# It is also drawn and encoded, as far as the page requires it.
RELEASE_PICTURE = """async () => {
  window.decodeFirst();
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise(done => document.querySelector("canvas").toBlob(done));
  }
}"""
# The format that an iPhone accepts; browsers on other systems cannot decode it.
HEIC: FilePayload = {
    "name": "IMG_0001.HEIC",
    "mimeType": "image/heic",
    "buffer": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
}
CHOSEN = "async field => [...new Uint8Array(await field.files[0].arrayBuffer())].join()"


def test_table_has_an_avatar_in_every_seat(page: Page) -> None:
    TablePage.set_up(page)

    expect_seats(page, "Ada", "Ben", "Cleo", "Dora")


def test_photo_is_made_small_on_the_phone_and_is_in_the_seat(page: Page) -> None:
    TablePage.set_up(page)
    table = page.url
    choose_photo(page, "Ada")

    page.goto(table)

    photo = seat(page, "A1").locator("img.avatar")
    expect(photo).to_have_js_property("naturalWidth", 192)
    sent = page.request.get(photo.get_attribute("src") or "").body()
    assert (sent[:3], len(sent) <= 12_000) == (b"\xff\xd8\xff", True)


def test_picture_that_is_ready_after_one_that_was_chosen_later_is_dropped(page: Page) -> None:
    TablePage.set_up(page)
    open_photo(page, "Ada")
    page.evaluate(HOLD_FIRST_PICTURE)
    field = page.get_by_label("Photo", exact=True)
    field.set_input_files(PICTURE)
    field.set_input_files(PICTURE.with_name("apple-touch-icon.png"))
    expect(page.get_by_role("img", name="The photo as it will be")).to_be_visible()
    later = field.evaluate(CHOSEN)

    page.evaluate(RELEASE_PICTURE)

    assert field.evaluate(CHOSEN) == later


def test_file_that_is_no_picture_is_not_sent(page: Page) -> None:
    TablePage.set_up(page)
    open_photo(page, "Ada")

    page.get_by_label("Photo", exact=True).set_input_files(__file__)

    expect(
        page.get_by_role("alert").filter(has_text="This file is not a picture")
    ).to_be_visible()
    expect(page.get_by_label("Photo", exact=True)).to_have_value("")


def test_refusal_of_a_heic_says_how_it_becomes_a_picture(page: Page) -> None:
    TablePage.set_up(page)
    open_photo(page, "Ada")

    page.get_by_label("Photo", exact=True).set_input_files(HEIC)

    alert = page.get_by_role("alert").filter(has_text="HEIC")
    expect(alert).to_have_text(re.compile("If it is a HEIC, save it as a JPEG first."))


LONG_NAMES = {
    "A1": "Maximilian-Konstantinos",
    "B1": "Bartholomäus Königsberge",
    "A2": "Wolfeschlegelsteinhausen",
    "B2": "Dora",
}
# The avatars above which a line of the following text begins, by that text.
BESIDE_NO_TEXT = """() => [...document.querySelectorAll(
    "main :is(h1, b, .switches span) > .avatar")]
  .filter(each => {
    const range = document.createRange();
    range.selectNode(each.nextSibling);
    const right = each.getBoundingClientRect().right;
    return [...range.getClientRects()].some(line => line.left < right);
  })
  .map(each => each.parentElement.textContent)"""


@pytest.mark.parametrize("width", [NARROWEST, 390])
def test_name_of_two_lines_is_beside_its_avatar(page: Page, width: int) -> None:
    page.goto("/")
    table = post_game(page.request, LONG_NAMES)
    post_rounds(page.request, table, [double("A1")])
    resize(page, width, 844)
    page.goto("/")

    page.get_by_role("link", name="Statistics").tap()
    page.wait_for_url("**/stats/")
    expect(page.locator(".league b > .avatar")).to_have_count(len(LONG_NAMES))
    assert page.evaluate(BESIDE_NO_TEXT) == []

    page.get_by_role("link", name="Maximilian-Konstantinos").first.tap()
    page.wait_for_url("**/stats/p/**")
    expect(page.locator("main h1 > .avatar")).to_be_visible()
    assert page.evaluate(BESIDE_NO_TEXT) == []


@pytest.mark.parametrize("width", [NARROWEST, 390])
@pytest.mark.parametrize("path", ["/new/tables/", "schedule/", "stats/ratings/"])
def test_long_name_in_a_list_to_tick_is_beside_its_avatar(
    page: Page, path: str, width: int
) -> None:
    table = post_game(page.request, LONG_NAMES)
    post_rounds(page.request, table, [double("A1")])
    resize(page, width, 844)
    page.goto(urljoin(find_in(page.request, "/", GROUP), path))

    expect(page.locator(".switches .avatar")).to_have_count(len(LONG_NAMES))
    assert page.evaluate(BESIDE_NO_TEXT) == []


def test_name_that_is_tapped_into_a_seat_brings_the_avatar_along(page: Page) -> None:
    page.goto("/")
    post_game(page.request)
    page.goto("/new/")

    page.get_by_role("button", name="Swap partners").tap()

    button = page.get_by_role("button", name=re.compile("Left team, partner: "))
    expect(button).to_have_text(re.compile("Ben$"))
    expect_avatar(button, "Ben")


def test_rematch_that_starts_without_a_network_has_avatars(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page, target=400)
    table.play(double("A1"))
    page.wait_for_function(FILE_WITH, arg="/blank/")
    table.lose_network()
    table.play(double("A1"))

    page.get_by_role("button", name="Ada with Ben").tap()

    expect_seats(page, "Ada", "Cleo", "Ben", "Dora")


def test_who_plays_next_without_a_network_has_the_own_avatar(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    page.goto("/new/")
    fill_seats(page, NAMES)
    page.locator("details.rotation > summary").tap()
    page.locator(".rotation .presets label").filter(has_text="Partners change").tap()
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    table = TablePage(page)
    expect_seats(page, "Ada", "Ben", "Cleo", "Dora")
    table.lose_network()

    table.play(double("A1"))

    expect(page.locator("#rows .unsent")).to_have_count(1)
    names = [each.inner_text() for each in page.locator(".seat .first b").all()]
    assert names != ["Ada", "Cleo", "Ben", "Dora"]
    for place in NAMES:
        box = seat(page, place)
        expect_avatar(box, box.locator(".first b").inner_text())
    first = page.locator("#score .players li").first
    expect_avatar(first, first.locator("b").inner_text())
