"""Two phones score one game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.bundled import exported
from tests.e2e.conftest import FirstAnswer, PageErrors
from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import plain
from tests.e2e.routes import cut_stream
from tests.e2e.table import TablePage
from tests.e2e.unsent import FULL, KEEP_STORE_BUSY, NOISE, all_sent

# A promise that resolves after the page has processed the answer, whether or not it shows it.
OBSERVE_ANSWER = f"""async () => {{
  const subscribe = {exported("scoring/js/live/status.js", "subscribe")};
  window.answered = new Promise(done => subscribe(({{ reachable }}) => reachable && done()));
}}"""

# In a timer of the page, because the page opens the table as soon as the store is free.
FREE_STORE_ONCE_DECIDED = """() => {
  const free = ({ target }) => target.id !== "entry" && setTimeout(window.free);
  addEventListener("submit", free, true);
}"""


@pytest.fixture
def conflict(page: Page, page_errors: PageErrors) -> TablePage:
    """A conflict: another phone has recorded round 1 a moment before this one."""
    page_errors.expect("status of 409")
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    mine.first_out("A1")
    mine.points(60)
    expect(page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    mine.wait_until_loaded()
    return mine


def test_conflict_shows_both_rounds(conflict: TablePage) -> None:
    theirs, mine = conflict.page.locator(".facts").all_inner_texts()
    assert theirs.startswith("Dora first · 35")
    assert mine.startswith("Ada first · 60")


# Delay the browser's answer about persistent storage until the conflict has its item, so that
# the page is drawn then. Also note whether the page is left.
SLOW_STORAGE = """() => {
  const hasItem = () => document.querySelector("#table[data-item]:not([data-item=''])");
  const observed = { subtree: true, attributeFilter: ["data-item"] };
  navigator.storage.persisted = () => new Promise((done) => {
    new MutationObserver(() => hasItem() && done(false)).observe(document.body, observed);
  });
  navigation.addEventListener("navigate", () => (sessionStorage.isLeft = true));
}"""


def test_conflict_stays_where_the_page_is_drawn_before_the_conflict_is_read(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    mine = TablePage.set_up(page).put_away().load_all()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    page.evaluate(SLOW_STORAGE)
    mine.first_out("A1")
    mine.points(60)
    expect(page.locator("#table")).to_have_attribute("data-item", re.compile(r"\d+"))
    assert page.evaluate("sessionStorage.isLeft") is None


def test_conflict_has_the_focus_on_its_heading(conflict: TablePage) -> None:
    expect(conflict.page.get_by_role("heading", level=1)).to_be_focused()


def test_conflict_is_decided_for_theirs(conflict: TablePage) -> None:
    conflict.page.get_by_role("link", name="It is the same round: keep theirs").tap()
    conflict.wait_for(1)
    assert conflict.stored == [(35, 65)]


def test_conflict_lets_mine_amend_theirs(conflict: TablePage) -> None:
    conflict.page.get_by_role("button", name="Mine is right: amend round 1").tap()
    conflict.wait_for(2)
    assert conflict.stored == [(60, 40)]


def test_conflict_lets_mine_be_the_next_round(conflict: TablePage) -> None:
    conflict.page.get_by_role("button", name="record it as round 2").tap()
    conflict.wait_for(2)
    assert conflict.stored == [(35, 65), (60, 40)]


def test_conflict_decided_before_the_round_is_kept_is_decided_once(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    mine.load_all()
    mine.first_out("A1")
    page.evaluate(KEEP_STORE_BUSY)
    page.evaluate(FREE_STORE_ONCE_DECIDED)
    mine.points(60)
    page.get_by_role("button", name="record it as round 2").tap()
    all_sent(mine)
    mine.wait_for(2)
    assert mine.stored == [(35, 65), (60, 40)]


def test_conflict_of_a_round_that_this_phone_could_not_store_is_decided(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409", "QuotaExceededError", "full")
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    mine.load_all()
    page.evaluate(FULL)
    mine.fill_in(plain(60))
    mine.points(60)
    page.get_by_role("button", name="record it as round 2").tap()
    mine.wait_for(2)
    assert mine.stored == [(35, 65), (60, 40)]


def test_conflict_keeps_every_fact_that_was_tapped(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect("status of 409")
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    order = {"out_order": ["A1", "B2", "A2", "B1"]}
    mine.fill_in(plain(60, B1="tichu", A2="grand") | order, whole_order=True)
    mine.points(60)
    page.get_by_role("button", name="record it as round 2").tap()
    mine.wait_for(2)
    assert mine.rows[1].story.startswith("Ada › Dora › Cleo › Ben · ")
    assert mine.rows[1].points == (60 - 200, 40 - 100)


# What happens to a conflict when the other phone undoes its round


@pytest.fixture
def theirs(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> TablePage:
    """The other phone of a conflict, which has recorded round 1. This phone is not notified of
    changes."""
    page_errors.expect("status of 409")
    mine = TablePage.set_up(page).put_away().load_all()
    theirs = mine.on_another_phone(new_context)
    theirs.play(plain(35, "B2"))
    mine.fill_in(plain(60))
    mine.points(60)
    expect(question(page)).to_be_visible()
    return theirs


def question(page: Page) -> Locator:
    return page.get_by_role("heading", name="Somebody was faster")


def keep_theirs(page: Page) -> None:
    page.get_by_role("link", name="It is the same round: keep theirs").tap()


def test_round_is_not_dropped_for_one_that_was_undone(page: Page, theirs: TablePage) -> None:
    theirs.undo()
    keep_theirs(page)
    mine = TablePage(page)
    all_sent(mine)
    mine.wait_for(3)
    assert mine.stored == [(60, 40)]


def test_round_left_to_one_that_another_took_the_place_of_is_asked_about_again(
    page: Page, theirs: TablePage
) -> None:
    theirs.undo()
    post_rounds(theirs.page.request, theirs.page.url, [plain(20, "B1")])
    keep_theirs(page)
    expect(page.locator(".facts").first).to_contain_text("Ben first")
    keep_theirs(page)
    mine = TablePage(page)
    all_sent(mine)
    mine.wait_for(3)
    assert mine.stored == [(20, 80)]


def test_conflict_is_over_when_their_round_is_undone(page: Page, theirs: TablePage) -> None:
    mine = TablePage(page)
    mine.take_out()
    theirs.undo()
    mine.wait_for(3)
    all_sent(mine)
    assert mine.stored == [(60, 40)]


def test_conflict_is_over_when_their_round_is_undone_where_no_stream_gets_through(
    page: Page, theirs: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    cut_stream(page)
    test_conflict_is_over_when_their_round_is_undone(page, theirs)


def test_conflict_is_over_when_their_round_is_undone_after_a_reload(
    page: Page, theirs: TablePage
) -> None:
    page.reload()
    expect(question(page)).to_be_visible()
    theirs.undo()
    mine = TablePage(page)
    mine.wait_for(3)
    all_sent(mine)
    assert mine.stored == [(60, 40)]


def test_conflict_shows_the_round_that_took_the_place_of_theirs(
    page: Page, theirs: TablePage
) -> None:
    theirs.undo()
    post_rounds(theirs.page.request, theirs.page.url, [plain(20, "B1")])
    TablePage(page).take_out()
    expect(page.locator(".facts").first).to_contain_text("Ben first")
    expect(question(page)).to_be_visible()


def test_round_in_conflict_is_recorded_in_the_middle_of_the_next_one_when_theirs_is_undone(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    mine = TablePage.set_up(page)
    theirs = mine.on_another_phone(new_context)
    mine.lose_network()
    mine.play(plain(60))
    mine.first_out("B1")
    theirs.play(plain(35, "B2"))
    page.context.set_offline(False)
    expect(mine.status.get_by_role("button", name="Compare")).to_be_visible()
    theirs.undo()
    all_sent(mine)
    mine.wait_for(3)
    expect(mine.box("Ben first out")).to_be_checked()
    assert mine.stored == [(60, 40)]


def test_table_looked_at_again_shows_what_others_recorded(page: Page) -> None:
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    mine.take_out()
    mine.wait_for(1)
    assert mine.totals == (35, 65)


def test_table_looked_at_again_is_rid_of_taps_for_a_round_that_others_recorded(
    page: Page,
) -> None:
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    mine.first_out("A1")
    expect(mine.box("Ada first out")).to_be_checked()
    mine.take_out()
    mine.wait_for(1)
    expect(page.locator("#entry :checked")).to_have_count(0)


def test_table_looked_at_again_keeps_taps_for_the_round_in_progress(page: Page) -> None:
    mine = TablePage.set_up(page).put_away()
    mine.in_another_tab().call("B1", "tichu")
    mine.first_out("A1")
    mine.take_out()
    expect(mine.box("Tichu Ben")).to_be_checked()
    expect(mine.box("Ada first out")).to_be_checked()


@pytest.fixture
def slow_board(page: Page, first_answer: FirstAnswer) -> Callable[[], None]:
    """The answer to a phone that fetches the board is held back until this function is
    called."""
    answer = first_answer("**/board/**")

    def arrive() -> None:
        page.evaluate(OBSERVE_ANSWER)
        answer.arrive()
        page.evaluate("window.answered")

    return arrive


def test_call_ticked_while_the_table_is_looked_up_stays(
    page: Page, slow_board: Callable[[], None]
) -> None:
    mine = TablePage.set_up(page).put_away()
    other = mine.in_another_tab()
    other.play(plain(35, "B2"))
    other.undo()
    with page.expect_request("**/board/**"):
        mine.take_out()
    mine.call("B1", "tichu")
    slow_board()
    mine.wait_for(3)  # the call is sent as soon as possible
    expect(mine.box("Tichu Ben")).to_be_checked()


def test_table_as_it_is_now_comes_too_late_for_a_conflict(
    page: Page, slow_board: Callable[[], None], page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    mine = TablePage.set_up(page).put_away()
    post_rounds(page.request, page.url, [plain(35, "B2")])
    with page.expect_request("**/board/**"):
        mine.take_out()
    mine.fill_in(plain(60))
    mine.points(60)
    heading = page.get_by_role("heading", name="Somebody was faster")
    expect(heading).to_be_visible()
    slow_board()
    expect(heading).to_be_visible()


def test_round_is_recorded_while_the_table_is_looked_up(
    page: Page, slow_board: Callable[[], None]
) -> None:
    mine = TablePage.set_up(page).put_away()
    with page.expect_request("**/board/**"):
        mine.take_out()
    mine.play(plain(60))
    assert mine.stored == [(60, 40)]
