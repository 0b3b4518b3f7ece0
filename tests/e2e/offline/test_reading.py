"""Pages that open without a network after one visit."""

from http import HTTPStatus

import pytest
from playwright.sync_api import Page, expect

from rules_ref.loader import reference
from tests.e2e.conftest import PageErrors
from tests.e2e.offline.cached import (
    GONE,
    MOST_MILLISECONDS,
    REMOVE,
    captive_portal,
    heading,
    path_of,
    quickest_start,
    wait_for,
    wait_until_cached_with,
)
from tests.e2e.offline.tcp_proxy import TcpProxy
from tests.e2e.round_facts import double, plain
from tests.e2e.rows import MINUS
from tests.e2e.sharing_app import share
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, SILENT, STORE_GAME, all_sent
from tichu_score.precache import reference_urls

pytestmark = pytest.mark.one_database


def test_pages_open_after_one_visit(cut_off: Page) -> None:
    table = TablePage(cut_off)
    expect(table.box("Ada first out")).to_be_visible()
    cut_off.goto("/")
    expect(cut_off.get_by_role("listitem")).to_contain_text("Ada + Cleo")
    cut_off.get_by_role("link", name="New game").tap()
    expect(cut_off.locator("#known option").first).to_have_attribute("value", "Ada")


def test_table_opens_if_the_store_of_the_service_worker_is_silent(table: TablePage) -> None:
    page = table.page
    page.evaluate(REMOVE, path_of(page))
    wait_for(page, GONE, path_of(page))
    [worker] = page.context.service_workers
    worker.evaluate(SILENT)

    page.reload()

    expect(table.box("Ada first out")).to_be_visible()


def test_game_that_the_server_has_is_not_shown_as_a_blank_table(table: TablePage) -> None:
    page = table.load_all().page
    page.evaluate(STORE_GAME, path_of(page).split("/")[-2])
    page.evaluate(REMOVE, path_of(page))
    wait_for(page, GONE, path_of(page))
    page.context.set_offline(True)

    page.reload()

    expect(page.get_by_role("heading", level=1)).to_have_text("No network")


def test_every_page_of_the_rules_opens(offline: Page) -> None:
    for path in reference_urls():
        offline.goto(path, wait_until="commit")
        expect(offline.get_by_role("heading", level=1)).not_to_have_text("No network")


def test_search_of_the_rules_answers(cut_off: Page) -> None:
    cut_off.goto("/rules/")
    cut_off.get_by_role("searchbox").press_sequentially("bomb the dog")
    expect(cut_off.locator("#hits a").first).to_contain_text("Dog")
    cut_off.goto("/rules/search/?q=bomb+the+dog")
    cut_off.locator("#hits a").first.tap()
    expect(cut_off.locator(":target")).to_contain_text("Dog")


def test_address_of_a_rule_leads_to_it(offline: Page) -> None:
    offline.goto("/rules/rule/no-floor/")
    expect(offline).to_have_url("/rules/scoring/#no-floor")
    expect(offline.locator("#no-floor")).to_be_in_viewport()


def test_page_in_another_language_leads_to_the_one_that_is_cached(offline: Page) -> None:
    offline.goto("/de/rules/scoring/#no-floor")
    expect(offline).to_have_url("/rules/scoring/#no-floor")
    expect(offline.locator("#no-floor")).to_be_in_viewport()


@pytest.mark.browser_context_args(service_workers="block")
def test_every_rule_is_found_by_the_index(page: Page) -> None:
    page.goto("/rules/")
    index = page.evaluate(
        "fetch(document.querySelector('[data-index]').dataset.index).then(each => each.json())"
    )
    found = {entry_id for _, entry_id, *_ in index["entries"]}
    assert {entry.id for page in reference().pages for entry in page.entries} <= found


def test_what_is_shared_without_a_network_is_asked_for_again(cut_off: Page) -> None:
    share(cut_off, "60;40")
    heading(cut_off, "No network")
    expect(cut_off.get_by_text("What you shared was not received")).to_be_visible()


def test_page_that_is_not_cached_says_what_is(cut_off: Page) -> None:
    address = path_of(cut_off)
    cut_off.goto(f"{address}log/")
    heading(cut_off, "No network")
    cut_off.get_by_role("link", name="Ada + Cleo : Ben + Dora").tap()
    expect(TablePage(cut_off).box("Ada first out")).to_be_visible()


def test_rulings_say_that_the_server_makes_them(offline: Page) -> None:
    offline.goto("/rules/play/?play=dog")
    expect(offline.get_by_text("Rulings on cards need the server")).to_be_visible()
    offline.get_by_role("link", name="Bombs").tap()
    heading(offline, "Bombs")


def test_round_that_was_recorded_is_on_the_pages_that_are_cached(table: TablePage) -> None:
    table.play(plain(60))
    page = table.page
    wait_until_cached_with(page, ">60</p>", path_of(page))
    wait_until_cached_with(page, 'total">60<', "/")
    page.context.set_offline(True)
    page.reload()
    assert table.totals == (60, 40)
    page.goto("/")
    expect(page.locator(".game .total")).to_have_text(["60", "40"])


def test_home_page_counts_unsent_changes_and_those_of_them_that_were_sent(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    page = table.page
    page.context.set_offline(True)
    table.play(plain(60, B1="tichu"))
    table.play(plain(45))
    page.goto("/")
    expect(page.locator(".game .total")).to_have_text(["105", f"{MINUS}5"])
    expect(page.locator(".game .stands")).to_have_text("Running, 2 rounds")
    half = page.locator(".game.large .halves .a")
    expect(half).to_have_attribute("transform", "scale(0.518 1)")
    page.context.set_offline(False)
    expect(page.locator("#unsent-count")).to_be_hidden()
    expect(page.locator(".game .total")).to_have_text(["105", f"{MINUS}5"])
    page.reload()
    expect(page.locator(".game .total")).to_have_text(["105", f"{MINUS}5"])


def test_home_page_says_who_has_won_by_unsent_rounds(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    page = table.page
    page.context.set_offline(True)
    for _ in range(5):
        table.play(double("A1"))
    page.goto("/")
    expect(page.locator(".game .stands")).to_have_text("Finished")
    expect(page.locator(".game .won .names")).to_have_text("Ada + Cleo won")


def test_round_tapped_on_a_cached_page_counts(table: TablePage) -> None:
    table.page.context.set_offline(True)
    table.page.reload()
    table.page.context.set_offline(False)
    table.play(plain(60))
    all_sent(table)
    table.expect_stored([(60, 40)])


def test_page_opens_if_the_network_does_not_answer(
    cached_table: TablePage, next_tab: Page, proxy: TcpProxy, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 408")
    with captive_portal(proxy, HTTPStatus.REQUEST_TIMEOUT):
        next_tab.goto(cached_table.page.url)
        expect(TablePage(next_tab).box("Ada first out")).to_be_visible()


# The time from the start of the navigation until the page is shown and all its modules have
# run.
USABLE = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


def test_offline_start_is_quick_on_a_slow_phone(offline: Page) -> None:
    assert quickest_start(offline, USABLE) < MOST_MILLISECONDS
    expect(TablePage(offline).box("Ada first out")).to_be_visible()
