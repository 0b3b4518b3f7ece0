"""Joining a group: from the camera to the table, and again with a new phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.joining import invitation, join, open_group
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage


@pytest.fixture
def friend(new_context: Callable[..., BrowserContext]) -> Page:
    """The phone of another person."""
    return new_context().new_page()


def be(table: TablePage, name: str) -> None:
    page = table.page.context.new_page()
    open_group(page)
    page.get_by_role("button", name=name).tap()
    page.get_by_text(f"You are {name}").wait_for()


def revoke(page: Page) -> None:
    """Revoke the only device that can be revoked."""
    choice = page.locator("summary", has_text="Revoke")
    choice.tap()
    page.get_by_role("button", name="Revoke").tap()
    expect(choice).to_have_count(0)


def test_friend_is_at_the_table_two_taps_after_the_camera(
    table: TablePage, friend: Page
) -> None:
    join(friend, invitation(table), "Ben")
    friend.wait_for_url(table.page.url)
    TablePage(friend).play(plain(60))


def test_picture_of_the_address_is_loaded(table: TablePage) -> None:
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
    friend.get_by_label("The eight letters and digits").fill(code.lower())
    friend.get_by_role("button", name="Go on").tap()
    friend.get_by_text("Cleo", exact=True).tap()
    friend.get_by_role("button", name="Join").tap()
    friend.wait_for_url(url)
    expect(friend.locator("#entry")).to_be_visible()


def test_name_of_another_phone_needs_approval_there(table: TablePage, friend: Page) -> None:
    be(table, "Ada")
    address = invitation(table)
    join(friend, address, "Ada must be confirmed by them")
    expect(friend.get_by_role("status")).to_contain_text("Waiting for approval")
    open_group(table.page)
    yes = table.page.get_by_role("button", name="Yes")
    yes.tap()
    expect(yes).to_have_count(0)
    friend.get_by_role("link", name="Check again").tap()
    expect(friend.get_by_text("This device has joined already")).to_be_visible()


def test_new_phone_comes_back_by_the_saved_link(table: TablePage, friend: Page) -> None:
    be(table, "Ada")
    url = table.page.url
    open_group(table.page)
    table.page.get_by_role("button", name="Recovery link").tap()
    friend.goto(table.page.locator(".address").inner_text())
    friend.get_by_role("button", name="Yes, let me in").tap()
    friend.get_by_role("link", name="I have saved it").wait_for()
    friend.goto(url)
    expect(friend.locator("#entry")).to_be_visible()


def test_revoked_phone_has_no_access(table: TablePage, friend: Page) -> None:
    join(friend, invitation(table), "Ben")
    friend.locator("#entry").wait_for()
    friend.goto("/rules/")  # a table would reload itself as soon as it is notified
    open_group(table.page)
    revoke(table.page)
    friend.goto("/")
    expect(friend.get_by_role("listitem")).to_have_count(0)
