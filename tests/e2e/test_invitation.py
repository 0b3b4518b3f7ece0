"""Inviting from the table: by a QR code, by the sharing of the phone, or by the clipboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

NewContext = Callable[..., BrowserContext]

# A phone that can share: the shared data are stored.
SHARES = "navigator.share = async data => { window.shared = data; };"
# Browsers have neither on a site without HTTPS.
PLAIN_HTTP = "delete Navigator.prototype.clipboard; delete Navigator.prototype.share;"


def invite(table: TablePage) -> str:
    """Open the invitation. Returns the address that it shares."""
    table.page.get_by_role("link", name="Invite").tap()
    expect(table.page.get_by_role("heading", name="Invite to this table")).to_be_visible()
    return table.page.locator(".address").first.inner_text()


def test_friend_who_joins_from_a_table_plays_at_it(
    table: TablePage, new_context: NewContext
) -> None:
    url = table.page.url
    address = invite(table)
    expect(table.page.locator("svg.qr").first).to_be_visible()
    friend = new_context().new_page()
    friend.goto(address)
    friend.get_by_text("Ben", exact=True).tap()
    friend.get_by_role("button", name="Join").tap()
    friend.wait_for_url(url)
    TablePage(friend).play(plain(60))


def test_television_that_watches_a_table_shows_its_score(
    table: TablePage, new_context: NewContext
) -> None:
    url = table.page.url
    table.play(plain(60))
    invite(table)
    table.page.get_by_text("Show the watching link").tap()
    television = new_context().new_page()
    television.goto(table.page.locator("#watching .address").text_content() or "")
    television.get_by_role("button", name="Watch").tap()
    television.wait_for_url(f"{url}scoreboard/")
    expect(television.get_by_role("status").locator(".points")).to_have_text(["60", "40"])


def test_invitation_is_copied(table: TablePage) -> None:
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = invite(table)
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("status").first).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == address


def test_invitation_is_copied_over_plain_http(table: TablePage) -> None:
    page = table.page
    page.context.grant_permissions(["clipboard-read"])
    reader = page.context.new_page()
    reader.goto("/")
    page.add_init_script(PLAIN_HTTP)
    address = invite(table)
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("status").first).to_have_text("Copied.")
    reader.bring_to_front()
    assert reader.evaluate("navigator.clipboard.readText()") == address


def test_invitation_is_shared_as_the_phone_shares(table: TablePage) -> None:
    page = table.page
    page.add_init_script(SHARES)
    address = invite(table)
    page.get_by_role("button", name="Share").tap()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared.url") == address


def test_invitation_without_scripts_is_a_picture_and_an_address(
    new_context: NewContext,
) -> None:
    table = TablePage.set_up(new_context(java_script_enabled=False).new_page())
    address = invite(table)
    assert "/j/" in address
    expect(table.page.locator("svg.qr").first).to_be_visible()
    expect(table.page.get_by_role("button", name="Copy")).to_have_count(0)
