"""The page says what each team needs to win, by itself and on request."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.round_facts import double, plain
from tests.e2e.routes import HeldAnswer
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


def test_what_each_team_needs_follows_the_score(page: Page) -> None:
    table = TablePage.set_up(page, target=300)
    page.get_by_role("link", name="What do we need?").tap()
    expect(page.locator("#winning-conditions")).to_contain_text("Ada + Cleo win")
    table.play(plain(125))
    expect(page.locator("#winning-conditions")).to_contain_text("any made Grand Tichu")


def test_slow_answer_to_what_is_needed_holds_up_no_board_and_is_asked_for_again(
    page: Page,
) -> None:
    table = TablePage.set_up(page, target=300)
    answer = HeldAnswer(page, "**/winning-conditions/")
    page.get_by_role("link", name="What do we need?").tap()

    table.in_another_tab().play(plain(125))

    table.wait_for(1)
    expect(page.locator("#winning-conditions")).to_contain_text("any made Grand Tichu")
    answer.arrive()
    expect(page.locator("#winning-conditions")).to_contain_text("any made Grand Tichu")


def test_what_would_win_is_there_by_itself_until_somebody_calls(page: Page) -> None:
    mine = TablePage.set_up(page, target=300)
    other = mine.in_another_tab()
    lines = [phone.page.locator("#within-reach") for phone in (mine, other)]
    mine.play(double("B1"))
    for line in lines:
        expect(line).to_contain_text("Ben + Dora win with 100 card points, with")
    mine.call("A1", "tichu")
    for line in lines:
        expect(line).to_be_hidden()
    mine.call("A1", "tichu")
    for line in lines:
        expect(line).to_be_visible()
    mine.undo()
    for line in lines:
        expect(line).to_be_empty()
