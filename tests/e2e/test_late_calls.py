"""Calls that were tapped without a network, for a round that others record meanwhile."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import all_sent

pytestmark = pytest.mark.usefixtures("network_fails")

RELOADED = [pytest.param(False, id="open"), pytest.param(True, id="reloaded")]

# The refusal of the present ticks.
REFUSE = """() => {
  const refusal = document.createElement("p");
  refusal.className = "refusal";
  const sentence = "Round 2 was recorded without Tichu Dora: amend it, if need be. ";
  refusal.textContent = sentence.repeat(2);
  document.getElementById("status").append(refusal);
}"""


@pytest.fixture
def late(page: Page) -> TablePage:
    """A phone without a network with Ben's Tichu for a round that another phone has
    recorded."""
    table = TablePage.set_up(page).lose_network()
    table.call("B1", "tichu")
    expect(page.locator("#unsent-count")).to_have_text("1 unsent")
    post_rounds(page.request, page.url, [plain(60)])
    return table


def restore_network(table: TablePage, *, reloaded: bool) -> None:
    table.page.context.set_offline(False)
    if reloaded:
        table.page.reload()
    table.wait_for_rounds(1)


@pytest.mark.parametrize("reloaded", RELOADED)
def test_call_that_came_too_late_is_named_with_a_way_out(
    late: TablePage, *, reloaded: bool
) -> None:
    restore_network(late, reloaded=reloaded)
    expect(late.status).to_contain_text("Round 1 was recorded without Tichu Ben")
    expect(late.page.get_by_role("button", name="Leave it")).to_be_visible()
    expect(late.box("Tichu Ben")).not_to_be_checked()


@pytest.mark.parametrize("reloaded", RELOADED)
def test_call_that_was_left_is_not_scored_in_the_next_round(
    late: TablePage, *, reloaded: bool
) -> None:
    restore_network(late, reloaded=reloaded)
    late.page.get_by_role("button", name="Leave it").tap()
    all_sent(late)
    late.play(plain(45))
    assert late.stored == [(60, 40), (45, 55)]


def test_calls_that_came_too_late_one_by_one_are_left_at_once(late: TablePage) -> None:
    board = "**/board/**"
    late.page.route(board, lambda route: route.abort())
    late.page.context.set_offline(False)
    leave = late.page.get_by_role("button", name="Leave it")
    expect(leave).to_be_visible()
    late.lose_network().call("B2", "grand")
    late.page.unroute(board)
    restore_network(late, reloaded=False)
    expect(late.status).to_contain_text("Grand Tichu Dora")
    leave.tap()
    all_sent(late)


def test_another_refusal_does_not_cover_the_way_out(late: TablePage) -> None:
    restore_network(late, reloaded=False)
    leave = late.page.get_by_role("button", name="Leave it")
    expect(leave).to_be_visible()
    late.page.evaluate(REFUSE)
    leave.tap()
    all_sent(late)


def test_way_out_stays_when_the_next_round_is_recorded(late: TablePage) -> None:
    restore_network(late, reloaded=False)
    leave = late.page.get_by_role("button", name="Leave it")
    expect(leave).to_be_visible()
    late.play(plain(45))
    late.wait_for(2)
    expect(leave).to_be_visible()
    leave.tap()
    all_sent(late)
    assert late.stored == [(60, 40), (45, 55)]
