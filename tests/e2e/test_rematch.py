"""The next game: the television opens it by itself, and every phone offers it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.loading import FILE_WITH
from tests.e2e.round_facts import double
from tests.e2e.routes import HeldRequests, cut_stream
from tests.e2e.table import HIDE, TablePage
from tests.e2e.unsent import NOISE

pytestmark = pytest.mark.one_database

NewContext = Callable[..., BrowserContext]


@pytest.fixture(params=["stream", "polling"])
def others(request: Any, new_context: NewContext, page_errors: PageErrors) -> NewContext:
    """Opens browser contexts that receive changes by the stream or, without one, by polling."""
    if request.param == "stream":
        return new_context
    page_errors.expect("ERR_FAILED")

    def without_stream(**options: Any) -> BrowserContext:
        context = new_context(**options)
        cut_stream(context)
        return context

    return without_stream


# A page shows a change in the same way, however it has received it.
by_the_stream = pytest.mark.parametrize("others", ["stream"], indirect=True)


def finish(table: TablePage) -> None:
    table.play(double("A1"))
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Ada + Cleo win!")


@pytest.fixture
def table(page: Page) -> TablePage:
    return TablePage.set_up(page, target=200)


def television(new_context: NewContext, table: TablePage) -> Page:
    page = new_context(storage_state=table.page.context.storage_state()).new_page()
    page.goto(f"{table.page.url}scoreboard/")
    return page


def rematch(table: TablePage) -> str:
    """Start a rematch. Returns its address."""
    before = table.page.url
    table.page.get_by_role("button", name="Same partners").tap()
    expect(table.page).not_to_have_url(before)
    return table.page.url


def expect_scoreboard(screen: Page, game: str) -> None:
    expect(screen).to_have_url(f"{game}scoreboard/")
    expect(screen.get_by_role("status").locator(".points")).to_have_text(["0", "0"])


def test_television_continues_with_the_rematch(table: TablePage, others: NewContext) -> None:
    screen = television(others, table)
    finish(table)
    expect(screen.get_by_role("status")).to_contain_text("Ada + Cleo win!")
    expect_scoreboard(screen, rematch(table))


def test_television_in_full_screen_shows_the_rematch_from_its_first_round_on(
    table: TablePage, others: NewContext
) -> None:
    screen = television(others, table)
    screen.get_by_role("button", name="Full screen").tap()
    ended = table.page.url.removeprefix(screen.evaluate("location.origin"))
    finish(table)
    # If it used the stream of the game that has ended, it would learn of the next game late.
    with screen.expect_request(lambda each: "/live/t/" in each.url and ended not in each.url):
        game = rematch(table)
    expect_scoreboard(screen, game)
    TablePage(table.page).play(double("B1"))
    expect(screen.get_by_role("status").locator(".points")).to_have_text(["0", "200"])
    assert screen.evaluate("document.fullscreenElement === document.documentElement")
    expect(screen.get_by_role("link", name="Table", exact=True)).to_have_attribute(
        "href", game.removeprefix(screen.evaluate("location.origin"))
    )


@by_the_stream
def test_new_game_from_another_phone_is_followed_in_full_screen_and_offered(
    table: TablePage, others: NewContext
) -> None:
    screen = television(others, table)
    screen.get_by_role("button", name="Full screen").tap()
    phone = table.on_another_phone(others).page
    finish(table)
    seats = {"A1": "Eve", "B1": "Ada", "A2": "Dora", "B2": "Finn"}
    new = TablePage.set_up(phone, seats)
    expect_scoreboard(screen, phone.url)
    new.play(double("B1"))
    expect(screen.get_by_role("status").locator(".points")).to_have_text(["0", "200"])
    assert screen.evaluate("document.fullscreenElement === document.documentElement")
    table.page.get_by_role("link", name="Next game").tap()
    expect(table.page).to_have_url(phone.url)


def test_phone_offers_the_rematch(table: TablePage, others: NewContext) -> None:
    phone = table.on_another_phone(others).page
    finish(table)
    game = rematch(table)
    phone.get_by_role("link", name="Next game").tap()
    expect(phone).to_have_url(game)
    TablePage(phone).play(double("B1"))


@by_the_stream
def test_rematch_that_was_started_offline_is_followed_when_it_arrives(
    page: Page, others: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page, target=400)
    table.play(double("A1"))
    screen = television(others, table)
    phone = table.on_another_phone(others).page
    page.wait_for_function(FILE_WITH, arg="/blank/")  # the page that becomes the next table
    table.lose_network()
    finish(table)
    game = rematch(table)
    table.page.context.set_offline(False)
    expect_scoreboard(screen, game)
    phone.get_by_role("link", name="Next game").tap()
    expect(phone).to_have_url(game)


def test_rematch_is_prepared_though_its_scripts_come_after_the_first_round(page: Page) -> None:
    table = TablePage.set_up(page)
    script = HeldRequests(page, "**/js/offline/table.*")
    table.play(double("A1"))
    script.release()
    page.wait_for_function(FILE_WITH, arg="/blank/")


def test_television_that_slept_through_a_rematch_opens_the_next_game(
    table: TablePage, others: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    screen = television(others, table)
    screen.context.set_offline(True)
    finish(table)
    rematch(table)
    finish(table)
    game = rematch(table)
    screen.context.set_offline(False)
    expect_scoreboard(screen, game)


@by_the_stream
def test_ended_game_that_changes_while_the_next_is_fetched_is_left_all_the_same(
    table: TablePage, others: NewContext
) -> None:
    screen = television(others, table)
    request = HeldRequests(screen, "**/next/scoreboard/", times=1)
    finish(table)
    ended = table.page.url
    with screen.expect_request("**/next/scoreboard/"):
        game = rematch(table)
    table.page.goto(f"{ended}adjust/")
    table.page.get_by_label("Points for Ada").fill("100")
    table.page.get_by_role("button", name="Adjust the points").tap()
    expect(screen.get_by_role("status").locator(".points")).to_have_text(["300", "0"])
    request.release()
    expect_scoreboard(screen, game)


def test_ended_game_that_somebody_opens_stays_on_the_screen(table: TablePage) -> None:
    finish(table)
    ended = table.page.url
    rematch(table)
    table.page.goto(f"{ended}scoreboard/")
    expect(table.page.get_by_role("link", name="Next game")).to_be_visible()
    expect(table.page).to_have_url(f"{ended}scoreboard/")


def test_hidden_television_continues_when_it_is_visible_again(table: TablePage) -> None:
    finish(table)
    ended = table.page.url
    game = rematch(table)
    page = table.page
    page.goto(f"{ended}scoreboard/")
    page.add_init_script(f"({HIDE})(true)")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    assert [url for url in asked if url.endswith("/next/scoreboard/")] == []

    page.evaluate(HIDE, arg=False)

    expect_scoreboard(page, game)


def test_television_that_is_reloaded_continues(table: TablePage) -> None:
    finish(table)
    ended = table.page.url
    game = rematch(table)
    table.page.goto(f"{ended}scoreboard/")
    table.page.reload()
    expect_scoreboard(table.page, game)
