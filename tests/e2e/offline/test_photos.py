"""Photos are cached for use without a network, and are deleted with their players."""

from playwright.sync_api import expect

from tests.e2e.avatars import choose_photo, open_photo, seat
from tests.e2e.offline.cached import (
    GONE,
    path_of,
    wait_for,
    wait_until_cached,
    wait_until_cached_with,
)
from tests.e2e.table import TablePage


def test_photo_is_in_the_seat_without_a_network_and_is_forgotten_once_it_is_removed(
    table: TablePage,
) -> None:
    page = table.page
    game = path_of(page)
    choose_photo(page, "Ada")
    page.goto(game)
    photo = seat(page, "A1").locator("img.avatar")
    address = photo.get_attribute("src") or ""
    page.goto("/")
    wait_until_cached(page, address)
    wait_until_cached_with(page, address, game)
    page.context.set_offline(True)
    page.goto(game)
    expect(photo).to_have_js_property("naturalWidth", 192)

    page.context.set_offline(False)
    open_photo(page, "Ada")
    page.get_by_role("button", name="Remove the photo").tap()
    page.wait_for_url("**/players/*/")
    page.goto("/")

    wait_for(page, GONE, address)
