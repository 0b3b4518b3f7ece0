"""Screens of the rulings of a group: at its tables, saved rulings, and house rules."""

from playwright.sync_api import expect

from tests.e2e.joining import post_group
from tests.e2e.screens.registry import Visit, screen
from tests.e2e.table import TablePage

BOMB_OUT_OF_TURN = "may-i-play/?table=7s&play=2j&play=2s&play=2p&play=2t&turn=no"


def ask(visit: Visit) -> None:
    """Ask a question at a table of a new group."""
    visit.page.context.clear_cookies()
    table = TablePage.set_up(visit.page)
    visit.page.goto(f"{table.page.url}{BOMB_OUT_OF_TURN}")


def save(visit: Visit) -> None:
    page = visit.page
    ask(visit)
    page.get_by_text("Save this ruling").tap()
    page.get_by_text("Not allowed", exact=True).tap()
    page.get_by_label("In your words").fill("Ben had looked at it: too late")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Settled on")).to_be_visible()


def agree(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    page.goto(post_group(page.request))
    page.get_by_role("link", name="House rules of play").tap()
    page.get_by_text("Bombs in turn only", exact=True).tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="What was agreed")).to_be_visible()


@screen()
def play_rules(visit: Visit) -> None:
    agree(visit)


@screen()
def group_may_i_play(visit: Visit) -> None:
    ask(visit)
    visit.page.get_by_text("Save this ruling").tap()
    expect(visit.page.get_by_role("button", name="Save")).to_be_visible()


@screen()
def group_wish_helper(visit: Visit) -> None:
    table = TablePage.set_up(visit.page)
    visit.page.goto(f"{table.page.url}wish-helper/?hand=8j&hand=9s&wish=8")
    expect(visit.page.get_by_text("By the rules of your group")).to_be_visible()


@screen()
def group_settled(visit: Visit) -> None:
    save(visit)


@screen("status of 422")
def ruling_refused(visit: Visit) -> None:
    page = visit.page
    ask(visit)
    page.get_by_text("Save this ruling").tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Tap what the table decided.")).to_be_visible()


@screen()
def saved_rulings(visit: Visit) -> None:
    page = visit.page
    save(visit)
    page.get_by_text("Save this ruling").tap()
    page.get_by_role("link", name="Saved rulings").tap()
    expect(page.get_by_role("button", name="Remove this ruling")).to_be_visible()
