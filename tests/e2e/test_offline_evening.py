"""An evening without a network, on a phone that has opened its group once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.cases import score_sheets
from tests.e2e.conftest import PageErrors
from tests.e2e.new_game_form import choose, choose_own_rules, fill_seats
from tests.e2e.offline.cached import (
    LAST_CHAPTER,
    MOST_MILLISECONDS,
    path_of,
    quickest_start,
    wait_until_cached,
    wait_until_cached_with,
)
from tests.e2e.round_facts import plain, points_of
from tests.e2e.table import TablePage
from tests.e2e.unsent import all_sent, amend

# The time from the start of the navigation until the unsent round is on the screen.
UNTIL_IT_IS_SHOWN = """() => new Promise(done => {
  const look = () => {
    if (document.querySelector("#rows .unsent")) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""
FIRST, SECOND = score_sheets()[:2]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow"}


@pytest.fixture(scope="module")
def context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """A phone that has cached the site. All of these tests share it."""
    with browser.new_context(**browser_context_args) as context:
        yield context


@pytest.fixture
def table(context: BrowserContext, page_errors: PageErrors) -> Iterator[TablePage]:
    """A table that was opened once, before the network was disconnected. Earlier tests left
    nothing unsent."""
    page_errors.expect("ERR_", "htmx:", "TypeError: Failed to fetch", "status of 404")
    context.on("page", page_errors.listen_to_page)
    page = context.new_page()
    table = TablePage.set_up(page, FIRST["seats"])
    all_sent(table)
    wait_until_cached(page, path_of(page), LAST_CHAPTER, "/blank/", "/new/", "/unsent/")
    context.set_offline(True)
    yield table
    context.remove_listener("page", page_errors.listen_to_page)
    for each in context.pages:
        each.close()
    context.set_offline(False)


def reopened(table: TablePage, context: BrowserContext) -> TablePage:
    """The same table in a new tab, after the old tab was closed."""
    url = table.page.url
    table.page.close()
    page = context.new_page()
    page.goto(url)
    return TablePage(page, table.names)


def test_evening_without_a_network_is_on_the_server_once(
    table: TablePage, context: BrowserContext
) -> None:
    first, *rounds = FIRST["rounds"]
    table.play(plain(95))
    amend(table, 1, first)
    expect(table.page.locator("#rows .unsent")).to_have_count(1)
    for number, facts in enumerate(rounds, 2):
        if number == 3:
            table.page.reload()
            table.wait_for_rounds(2)
        if number == 5:
            table = reopened(table, context)
            table.wait_for_rounds(4)
        table.play(facts)
        assert [*table.totals] == FIRST["totals"][number - 1]
    assert table.winner == " + ".join(
        FIRST["seats"][seat] for seat in (f"{FIRST['winner']}1", f"{FIRST['winner']}2")
    )
    url = table.page.url
    table.page.get_by_role("button", name="Same partners").tap()
    table.page.wait_for_url(lambda now: now != url)
    for number, facts in enumerate(SECOND["rounds"][:3], 1):
        if number == 3:
            table.page.reload()
            table.wait_for_rounds(2)
        table.play(facts)
        assert [*table.totals] == SECOND["totals"][number - 1]

    context.set_offline(False)
    all_sent(table)
    table.wait_for(3)
    table.expect_stored(points_of(SECOND)[:3])
    table.page.goto(url)
    table.wait_for_rounds(len(FIRST["rounds"]))
    assert [row.points for row in table.rows] == points_of(FIRST)


def test_rematch_that_starts_without_a_network_takes_taps_everywhere(table: TablePage) -> None:
    """This includes the place of the button that was tapped: a tap guard lasts less than a
    second."""
    for facts in FIRST["rounds"]:
        table.play(facts)
    url = table.page.url
    table.page.get_by_role("button", name="Same partners").tap()
    table.page.wait_for_url(lambda now: now != url)
    expect(table.page.locator("#number")).to_have_text("1")
    expect(table.page.locator(".guarded")).to_have_count(0)


def test_game_that_starts_without_a_network_is_played_and_arrives(
    table: TablePage, context: BrowserContext
) -> None:
    page = table.page
    page.goto("/new/")
    fill_seats(page, table.names)
    choose_own_rules(page)
    choose(page, "500")
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    game = TablePage(page, table.names)
    game.play(plain(60))
    expect(page.locator(".goal")).to_contain_text("500")
    expect(page.locator(".call.extra")).to_have_count(0)
    game = reopened(game, context)
    game.wait_for_rounds(1)
    context.set_offline(False)
    all_sent(game)
    game.wait_for(1)
    game.expect_stored([(60, 40)])


def test_game_with_an_extra_call_starts_without_a_network(table: TablePage) -> None:
    page = table.page
    page.goto("/new/")
    fill_seats(page, table.names)
    choose_own_rules(page)
    page.get_by_label("Extra call, such as Blind Tichu").fill("Blind Tichu")
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    game = TablePage(page, table.names)
    game.tap(page.locator(".call.extra").filter(has_text=f"Blind Tichu {table.names['A1']}"))
    game.play(plain(60))
    expect(page.locator(".team.a .total")).to_have_text("460")
    page.context.set_offline(False)
    all_sent(game)
    game.wait_for(1)
    game.expect_stored([(460, 40)])


def test_what_is_needed_is_said_without_a_network(table: TablePage) -> None:
    table.play(plain(60))
    table.page.get_by_role("link", name="What do we need?").tap()
    expect(table.page.locator("#winning-conditions")).to_have_text(
        "Nobody can win in this round."
    )


def test_closed_phone_that_comes_back_shows_what_it_sent_without_a_network(
    table: TablePage, context: BrowserContext
) -> None:
    table.play(plain(60))
    context.set_offline(False)
    all_sent(table)
    table.wait_for(1)
    wait_until_cached_with(table.page, "Ada first ·", path_of(table.page))
    context.set_offline(True)
    table = reopened(table, context)
    table.wait_for_rounds(1)
    assert table.totals == (60, 40)


def test_unsent_changes_are_shown_without_a_network(table: TablePage) -> None:
    table.play(plain(60))
    table.page.locator("#unsent-count").tap()
    expect(table.page.get_by_role("listitem")).to_contain_text("Ada first · 60")
    table.page.get_by_role("listitem").get_by_role("link").tap()
    table.wait_for_rounds(1)


def send_sync_event(page: Page, origin: str) -> None:
    """Send the sync event to the service worker, as the system does when there is a network."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.evaluate("0")  # this also processes events
    session.send(
        "ServiceWorker.dispatchSyncEvent",
        {"origin": origin, "registrationId": found[0], "tag": "outbox", "lastChance": True},
    )


def test_closed_table_sends_unsent_changes_when_the_system_says_so(
    table: TablePage,
    context: BrowserContext,
    new_context: Callable[..., BrowserContext],
    base_url: str,
) -> None:
    table.play(plain(60))
    other = table.on_another_phone(new_context)
    rules = context.new_page()
    rules.goto("/rules/")
    table.page.close()
    context.set_offline(False)
    assert other.rows == []
    send_sync_event(rules, base_url)
    other.wait_for_rounds(1)
    assert other.totals == (60, 40)


def test_other_phones_see_rounds_that_were_unsent(
    table: TablePage, new_context: Callable[..., BrowserContext]
) -> None:
    table.play(plain(60))
    other = table.on_another_phone(new_context)
    expect(other.page.locator("#live")).to_have_attribute("data-state", "live")
    assert other.rows == []
    table.page.context.set_offline(False)
    other.wait_for_rounds(1)
    assert other.totals == (60, 40)


def test_start_with_unsent_changes_is_quick_on_a_slow_phone(table: TablePage) -> None:
    table.play(plain(60))
    assert quickest_start(table.page, UNTIL_IT_IS_SHOWN) < MOST_MILLISECONDS
