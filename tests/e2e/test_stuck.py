"""Unsent changes that a person has to decide about: each has a button that resolves it."""

import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.layout import resize
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage, box_of
from tests.e2e.unsent import all_sent, store_stuck

pytestmark = [pytest.mark.one_database, pytest.mark.usefixtures("network_fails")]

VERBS = ["record", "amend", "remove", "tell", "start", "rematch"]
# In the format of earlier releases.
STATES = ["asks", "refused", "gone"]
# Whether a tap in the middle of the button hits it after it was scrolled into view.
CAN_BE_HIT = """() => {
  const button = document.querySelector("#status .boxed button");
  if (!button) return false;
  button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
QUESTION = '<main id="table"><h1 tabindex="-1">Somebody was faster</h1></main>'


@pytest.fixture(params=["running", "over"])
def table(page: Page, request: pytest.FixtureRequest) -> TablePage:
    """A table whose phone has lost the network, during the game or at its end."""
    target = 100 if request.param == "over" else 1000
    return TablePage.set_up(page, target=target, recorded=[plain(100)]).lose_network()


def expect_mark(table: TablePage) -> None:
    expect(table.page.locator("#live")).to_have_attribute("data-state", "needs")


@pytest.mark.parametrize("state", STATES)
def test_whatever_is_stuck_has_a_button_that_ends_it(table: TablePage, state: str) -> None:
    for verb in VERBS:
        store_stuck(table, verb=verb, state=state)
        expect_mark(table)
        table.status.locator(".boxed button").tap()
        expect(table.page.locator("#unsent-count")).to_be_hidden()


@pytest.mark.parametrize("table", ["running"], indirect=True)
def test_two_that_are_stuck_alike_are_ended_one_by_one(table: TablePage) -> None:
    for _ in range(2):
        store_stuck(table, verb="tell", state="gone")
    expect(table.page.locator("#unsent-count")).to_have_text("2 unsent")
    table.page.get_by_role("button", name="Discard it").tap()
    expect(table.page.locator("#unsent-count")).to_have_text("1 unsent")
    table.page.get_by_role("button", name="Discard it").tap()
    expect(table.page.locator("#unsent-count")).to_be_hidden()


@pytest.mark.parametrize("table", ["running"], indirect=True)
def test_what_is_stuck_of_another_game_has_a_link_to_the_list(table: TablePage) -> None:
    store_stuck(table, verb="record", state="refused", game=str(uuid.uuid4()))
    expect_mark(table)
    way = table.page.get_by_role("link", name="Another game needs your decision")
    expect(way).to_have_attribute("href", table.page.url.partition("/t/")[0] + "/unsent/")


@pytest.mark.parametrize("table", ["running"], indirect=True)
@pytest.mark.parametrize("state", STATES)
def test_button_is_there_in_the_middle_of_a_round(table: TablePage, state: str) -> None:
    table.first_out("A1")
    expect(table.page.locator("#unsent-count")).to_have_text("1 unsent")
    store_stuck(table, verb="amend", state=state)
    expect_mark(table)
    table.status.locator(".boxed button").tap()
    expect(table.page.locator("#unsent-count")).to_have_text("1 unsent")


@pytest.mark.parametrize("table", ["running"], indirect=True)
@pytest.mark.parametrize("height", [568, 664, 844])
def test_what_is_refused_leaves_its_button_free(table: TablePage, height: int) -> None:
    resize(table.page, 390, height)
    table.first_out("A1")
    expect(table.page.locator("#unsent-count")).to_have_text("1 unsent")
    store_stuck(table, verb="tell", state="refused")
    expect(table.status.locator(".boxed button")).to_be_visible()
    # The messages are redrawn after each attempt to send.
    table.page.wait_for_function(CAN_BE_HIT)


@pytest.mark.parametrize("table", ["running"], indirect=True)
def test_question_is_asked_by_a_button_in_the_middle_of_a_round(table: TablePage) -> None:
    table.first_out("A1")
    expect(table.page.locator("#unsent-count")).to_have_text("1 unsent")
    store_stuck(table, verb="record", state="asks", answer=QUESTION)
    expect_mark(table)
    table.page.get_by_role("button", name="Compare").tap()
    expect(table.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()


@pytest.mark.parametrize("table", ["running"], indirect=True)
def test_list_of_unsent_changes_discards_a_game_that_has_no_table(table: TablePage) -> None:
    store_stuck(table, verb="start", state="refused")
    store_stuck(table, verb="record", state="refused", game=str(uuid.uuid4()))
    page = table.page
    page.context.set_offline(False)
    page.goto("/unsent/")
    expect(
        page.get_by_role("listitem").filter(has_text="There are two answers")
    ).to_be_visible()
    discard = page.get_by_role("button", name="Discard it")
    for left in (2, 1):
        expect(discard).to_have_count(left)
        discard.first.tap()
    expect(page.get_by_text("Everything is sent.")).to_be_visible()


@pytest.mark.parametrize("table", ["running"], indirect=True)
def test_button_that_discards_a_change_has_a_line_of_its_own(table: TablePage) -> None:
    page = table.page
    store_stuck(table, verb="record", state="refused", game=str(uuid.uuid4()))
    page.context.set_offline(False)
    resize(page, 844, 390)  # a button would have room behind the messages
    page.goto("/unsent/")

    change = page.get_by_role("listitem").filter(has_text="does not know this game")
    start = box_of(change)["x"]
    assert box_of(page.get_by_role("button", name="Discard it"))["x"] == start


def test_item_behind_a_stuck_one_is_sent_after_that_is_left(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[plain(100)]).load_all()
    store_stuck(table, verb="amend", state="refused")
    behind = [["first", "A1"], ["card_points", "60"]]
    store_stuck(table, verb="record", fields=behind, tried=False)
    expect(page.locator("#unsent-count")).to_have_text("2 unsent")

    table.page.get_by_role("button", name="Leave it").tap()

    all_sent(table)
    table.wait_for(2)
    assert table.stored == [(100, 0), (60, 40)]
