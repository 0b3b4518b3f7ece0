"""The list of unsent changes sends them without a tap."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage

pytestmark = [pytest.mark.one_database, pytest.mark.usefixtures("network_fails")]

LONGEST_FIRST_RETRY = 3000  # milliseconds

# Store the unsent change as a page does that is sending it.
LEAVE_IN_FLIGHT = """() => new Promise(done => {
  indexedDB.open("tichu-score").onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction("waiting", "readwrite");
    const store = transaction.objectStore("waiting");
    store.getAll().onsuccess = ({ target: { result: [item] } }) =>
      store.put({ ...item, status: "sending", until: Date.now() + 9000 });
    transaction.oncomplete = () => {
      result.close();
      done();
    };
  };
})"""


@pytest.fixture
def table(table: TablePage) -> TablePage:
    """A table with one unsent round on a phone that has lost the network."""
    table.lose_network()
    table.play(plain(60))
    return table


def expect_sent_after(page: Page, milliseconds: int) -> None:
    page.clock.fast_forward(milliseconds)
    expect(page.get_by_text("Everything is sent.")).to_be_visible()


def test_list_of_unsent_changes_sends_again_where_nothing_answered(table: TablePage) -> None:
    page = table.page
    page.route("**/rounds/", lambda route: route.abort())
    page.goto("about:blank")
    page.context.set_offline(False)
    page.clock.install()
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        page.goto("/unsent/")
    expect(page.locator("#unsent-list li")).to_have_count(1)
    page.unroute("**/rounds/")
    expect_sent_after(page, LONGEST_FIRST_RETRY)


def test_list_of_unsent_changes_sends_what_another_page_had_under_way(
    table: TablePage,
) -> None:
    page = table.page
    page.evaluate(LEAVE_IN_FLIGHT)
    page.goto("about:blank")
    page.route("**/rounds/", lambda route: route.abort())  # until the other page is loaded
    page.context.set_offline(False)
    page.clock.install()
    page.goto("/unsent/")
    expect(page.locator("#unsent-list li")).to_have_count(1)
    page.unroute("**/rounds/")
    expect_sent_after(page, 9000)
