"""A new version of the site waits until all pages are closed, and then takes over."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.offline.cached import (
    LAST_CHAPTER,
    REMOVE,
    wait_for,
    wait_until_all_cached,
    wait_until_cached,
)
from tests.server import Server

pytestmark = pytest.mark.one_database

WAITING = "async () => (await navigator.serviceWorker.ready).waiting"


@contextmanager
def next_version(server: Server) -> Iterator[None]:
    """Start the server again with other static files."""
    manifest = Path(server.env["DATA_DIR"]) / "static" / "staticfiles.json"
    before = manifest.read_text()
    server.stop()
    manifest.write_text(f"{before}\n")
    server.start()
    try:
        yield
    finally:
        server.stop()
        manifest.write_text(before)
        server.start()


@pytest.fixture
def form(page: Page) -> Page:
    """A form that is being filled in, on a phone that has cached everything."""
    page.goto("/new/")
    wait_until_all_cached(page)
    page.get_by_label("Left team, first player").fill("Ada")
    return page


def update(page: Page) -> None:
    """Let the browser find the new version, as it does regularly."""
    page.evaluate("navigator.serviceWorker.ready.then(each => each.update())")
    wait_for(page, WAITING)


def test_new_version_waits_for_a_half_filled_form(form: Page, server: Server) -> None:
    with next_version(server):
        update(form)
        form.evaluate(REMOVE, LAST_CHAPTER)
        other = form.context.new_page()
        other.goto("/rules/")
        wait_until_cached(other, LAST_CHAPTER)  # the worker is notified of the other page
        expect(form.get_by_label("Left team, first player")).to_have_value("Ada")
        assert other.evaluate(f"({WAITING})().then(Boolean)")


def test_new_version_takes_over_when_no_page_is_open(form: Page, server: Server) -> None:
    before = form.evaluate("caches.keys()")
    later = form.context.new_page()
    versions: dict[str, str] = {}
    session = later.context.new_cdp_session(later)
    session.on("ServiceWorker.workerVersionUpdated", lambda event: note_states(versions, event))
    session.send("ServiceWorker.enable")
    with next_version(server):
        update(form)
        form.close()
        while "installed" in versions.values() or "activating" in versions.values():
            later.wait_for_timeout(20)
        later.goto("/")
        wait_for(later, "async () => (await caches.keys()).length === 1")
        assert later.evaluate("caches.keys()") != before
        wait_until_cached(later, "/", "/new/", LAST_CHAPTER)


def note_states(versions: dict[str, str], event: dict[str, Any]) -> None:
    """Note the state of each version of the service worker."""
    for each in event["versions"]:
        versions[each["versionId"]] = each["status"]
