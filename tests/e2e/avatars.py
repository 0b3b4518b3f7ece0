"""Reads and chooses the avatars of players."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.round_facts import NAMES
from tests.server import ROOT

# Larger than the largest photo that is stored, and partly transparent.
PICTURE = ROOT / "tichu_score" / "static" / "tichu_score" / "img" / "icon-512.png"
# The colours of four players who were added in this order.
COLOURS = {"Ada": "violet", "Ben": "olive", "Cleo": "pink", "Dora": "teal"}


def seat(page: Page, place: str) -> Locator:
    return page.locator(f".seat:has([name=first][value={place}])")


def expect_avatar(box: Locator, name: str) -> None:
    """Check that the box has the avatar of this player and no other."""
    disc = box.locator(".avatar")
    expect(disc).to_have_class(f"avatar {COLOURS[name]}")
    expect(disc).to_have_attribute("data-monogram", name[0])


def expect_seats(page: Page, *names: str) -> None:
    for place, name in zip(NAMES, names, strict=True):
        expect(seat(page, place).locator(".first b")).to_have_text(name)
        expect_avatar(seat(page, place), name)


def open_photo(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Group Our group").tap()
    page.get_by_role("link", name="Players", exact=True).tap()
    page.get_by_role("link", name=name, exact=True).tap()
    page.get_by_role("link", name="Photo, colour and emoji").tap()
    page.wait_for_url("**/avatar/")  # and until its scripts have loaded


def choose_photo(page: Page, name: str) -> None:
    open_photo(page, name)
    page.get_by_label("Photo", exact=True).set_input_files(PICTURE)
    expect(page.get_by_role("img", name="The photo as it will be")).to_be_visible()
    page.get_by_role("button", name="Save the photo").tap()
    page.wait_for_url(re.compile(r"/players/\d+/$"))
