"""A game with a time limit: after its time is up, the table asks between two rounds."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.passed_time import begin_earlier
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE
from tests.server import Server

pytestmark = pytest.mark.one_database

ANSWER = "That was the last round"


def question(table: TablePage) -> Locator:
    return table.page.get_by_text("Was that the last round?")


def test_table_is_asked_between_two_rounds_and_never_inside_one(
    page: Page, server: Server
) -> None:
    table = TablePage.set_up(page, time_limit="60")
    table.play(plain(60))
    expect(page.locator(".time-limit")).to_contain_text("No new round starts after")
    expect(question(table)).to_be_hidden()

    begin_earlier(server, table.page, minutes=61)

    expect(question(table)).to_be_visible()
    table.first_out("A1")
    expect(question(table)).to_be_hidden()
    table.points(70)
    expect(question(table)).to_be_visible()
    table.tap(page.get_by_role("button", name=ANSWER))
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada + Cleo win!")
    expect(page.locator(".ending")).to_contain_text("The time was up.")
    assert table.totals == (130, 70)


def test_tie_is_played_on_until_a_team_leads(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[plain(50)], time_limit="60")
    tie = page.locator(".time-limit").get_by_text("play another round.")
    expect(tie).to_be_hidden()

    page.evaluate("(now => (Date.now = () => now() + 3601000))(Date.now)")

    expect(tie).to_be_visible()
    expect(question(table)).to_be_hidden()
    table.play(plain(60))
    expect(tie).to_be_hidden()
    expect(question(table)).to_be_visible()


def test_question_comes_as_the_time_passes(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[plain(60)], time_limit="60")
    expect(question(table)).to_be_hidden()

    page.evaluate("(now => (Date.now = () => now() + 3601000))(Date.now)")

    expect(question(table)).to_be_visible()


def test_table_that_is_open_is_asked_once_a_time_limit_is_agreed(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[plain(60)])
    other = table.in_another_tab()
    page.evaluate("(now => (Date.now = () => now() + 3601000))(Date.now)")

    other.page.goto(f"{page.url}agreement/")
    other.page.locator(".presets label").filter(has_text="Own rules").tap()
    other.page.get_by_label("Minutes until no new round starts").fill("60")
    other.tap(other.page.get_by_role("button", name="Change the rules"))

    expect(question(table)).to_be_visible()


def test_game_is_not_ended_at_its_time_limit_without_a_network(
    page: Page, server: Server
) -> None:
    table = TablePage.set_up(page, time_limit="60")
    table.play(plain(60))
    begin_earlier(server, table.page, minutes=61)
    expect(question(table)).to_be_visible()
    page.context.set_offline(True)

    table.tap(page.get_by_role("button", name=ANSWER))

    expect(page.get_by_role("alert").filter(has_text="needs a network")).to_be_visible()


def test_game_that_unsent_rounds_end_says_no_more_of_its_time_limit(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page, time_limit="60", target=200)
    table.lose_network()

    table.play(double("A1"))

    expect(page.get_by_role("heading", level=1)).to_have_text("Ada + Cleo win!")
    expect(page.locator(".time-limit")).to_be_hidden()


def test_game_ends_at_its_time_limit_by_plain_forms(plain_page: Page, server: Server) -> None:
    table = TablePage.set_up(plain_page, time_limit="60")
    table.play(double("B1"))
    begin_earlier(server, table.page, minutes=61)

    table.tap(table.page.get_by_role("button", name=ANSWER))

    expect(table.page.get_by_role("heading", level=1)).to_have_text("Ben + Dora win!")
