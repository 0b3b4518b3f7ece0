"""Requests and responses are lost, or others respond: no round is lost or stored twice."""

from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.proxy import CAPTIVE_PORTAL, AnyFault, Fault, FaultProxy, Substitute
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import KEEP_STORE_BUSY, all_sent, amend, unsent_rows
from tests.server import Server

pytestmark = pytest.mark.usefixtures("network_fails")


@pytest.fixture
def proxy(server: Server) -> Iterator[FaultProxy]:
    with FaultProxy(server.url) as proxy:
        yield proxy


@pytest.fixture
def far(
    proxy: FaultProxy,
    browser: Browser,
    browser_context_args: dict[str, Any],
    page_errors: PageErrors,
) -> Iterator[TablePage]:
    """A table on a phone that reaches the server through the proxy."""
    page_errors.home = proxy.url
    context = browser.new_context(**browser_context_args | {"base_url": proxy.url})
    yield TablePage.set_up(page_errors.listen_to(context).new_page(), target=100_000).load_all()
    context.close()


@pytest.fixture
def near(
    far: TablePage,
    server: Server,
    browser: Browser,
    browser_context_args: dict[str, Any],
    page_errors: PageErrors,
) -> Iterator[TablePage]:
    """Another phone at that table, without the proxy. `page_errors` does not distinguish the
    two."""
    page_errors.expect("asked another host")
    state = far.page.context.storage_state()
    context = browser.new_context(**browser_context_args, storage_state=state)
    page = context.new_page()
    page.goto(server.url + urlsplit(far.page.url).path)
    yield TablePage(page)
    context.close()


def end_faults(table: TablePage, proxy: FaultProxy) -> None:
    """Stop the faults of the proxy, and notify this phone."""
    proxy.post_fault, proxy.get_fault = lambda _: Fault.NONE, Fault.NONE
    table.page.evaluate("dispatchEvent(new Event('online'))")


def test_round_whose_answer_was_lost_counts_once(far: TablePage, proxy: FaultProxy) -> None:
    lost = iter([Fault.DROP_RESPONSE])
    proxy.post_fault = lambda path: next(lost, Fault.NONE) if "/rounds/" in path else Fault.NONE
    far.play(plain(60))
    all_sent(far)
    assert far.stored == [(60, 40)]


def test_amending_a_round_whose_answer_was_lost_amends_it_on_the_server(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault, proxy.get_fault = lambda _: Fault.DROP_RESPONSE, Fault.DROP_REQUEST
    far.play(plain(60))
    expect(unsent_rows(far)).to_have_count(1)
    amend(far, 1, plain(70, "B1"))
    far.play(plain(20))
    end_faults(far, proxy)
    all_sent(far)
    assert far.stored == [(70, 30), (20, 80)]


def test_round_whose_answer_was_lost_is_shown_once_when_another_phone_amends_it(
    far: TablePage, proxy: FaultProxy, near: TablePage
) -> None:
    proxy.post_fault, proxy.get_fault = lambda _: Fault.DROP_RESPONSE, Fault.DROP_REQUEST
    far.play(plain(60))
    expect(unsent_rows(far)).to_have_count(1)
    near.wait_for(1)
    near.open_round(1)
    near.points(70)
    near.wait_for(2)
    proxy.get_fault = Fault.NONE
    far.page.evaluate("dispatchEvent(new Event('online'))")
    far.wait_for(2)
    expect(unsent_rows(far)).to_have_count(0)
    assert far.totals == (70, 30)
    end_faults(far, proxy)
    all_sent(far)
    assert far.stored == [(70, 30)]


def test_round_is_unsent_where_nothing_answers_at_all(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda _: Fault.HANG
    far.fill_in(plain(60))
    far.points(60)
    expect(unsent_rows(far)).to_have_count(1)
    assert far.totals == (60, 40)


def test_round_of_a_phone_that_was_revoked_stays_in_the_list_of_unsent_changes(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda _: Fault.DROP_REQUEST
    far.play(plain(60))
    far.page.context.clear_cookies(name="device")
    far.page.goto("/unsent/")  # leaving the table page removes what it sent with the cookie
    end_faults(far, proxy)
    expect(far.page.get_by_role("listitem")).to_contain_text("does not know this game")
    far.page.get_by_role("button", name="Discard it").tap()
    expect(far.page.get_by_text("Everything is sent.")).to_be_visible()


def test_login_page_in_place_of_the_table_is_not_shown(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda _: CAPTIVE_PORTAL
    far.play(plain(60))
    expect(unsent_rows(far)).to_have_count(1)
    expect(far.page.get_by_text("Welcome")).to_have_count(0)
    assert far.totals == (60, 40)


def test_call_that_a_login_page_answers_is_queued_and_sent(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda _: CAPTIVE_PORTAL
    far.call("B1", "tichu")
    expect(far.page.locator("#unsent-count")).to_have_text("1 unsent")
    proxy.post_fault = lambda _: Fault.NONE
    expect(far.page.locator("#unsent-count")).to_be_hidden()
    far.page.reload()
    expect(far.box("Tichu Ben")).to_be_checked()


def test_round_is_sent_by_a_page_whose_scripts_failed_to_load_at_first(
    far: TablePage, proxy: FaultProxy, page_errors: PageErrors
) -> None:
    page_errors.expect("reading 'type'")  # Playwright's clock removes the navigation entry
    proxy.post_fault = lambda _: Fault.DROP_REQUEST
    far.play(plain(60))
    messages = "**/unsent/*.html"
    far.page.route(messages, lambda route: route.abort())
    far.page.clock.install()
    with far.page.expect_event("requestfailed", lambda each: "/unsent/" in each.url):
        far.page.reload()
    with far.page.expect_event("requestfailed", lambda each: "/unsent/" in each.url):
        far.page.clock.fast_forward(5000)
    far.page.unroute(messages)
    proxy.post_fault = lambda _: Fault.NONE
    far.page.clock.fast_forward(10_000)
    all_sent(far)
    assert far.stored == [(60, 40)]


def test_call_behind_a_round_stays_when_both_have_arrived(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda _: Fault.DROP_REQUEST
    far.play(plain(60))
    far.call("B1", "tichu")
    expect(far.page.locator("#unsent-count")).to_have_text("2 unsent")
    end_faults(far, proxy)
    all_sent(far)
    far.wait_for_rounds(1)
    expect(far.box("Tichu Ben")).to_be_checked()


def test_table_that_comes_while_a_round_is_stored_does_not_tick_it_again(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda _: Fault.DROP_REQUEST
    far.play(plain(60))
    far.first_out("A1")
    expect(far.page.locator("#unsent-count")).to_have_text("2 unsent")
    end_faults(far, proxy)
    expect(far.page.locator("#unsent-count")).to_be_hidden()
    far.page.evaluate(KEEP_STORE_BUSY)
    far.points(45)
    expect(unsent_rows(far)).to_have_count(0)
    expect(far.box("Ada first out")).not_to_be_checked()
    far.page.evaluate("free()")
    far.wait_for_rounds(2)
    expect(far.box("Ada first out")).not_to_be_checked()
    all_sent(far)
    assert far.stored == [(60, 40), (45, 55)]


def test_answers_cut_at_random_lose_and_double_nothing(
    far: TablePage, proxy: FaultProxy
) -> None:
    """Fifty answers are cut off after the server has committed, among other faults, on a real
    network. `tests/simulator` tests this on any number of evenings."""
    random = Random(0)
    others: list[AnyFault] = [Fault.DROP_REQUEST, Substitute(502), CAPTIVE_PORTAL]
    faults: list[AnyFault] = [*[Fault.DROP_RESPONSE] * 50, *others * 8]
    random.shuffle(faults)
    proxy.post_fault = lambda _: (
        faults.pop() if faults and random.random() < 0.7 else Fault.NONE
    )
    far.page.evaluate(OBSERVE_ROWS)
    hurry(far)
    lefts = []
    while faults:
        lefts.append(random.choice(range(0, 101, 5)))
        far.play(plain(lefts[-1], random.choice(["A1", "B1"])))
        if random.random() < 0.3:
            far.page.evaluate("dispatchEvent(new Event('online'))")
    all_sent(far)
    assert far.page.evaluate("vanished") == 0
    assert far.stored == [(left, 100 - left) for left in lefts]


# Counts the frames in which the list of rounds is shorter than in the frame before.
OBSERVE_ROWS = """() => {
  window.vanished = 0;
  let before = 0;
  const look = () => {
    const rows = document.querySelectorAll("#rows tr").length;
    vanished += rows < before;
    before = rows;
    requestAnimationFrame(look);
  };
  look();
}"""


def hurry(table: TablePage) -> None:
    """Try again at once, and not after seconds."""
    table.page.evaluate(
        "setInterval(() => document.hidden || dispatchEvent(new Event('online')), 400)"
    )


# What cannot be sent


def test_owner_who_deletes_the_group_is_warned_of_unsent_changes(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda path: Fault.DROP_REQUEST if "/rounds/" in path else Fault.NONE
    far.play(plain(60))
    page = far.page
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    page.get_by_role("link", name="Delete the group").tap()
    expect(page.get_by_label("Type “Our group”")).to_be_visible()
    page.wait_for_load_state()
    page.get_by_label("Type “Our group”").fill("Our group")
    button = page.get_by_role("button", name="Delete the group")
    button.tap()
    expect(page.get_by_text("1 change is unsent")).to_be_visible()
    button.tap()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()


def test_unsent_changes_are_saved_as_a_file_and_imported(
    far: TablePage, proxy: FaultProxy
) -> None:
    proxy.post_fault = lambda path: Fault.DROP_REQUEST if "/rounds/" in path else Fault.NONE
    far.play(plain(60, B1="tichu"))
    far.play(double("A1"))
    url, page = far.page.url, far.page
    page.goto("/unsent/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save unsent changes as a file").tap()
    page.get_by_label("File").set_input_files(download.value.path())
    page.get_by_role("button", name="Check the file").tap()
    expect(page.get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Record it").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Imported from the file")
    proxy.post_fault = lambda _: Fault.NONE
    page.goto(url)
    all_sent(far)
    assert far.stored == [(60, -60), (200, 0)]
