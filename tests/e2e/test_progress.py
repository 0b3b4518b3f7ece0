"""The round in progress on every phone: calls and places, before it is recorded."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import FirstAnswer, PageErrors
from tests.e2e.count_page import CountPage
from tests.e2e.round_facts import plain
from tests.e2e.routes import HeldAnswer, HeldRequests
from tests.e2e.table import TablePage
from tests.server import Server

pytestmark = pytest.mark.one_database


def wait_for_known(table: TablePage, known: str) -> None:
    """Wait until the server has these ticks of the round in progress."""
    expect(table.page.locator("#known")).to_have_value(known)


BEN = "tichu=B1"


def test_call_outlives_a_reload(table: TablePage) -> None:
    table.call("B1", "tichu")
    wait_for_known(table, BEN)
    table.page.reload()
    expect(table.box("Tichu Ben")).to_be_checked()


def test_call_shows_on_a_phone_that_looks_later(table: TablePage) -> None:
    table.call("B1", "tichu")
    wait_for_known(table, BEN)
    expect(table.in_another_tab().box("Tichu Ben")).to_be_checked()


# This leaves the page faster than a link does: before any timer of the page fires.
CALL_AND_LEAVE = """() => {
  document.querySelector("#entry [name=tichu][value=B1]").click();
  location.href = "about:blank";
}"""


def test_call_is_sent_where_the_page_is_left_at_once(table: TablePage) -> None:
    other = table.in_another_tab()
    table.page.evaluate(CALL_AND_LEAVE)
    table.page.wait_for_url("about:blank")
    wait_for_known(other, BEN)


def test_calls_of_two_phones_come_together(table: TablePage) -> None:
    other = table.in_another_tab()
    other.call("A1", "grand")
    wait_for_known(other, "grand=A1")
    table.call("B1", "tichu")
    expect(table.box("Grand Tichu Ada")).to_be_checked()
    expect(table.box("Tichu Ben")).to_be_checked()


def test_grand_tichu_closes_with_a_tap_on_every_phone(table: TablePage) -> None:
    other = table.ask_for_deal().in_another_tab()
    table.tap(table.page.get_by_text("14 dealt"))
    expect(other.box("14 dealt")).to_be_checked()
    expect(other.page.locator("label.grand").first).to_have_css("pointer-events", "none")


def test_grand_tichu_called_on_an_outdated_phone_is_refused(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422", "ERR_FAILED")
    other = table.ask_for_deal().in_another_tab()
    other.page.route("**/board/**", lambda route: route.abort())
    table.tap(table.page.get_by_text("14 dealt"))
    wait_for_known(table, "dealt=on")
    other.call("A1", "grand")
    expect(other.status).to_contain_text("Grand Tichu is called before the ninth card")
    expect(other.box("Grand Tichu Ada")).not_to_be_checked()


def test_next_round_starts_with_no_call(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.page.reload()
    expect(table.box("Tichu Ben")).not_to_be_checked()


def test_undone_round_keeps_its_calls_for_the_next_tap(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.undo()
    expect(table.box("Tichu Ben")).to_be_checked()
    table.first_out("B1")
    table.points(60)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (60, 140)


def test_call_of_another_phone_is_not_lost_by_recording(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    other = table.put_away().in_another_tab()
    other.call("B1", "tichu")
    wait_for_known(other, BEN)
    table.first_out("A1")
    table.points(60)
    table.page.get_by_role("button", name="Yes: record the round with that").tap()
    table.wait_for_rounds(1)
    assert table.rows[0].points == (60, -60)


Unanswered = tuple[TablePage, HeldAnswer]


@pytest.fixture
def unanswered(table: TablePage, first_answer: FirstAnswer) -> Unanswered:
    """Call Tichu for Ben on this phone, and hold back the answer. Returns another phone, which
    shows the call, and the answer."""
    other = table.in_another_tab()
    answer = first_answer("**/progress/")
    table.call("B1", "tichu")
    expect(other.box("Tichu Ben")).to_be_checked()
    return other, answer


def test_call_tapped_before_an_answer_is_sent_with_what_that_said(
    table: TablePage, unanswered: Unanswered
) -> None:
    other, answer = unanswered
    other.call("B1", "tichu")
    wait_for_known(other, "")
    table.call("A1", "tichu")
    answer.arrive()
    wait_for_known(other, "tichu=A1")


def test_call_taken_back_before_its_answer_comes_is_not_missed(
    table: TablePage, unanswered: Unanswered
) -> None:
    _, answer = unanswered
    table.call("B1", "tichu")
    table.first_out("A1")
    table.points(60)
    table.wait_for_rounds(1)
    answer.arrive()
    assert table.rows[0].points == (60, 40)


def test_call_taken_back_whose_answer_is_lost_stays_taken_back(
    table: TablePage, unanswered: Unanswered, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED", "htmx:")
    other, answer = unanswered
    table.call("B1", "tichu")
    answer.lose()
    wait_for_known(other, "")
    expect(table.box("Tichu Ben")).not_to_be_checked()


def test_call_that_arrives_after_its_round_is_no_update(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    request = HeldRequests(table.page, "**/progress/", times=1)
    with table.page.expect_request("**/progress/"):
        table.call("B1", "tichu")
    table.call("B1", "tichu")
    table.first_out("A1")
    table.points(60)
    table.wait_for_rounds(1)
    with table.page.expect_response("**/progress/"):
        request.release()
    expect(table.page.get_by_role("button", name="Undo")).to_be_visible()
    expect(table.status.locator(".refusal")).to_have_count(0)


# For each request its address, and whether Ben's Tichu is ticked after its answer.
OBSERVE_TICK = """() => {
  window.ticked = [];
  addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    const { checked } = document.querySelector("#entry [name=tichu][value=B1]");
    ticked.push([ctx.request.action.split("/").at(-2), checked]);
  });
}"""


def test_late_answer_to_an_undo_leaves_the_call_that_was_sent_after_it(
    table: TablePage, first_answer: FirstAnswer
) -> None:
    table.play(plain(60))
    other = table.in_another_tab()
    table.open_round(1)
    table.points(45)
    table.wait_for(2)
    answer = first_answer("**/undo/")
    table.tap(table.page.get_by_role("button", name="Undo"))
    other.wait_for(3)
    table.page.evaluate(OBSERVE_TICK)
    table.call("B1", "tichu")
    table.wait_for(4)
    answer.arrive()
    expect(table.page.locator("#rows .a").first).to_contain_text("60")
    table.page.wait_for_function("() => ticked.some(([asked]) => asked === 'undo')")
    assert all(checked for _, checked in table.page.evaluate("ticked"))


def test_place_tapped_before_others_calls_come_stays(
    table: TablePage, first_answer: FirstAnswer, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED", "htmx:")
    other = table.in_another_tab()
    table.first_out("A1")
    wait_for_known(table, "first=A1")
    other.call("B1", "tichu")
    expect(table.box("Tichu Ben")).to_be_checked()
    answer = first_answer("**/progress/")
    with table.page.expect_request("**/progress/"):
        table.call("A1", "grand")
    table.second("B1")
    table.page.route("**/progress/", lambda route: route.abort(), times=1)
    with table.page.expect_request("**/progress/"):
        answer.arrive()
    expect(table.box("Ben second")).to_be_checked()
    table.clear()
    expect(table.box("Tichu Ben")).to_be_checked()
    expect(table.box("Grand Tichu Ada")).to_be_checked()


def test_half_a_round_survives_a_reload_and_a_kill_of_the_server(
    table: TablePage, server: Server, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_")  # the stream is cut off
    page = table.page
    table.call("B1", "tichu")
    table.call("A2", "grand")
    table.first_out("A1")
    table.second("B2")
    count_page = CountPage.of_teams(table)
    count_page.tap(["K", "5", "dragon"])
    page.get_by_role("button", name="Record 40").wait_for()
    page.get_by_role("link", name="Table").tap()
    expect(table.box("Ada first out")).to_be_checked()
    server.kill()
    server.start()
    page.reload()
    for box in ("Tichu Ben", "Grand Tichu Cleo", "Ada first out", "Dora second"):
        expect(table.box(box)).to_be_checked()
    expect(table.key(40)).to_have_attribute("aria-current", "true")
