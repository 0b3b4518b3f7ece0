"""Screens of an evening at several tables."""

from playwright.sync_api import Page, expect

from tests.e2e.round_facts import plain
from tests.e2e.screens.registry import LONG_NAMES, Visit, screen
from tests.e2e.table import TablePage

NINE = (*LONG_NAMES.values(), "Ida", "Jo", "Kai", "Lea", "Max")


@screen()
def new_session(visit: Visit) -> None:
    open_form(visit.page)


@screen()
def new_session_without_players(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    open_form(visit.page)
    expect(visit.page.get_by_label("Who is here?")).to_be_visible()


@screen()
def session(visit: Visit) -> None:
    page = start(visit)
    play(page, 1)
    expect(page.locator("main")).to_contain_text("sits out.")


@screen()
def session_table(visit: Visit) -> None:
    page = start(visit)
    page.locator(".session .records a").first.tap()
    page.wait_for_url("**/t/**")
    expect(page.locator("#score .next")).to_contain_text("Seating 1 of 9, table 1")


@screen()
def session_table_over(visit: Visit) -> None:
    page = start(visit)
    page.locator(".session .records a").first.tap()
    page.wait_for_url("**/t/**")
    record(page)
    expect(page.get_by_role("link", name="All tables")).to_be_visible()


@screen()
def session_between_seatings(visit: Visit) -> None:
    finish_seating(visit)


@screen()
def next_seating(visit: Visit) -> None:
    finish_seating(visit)
    visit.page.get_by_role("link", name="Somebody comes or leaves").tap()
    expect(visit.page.get_by_role("button", name="Seat everybody")).to_be_visible()


def finish_seating(visit: Visit) -> None:
    """Start a session of nine players and finish its first seating."""
    page = start(visit)
    play(page, 1)
    play(page, 2)
    expect(page.get_by_role("button", name="On to seating 2")).to_be_visible()


def open_form(page: Page) -> None:
    page.goto("/new/")
    page.get_by_role("link", name="Eight players or more? Several tables").tap()
    expect(page.get_by_role("button", name="Seat everybody")).to_be_visible()


def start(visit: Visit) -> Page:
    """Start a session of nine players."""
    page = visit.page
    open_form(page)
    boxes = page.locator(".switches label")
    known = [name.strip() for name in boxes.all_inner_texts()]
    for place, name in enumerate(known):
        boxes.nth(place).locator("input").set_checked(name in NINE)
    new = [name for name in NINE if name not in known]
    page.get_by_label("And somebody new").fill("\n".join(new))
    page.get_by_role("button", name="Seat everybody").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Seating 1 of 9")
    return page


def play(page: Page, table: int) -> None:
    """Play the round of a table, and return to the session."""
    back = page.url
    page.locator(".session .records").first.locator("a").nth(table - 1).tap()
    page.wait_for_url("**/t/**")
    record(page)
    page.goto(back)


def record(page: Page) -> None:
    names = page.locator(".seat .first b").all_inner_texts()
    TablePage(page, dict(zip(("A1", "A2", "B1", "B2"), names, strict=True))).play(plain(60))
