"""Screens of a phone without a network."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.screens.registry import LONG_NAMES, SHEETS, Visit, expect_heading, screen
from tests.e2e.table import TablePage

# Fills the cache of a service worker on a phone that has no service worker.
FILL_CACHE = """async paths => {
  const cache = await caches.open("pages");
  for (const path of paths) await cache.put(path, await fetch(path));
}"""


NO_NETWORK = ("htmx:", "TypeError: Failed to fetch")


@screen(*NO_NETWORK)
def table_with_unsent_rounds(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, LONG_NAMES, recorded=[plain(55)])
    table.lose_network()
    table.play(plain(60, B1="tichu", A2="grand"))
    table.play(double("B2", B2="grand"))


@screen(*NO_NETWORK)
def table_unsent_round_amended(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, LONG_NAMES).lose_network()
    table.play(plain(60, B1="tichu"))
    visit.page.get_by_role("button", name="Round 1", exact=True).tap()
    expect(table.status).to_contain_text("Round 1, unsent")


IS_DRAWN = """() => document.getElementById("race")
  && [...document.querySelectorAll("link[rel=stylesheet]")].every(each => each.sheet)"""


def wait_until_sent(page: Page) -> None:
    """Wait until the round is sent. When the network is back, the phone sends the round, and
    the end of the game arrives from the server with further stylesheets."""
    page.wait_for_function(IS_DRAWN)


@screen(*NO_NETWORK, reach_again=wait_until_sent)
def table_over_by_unsent_round(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, LONG_NAMES, target=300).lose_network()
    table.play(double("A1", A1="grand"))
    expect_heading(visit.page, "win!")


@screen()
def table_unknown(visit: Visit) -> None:
    visit.page.goto("/blank/")
    expect(visit.page.get_by_role("main")).to_contain_text("not stored on this phone")


def open_unsent_changes(page: Page) -> None:
    """Record two rounds that cannot be sent, and open the list of unsent changes."""
    table = TablePage.set_up(page, LONG_NAMES)
    page.route("**/rounds/", lambda route: route.abort())
    table.play(plain(60, B1="tichu"))
    table.play(double("A1"))
    page.goto("/unsent/")
    expect(page.get_by_role("listitem")).to_have_count(2)


@screen("ERR_FAILED", "htmx:", "TypeError: Failed to fetch")
def unsent_changes(visit: Visit) -> None:
    open_unsent_changes(visit.page)


@screen()
def unsent_changes_none(visit: Visit) -> None:
    visit.page.goto("/unsent/")
    expect(visit.page.get_by_text("Everything is sent.")).to_be_visible()


@screen("ERR_FAILED", "htmx:", "TypeError: Failed to fetch")
def unsent_changes_file(visit: Visit) -> None:
    page = visit.page
    open_unsent_changes(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save unsent changes as a file").tap()
    page.get_by_label("File").set_input_files(download.value.path())
    page.get_by_role("button", name="Check the file").tap()
    expect_heading(page, "In this file")


@screen("status of 422")
def unsent_changes_file_refused(visit: Visit) -> None:
    page = visit.page
    page.goto("/unsent/")
    page.get_by_label("File").set_input_files(SHEETS)
    page.get_by_role("button", name="Check the file").tap()
    expect(page.get_by_role("alert")).to_contain_text("Choose a file")


@screen()
def offline(visit: Visit) -> None:
    tables = [TablePage.set_up(visit.page, names).page.url for names in (NAMES, LONG_NAMES)]
    paths = [urlsplit(url).path for url in tables]
    visit.page.evaluate(FILL_CACHE, ["/offline-manifest.json", *paths])
    visit.page.goto("/offline/")
    expect(visit.page.get_by_role("listitem")).to_have_count(2)


@screen()
def offline_rulings(visit: Visit) -> None:
    page = visit.page
    page.goto("/offline/")
    text = page.content()
    page.route(
        "**/rules/play/", lambda route: route.fulfill(body=text, content_type="text/html")
    )
    page.goto("/rules/play/")
    expect(page.get_by_text("Rulings on cards need the server")).to_be_visible()
