"""Pages with secrets are never cached, and pages of a group that a device left are deleted."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.joining import invitation
from tests.e2e.offline.cached import (
    GONE,
    MESSAGES,
    cached,
    captive_portal,
    heading,
    path_of,
    wait_for,
    wait_until_all_cached,
    wait_until_cached,
)
from tests.e2e.offline.tcp_proxy import TcpProxy
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize("status", [HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE])
def test_answer_of_somebody_else_is_not_cached(
    next_tab: Page, proxy: TcpProxy, page_errors: PageErrors, status: HTTPStatus
) -> None:
    page_errors.expect("status of 503", "MIME type", "SyntaxError")
    page = next_tab
    page.goto("/")
    with captive_portal(proxy, status):
        page.reload()
        expect(page.get_by_role("listitem")).to_contain_text("Ada + Cleo")
        page.goto("/rules/dog/")
        heading(page, "Dog")
    assert [path for path, text in cached(page).items() if "Your room number?" in text] == []


def test_redirect_of_somebody_else_is_followed_and_not_cached(
    next_tab: Page, proxy: TcpProxy, page_errors: PageErrors
) -> None:
    page_errors.expect("MIME type", "SyntaxError")
    page = next_tab
    page.goto("/")
    with captive_portal(proxy, HTTPStatus.FOUND):
        page.reload()
        heading(page, "Your room number?")
    assert [path for path, text in cached(page).items() if "Your room number?" in text] == []


def test_only_whole_pages_are_cached(table: TablePage) -> None:
    table.play(plain(60))
    table.call("B1", "tichu")
    table.page.get_by_role("link", name="What do we need?").tap()
    expect(table.page.locator("#winning-conditions")).not_to_be_empty()
    table.page.reload()
    files = ("/rules/", "/static/")
    own = {path for path in cached(table.page) if not path.startswith(files)}
    own -= {path for path in own if MESSAGES.fullmatch(path)}
    site = {"/", "/new/", "/unsent/", "/blank/", "/device/", "/offline/"}
    assert own == site | {"/offline-manifest.json", path_of(table.page)}


def test_pages_that_hold_a_secret_are_not_cached(table: TablePage) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    page.get_by_role("button", name="Ada").tap()
    page.get_by_role("button", name="Recovery link").tap()
    recovery_link = page.locator(".address").inner_text()
    page.goto(recovery_link)
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    page.get_by_role("link", name="Invite").tap()
    invited = page.locator(".address").first.inner_text()
    page.goto(invited)
    heading(page, "Join")
    secrets = [address.rstrip("/").rpartition("/")[2] for address in (recovery_link, invited)]
    texts = "".join(f"{path} {text}" for path, text in cached(page).items())
    assert [each for each in secrets if each in texts] == []


# What is forgotten


@pytest.fixture
def host(
    browser: Browser, browser_context_args: dict[str, Any], page_errors: PageErrors
) -> Iterator[TablePage]:
    """A table on another phone, which caches no pages."""
    options = browser_context_args | {"service_workers": "block"}
    with page_errors.listen_to(browser.new_context(**options)) as context:
        yield TablePage.set_up(context.new_page())


def test_device_that_leaves_a_group_keeps_nothing_of_it(
    host: TablePage, new_context: Any
) -> None:
    game = path_of(host.page)
    other = join_as_guest(host, new_context)
    wait_until_cached(other, game)
    assert named(other, "Ada") != []
    other.goto("/")
    other.get_by_role("link", name="Our group").tap()
    other.locator("summary", has_text="Leave").tap()
    other.get_by_role("button", name="Leave").tap()
    heading(other, "Tichu, scored")
    wait_for(other, GONE, game)
    wait_until_cached(other, "/", "/new/")
    assert named(other, "Ada", "Our group") == []


def test_revoked_device_keeps_nothing_of_the_group(
    host: TablePage, new_context: Any, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 404")
    page = host.page
    game = path_of(page)
    other = join_as_guest(host, new_context)
    wait_until_cached(other, game)
    # on the other phone too, because a table would reload itself as soon as it is notified
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    choice = page.locator("summary", has_text="Revoke")
    choice.tap()
    page.get_by_role("button", name="Revoke").tap()
    expect(choice).to_have_count(0)
    other.goto(game)
    heading(other, "Nothing here")
    wait_for(other, GONE, game)
    wait_until_cached(other, "/", "/new/")
    assert named(other, "Ada", "Our group") == []


# The server does not have this game any more when the worker requests it the next time.
GONE_NOW = """game => {
  const { fetch } = self;
  self.fetch = (address, options) => {
    if (address !== game) return fetch(address, options);
    self.fetch = fetch;
    return fetch("/t/nowhere/", options);
  };
}"""


def test_pages_removed_with_a_game_while_they_were_fetched_are_cached_again(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 404")
    page = table.page
    game = path_of(page)
    [worker] = page.context.service_workers
    worker.evaluate(GONE_NOW, game)
    page.goto("/")
    wait_for(page, GONE, game)

    page.goto("/rules/")

    wait_until_cached(page, "/", "/new/", game)


def join_as_guest(host: TablePage, new_context: Callable[..., BrowserContext]) -> Page:
    """Let another phone join the group of this one. It caches its pages."""
    other = new_context().new_page()
    other.goto(invitation(host))
    other.get_by_label("Your name").fill("Emil")
    other.get_by_text("Somebody else").tap()
    other.get_by_role("button", name="Join").tap()
    other.wait_for_url("**/t/**")
    other.goto("/")
    heading(other, "Your games")
    wait_until_cached(other, "/", "/new/")
    wait_until_all_cached(other)
    return other


def named(page: Page, *words: str) -> list[str]:
    """Return the cached addresses that contain one of these, except those of the rules."""
    return [
        path
        for path, text in cached(page).items()
        if not path.startswith("/rules/") and any(word in text for word in words)
    ]
