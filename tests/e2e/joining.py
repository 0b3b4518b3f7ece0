"""Adds a browser to a group: by the address in its QR code, or by its first game."""

import re
import secrets

from playwright.sync_api import APIRequestContext, Page

from tests.e2e.posting import GROUP, find_in, post_form, post_game
from tests.e2e.table import TablePage

INVITATION = re.compile(r"/j/[\w-]+/")
ADDRESS = re.compile(r"https?://[^/\s]+/j/[\w-]+/")
VIEWER_ADDRESS = re.compile(r"https?://[^/\s]+/w/[\w-]+/")
FREE_PLAYER = re.compile(r'name="player" value="(\d+)"')


def open_group(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()


def invitation(table: TablePage, *, viewer: bool = False) -> str:
    """Return the address that the QR code contains."""
    request = table.page.request
    page = f"{find_in(request, '/', GROUP)}invite/"
    return find_in(request, page, VIEWER_ADDRESS if viewer else ADDRESS)


def post_group(request: APIRequestContext) -> str:
    """Start a game in a new group, and claim the first of its players for this phone. Returns
    the address of the group."""
    post_game(request)
    group = find_in(request, "/", GROUP)
    player = find_in(request, group, FREE_PLAYER)
    post_form(request, f"{group}claim/", ("player", player))
    return group


def post_join(request: APIRequestContext, invitation: str) -> str:
    """Let a phone that is in no group join the group of this invitation as a new player.
    Returns the address of the group."""
    name = f"Guest {secrets.token_hex(3)}"
    post_form(request, invitation, ("player", "new"), ("name", name))
    return find_in(request, "/", GROUP)


def join(friend: Page, address: str, name: str) -> None:
    friend.goto(address)
    friend.get_by_text(name, exact=True).tap()
    friend.get_by_role("button", name="Join").tap()
