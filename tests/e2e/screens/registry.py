"""The registry of every screen and state of the program, by name, with the steps that open
it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, StorageState, expect

from tests.server import ROOT, Server
from tests.site.running import manage

SHEETS = ROOT / "tests" / "examples" / "score-sheets.json"
LONG_NAMES = {
    "A1": "Maximilianastasiaalexand",
    "B1": "Wilhelmina van der Heyde",
    "A2": "WWWWWWWWWWWWWWWWWWWWWWWW",
    "B2": "Bartholomäus-Ferdinandus",
}


@dataclass(frozen=True)
class Demo:
    """The addresses of pages of the demo group, and the cookies and storage of a browser that
    belongs to it. `year` is the address that opens a group that has played for a year."""

    server: Server
    address: str
    year: str
    running: str
    finished: str
    stored: StorageState


@dataclass(frozen=True)
class Visit:
    """A phone that belongs to the demo group and opens a screen."""

    page: Page
    demo: Demo


@dataclass(frozen=True)
class Screen:
    """`expected_errors` are the errors of the console that belong to the screen.

    `reach_again` opens the screen once more where its address alone does not lead to it, as
    when the screen is the answer to a form. It begins at that address and is used in every
    language, so it finds controls by their place on the page, not by their words."""

    reach: Callable[[Visit], None]
    expected_errors: tuple[str, ...] = ()
    on_paper: bool = False
    reach_again: Callable[[Page], None] = lambda _: None


SCREENS: dict[str, Screen] = {}


def screen(
    *expected_errors: str,
    on_paper: bool = False,
    reach_again: Callable[[Page], None] = lambda _: None,
) -> Callable[[Callable[[Visit], None]], None]:
    def add(reach: Callable[[Visit], None]) -> None:
        name = reach.__name__.replace("_", "-")
        SCREENS[name] = Screen(reach, expected_errors, on_paper, reach_again)

    return add


def fill_demo(server: Server, context: BrowserContext) -> Demo:
    """Fill the demo group, and let this browser join it under a new name. This is done once for
    each server, because games that are started in the group later move these games off the
    first page."""
    address = run(server, "demo", SHEETS)
    year = run(server, "make_history", "--rounds=900", "--until=2026-03-06T19:30", "--log")
    page = context.new_page()
    page.goto(address)
    page.get_by_text("Somebody else").tap()
    page.get_by_label("Your name").fill(f"Guest {secrets.token_hex(3)}")
    page.get_by_role("button", name="Join").tap()
    page.wait_for_url("**/t/**")
    page.goto("/")
    games = page.get_by_role("listitem").get_by_role("link")

    def path(state: str) -> str:
        return games.filter(has_text=state).first.get_attribute("href") or ""

    found = path("running"), path("finished")
    return Demo(server, address, year, *found, context.storage_state())


def run(server: Server, *command: str | Path) -> str:
    """Run a command of manage.py, and return the path of the last address that it prints."""
    done = manage(server, *map(str, command))
    done.check_returncode()
    return urlsplit(done.stdout.split()[-1]).path


def expect_heading(page: Page, text: str) -> None:
    """Wait for a page with this heading, and for everything below it."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)
    page.wait_for_load_state()
