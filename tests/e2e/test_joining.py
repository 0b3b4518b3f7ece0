"""Coming into a group: from the camera to the table, and back again with a new phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.table import TablePage, plain


@pytest.fixture
def table(page: Page) -> TablePage:
    return TablePage.start(page)


@pytest.fixture
def friend(new_context: Callable[..., BrowserContext]) -> Page:
    """Another person's phone."""
    return new_context().new_page()


def open_group(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()


def invitation(table: TablePage, *, watching: bool = False) -> str:
    """The address that the QR code holds."""
    page = table.page.context.new_page()
    open_group(page)
    page.get_by_role("link", name="Invite").tap()
    addresses = page.locator(".address")
    return addresses.nth(1 if watching else 0).text_content() or ""


def be(table: TablePage, name: str) -> None:
    page = table.page.context.new_page()
    open_group(page)
    page.get_by_role("button", name=name).tap()
    page.get_by_text(f"You are {name}").wait_for()


def join(friend: Page, address: str, name: str) -> None:
    friend.goto(address)
    friend.get_by_text(name, exact=True).tap()
    friend.get_by_role("button", name="Join").tap()


def test_friend_is_at_the_table_three_taps_after_the_camera(
    table: TablePage, friend: Page
) -> None:
    address = invitation(table)
    friend.goto(address)
    friend.get_by_text("Ben", exact=True).tap()
    friend.get_by_role("button", name="Join").tap()
    friend.get_by_role("listitem").get_by_role("link").first.tap()
    friend.wait_for_url("**/t/**")
    TablePage(friend).play(plain(60))


def test_picture_of_the_address_is_there(table: TablePage) -> None:
    open_group(table.page)
    table.page.get_by_role("link", name="Invite").tap()
    expect(table.page.locator("svg.qr").first).to_be_visible()


def test_friend_joins_by_a_code_read_out(table: TablePage, friend: Page) -> None:
    page = table.page
    url = page.url
    open_group(page)
    page.get_by_role("link", name="Invite").tap()
    page.get_by_role("button", name="A code to read out").tap()
    code = page.locator(".code").inner_text()
    friend.goto("/join/")
    friend.get_by_label("The eight letters").fill(code.lower())
    friend.get_by_role("button", name="Go on").tap()
    friend.get_by_text("Cleo", exact=True).tap()
    friend.get_by_role("button", name="Join").tap()
    friend.get_by_role("listitem").first.wait_for()
    friend.goto(url)
    expect(friend.locator("#entry")).to_be_visible()


def test_name_of_another_phone_needs_a_yes_from_there(table: TablePage, friend: Page) -> None:
    be(table, "Ada")
    address = invitation(table)
    join(friend, address, "Ada needs a yes from there")
    expect(friend.get_by_role("status")).to_contain_text("Waiting for a yes")
    open_group(table.page)
    table.page.get_by_role("button", name="Yes").tap()
    friend.get_by_role("link", name="Look again").tap()
    expect(friend.get_by_text("This device is in already")).to_be_visible()


def test_viewer_sees_the_score_and_nothing_to_tap(table: TablePage, friend: Page) -> None:
    table.play(plain(60))
    friend.goto(invitation(table, watching=True))
    friend.get_by_role("button", name="Watch").tap()
    expect(friend.get_by_role("status").locator(".points")).to_have_text(["60", "40"])


def test_new_phone_comes_back_by_the_saved_link(table: TablePage, friend: Page) -> None:
    be(table, "Ada")
    url = table.page.url
    open_group(table.page)
    table.page.get_by_role("button", name="A way back").tap()
    friend.goto(table.page.locator(".address").inner_text())
    friend.get_by_role("button", name="Yes, let me in").tap()
    friend.get_by_role("link", name="I have saved it").wait_for()
    friend.goto(url)
    expect(friend.locator("#entry")).to_be_visible()


def test_revoked_phone_is_out(table: TablePage, friend: Page) -> None:
    join(friend, invitation(table), "Ben")
    friend.get_by_role("listitem").first.wait_for()
    open_group(table.page)
    table.page.get_by_role("button", name="Revoke").tap()
    expect(table.page.get_by_role("button", name="Revoke")).to_have_count(0)
    friend.goto("/")
    expect(friend.get_by_role("listitem")).to_have_count(0)
