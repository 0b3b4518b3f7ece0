"""Screens of games whose partners change."""

from playwright.sync_api import Page, expect

from tests.e2e.new_game_form import fill_seats
from tests.e2e.round_facts import plain
from tests.e2e.screens.registry import LONG_NAMES, Visit, screen
from tests.e2e.table import TablePage


@screen()
def new_rotation(visit: Visit) -> None:
    open_form(visit)


@screen()
def rotation(visit: Visit) -> None:
    start(visit).play(plain(60))
    expect(visit.page.locator("#score .next")).to_contain_text("sits out.")


@screen()
def rotation_ending(visit: Visit) -> None:
    play_to_the_end(visit)


@screen()
def rotation_ending_in_table_mode(visit: Visit) -> None:
    visit.page.goto(f"{play_to_the_end(visit)}scoreboard/")
    expect(visit.page.locator(".face:not(.across) .first-place")).to_be_visible()


@screen()
def rotation_ending_at_home(visit: Visit) -> None:
    play_to_the_end(visit)
    visit.page.goto("/")
    expect(visit.page.get_by_text("First place").first).to_be_visible()


@screen()
def rotation_players(visit: Visit) -> None:
    table = start(visit)
    visit.page.goto(f"{table.page.url}substitute/")
    expect(visit.page.get_by_role("button", name="Plan the next rounds")).to_be_visible()


def play_to_the_end(visit: Visit) -> str:
    """Play a game of five rounds to its end. Returns the address of its table."""
    table = start(visit)
    for _ in range(5):
        names = table.page.locator(".seat .first b").all_inner_texts()
        table.names = dict(zip(("A1", "A2", "B1", "B2"), names, strict=True))
        table.play(plain(60))
    expect(visit.page.get_by_role("heading", level=1)).to_have_text("All rounds are played")
    return visit.page.url


def open_form(visit: Visit) -> Page:
    """Open the form of a new game whose partners change."""
    page = visit.page
    page.goto("/new/")
    page.locator("details.rotation > summary").tap()
    page.locator(".rotation .presets label").filter(has_text="Partners change").tap()
    expect(page.get_by_label("Fifth player")).to_be_visible()
    return page


def start(visit: Visit) -> TablePage:
    """Start a game of five players with long names."""
    page = open_form(visit)
    fill_seats(page, LONG_NAMES)
    page.get_by_label("Fifth player").fill("Emmanuelle-Charlotte")
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    return TablePage(page, LONG_NAMES)
