"""From the score to a rule and back: the number of taps, and the pages that they open."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.new_game_form import choose
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

ANSWER = "It cannot be bombed"


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def open_rules(table: TablePage) -> None:
    """Open the rules, and wait until their link back is set."""
    table.tap(link(table.page, "Rules"))
    expect(link(table.page, "Table")).to_be_visible()


def bar(page: Page) -> Locator:
    return page.locator(".bar a")


def open_own_rules(page: Page) -> None:
    page.locator("summary", has_text="Official, to 1000").tap()
    choose(page, "Own rules")


def test_may_the_dog_be_bombed_in_two_taps_and_back_in_one(table: TablePage) -> None:
    table.taps = 0
    open_rules(table)
    table.tap(link(table.page, "The Dog"))
    expect(table.page.get_by_text("No bomb stops the Dog.")).to_be_in_viewport()
    assert table.taps == 2

    table.tap(link(table.page, "Table"))
    expect(table.page.locator("#entry")).to_be_visible()
    assert table.taps == 3


def test_may_the_dog_be_bombed_by_three_letters(table: TablePage) -> None:
    address = table.page.url
    table.taps = 0
    table.tap(link(table.page, "Rules"))
    search = table.page.get_by_role("searchbox")
    expect(search).to_be_in_viewport()
    table.tap(search)
    search.press_sequentially("dog")
    expect(table.page.get_by_role("link", name=ANSWER)).to_be_in_viewport()
    assert table.taps == 2

    link(table.page, "Table").tap()
    expect(table.page).to_have_url(address)


def test_way_back_is_kept_over_many_pages_of_rules(table: TablePage) -> None:
    address = table.page.url
    open_rules(table)
    table.page.get_by_role("navigation", name="All the rules").get_by_text("Bombs").tap()
    link(table.page, "Rules").tap()
    link(table.page, "The Dog").tap()
    expect(table.page).to_have_url(re.compile("/rules/dog/$"))
    table.page.reload()
    expect(bar(table.page)).to_have_text(["Table", "Rules", "Search"])
    link(table.page, "Table").tap()
    expect(table.page).to_have_url(address)


def test_way_back_is_found_by_who_taps_on_before_the_scripts_have_run(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED")
    address = table.page.url
    table.page.route("**/back*.js", lambda route: route.abort())
    link(table.page, "Rules").tap()
    link(table.page, "The Dog").tap()
    expect(table.page).to_have_url(re.compile("/rules/dog/$"))
    table.page.wait_for_load_state()
    table.page.unroute("**/back*.js")
    link(table.page, "Rules").tap()
    link(table.page, "Table").tap()
    expect(table.page).to_have_url(address)


def test_way_back_is_kept_over_a_page_whose_address_names_a_language(table: TablePage) -> None:
    address = table.page.url
    open_rules(table)
    table.page.goto("/en/rules/bombs/")
    link(table.page, "Rules").tap()
    expect(table.page).to_have_url(re.compile(r"\d/rules/$"))
    link(table.page, "Table").tap()
    expect(table.page).to_have_url(address)


def test_way_back_finds_the_table_as_it_was_left(table: TablePage) -> None:
    table.first_out("A1")
    open_rules(table)
    link(table.page, "The Dog").tap()
    expect(table.page).to_have_url(re.compile("/rules/dog/$"))
    link(table.page, "Table").tap()
    expect(table.box("Ada first out")).to_be_checked()


def test_refused_entry_leads_to_its_rule_and_back(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422")
    address = table.page.url
    table.page.goto(f"{address}progress/notes/")
    bombed = table.page.get_by_role("group", name="Who played a bomb?")
    bombed.get_by_text("Ada", exact=True).tap()
    table.page.get_by_role("button", name="Save").tap()
    link(table.page, "The rule").tap()
    expect(table.page.locator("#bomb")).to_be_in_viewport()
    link(table.page, "Back").tap()
    expect(table.page).to_have_url(f"{address}progress/notes/")


def test_setting_leads_to_its_rule_and_back(page: Page) -> None:
    page.goto("/new/")
    open_own_rules(page)
    link(page, "The rule on a tie").tap()
    expect(page.locator("#house-tie")).to_be_in_viewport()
    link(page, "Back").tap()
    expect(page).to_have_url("/new/")


def test_person_who_came_from_the_list_of_games_goes_back_to_it(page: Page) -> None:
    page.goto("/")
    link(page, "Rules").tap()
    expect(bar(page)).to_have_text(["Games"])


def test_person_who_opened_the_rules_directly_stays_within_them(page: Page) -> None:
    page.goto("/rules/dog/")
    expect(bar(page)).to_have_text(["Rules", "Search"])


def test_without_scripts_the_rules_keep_their_own_way_up(
    plain_page: Page,
) -> None:
    plain_page.goto("/new/")
    open_own_rules(plain_page)
    link(plain_page, "The rule on a tie").tap()
    expect(bar(plain_page)).to_have_text(["Rules", "Search"])
    plain_page.go_back()
    expect(plain_page).to_have_url("/new/")
