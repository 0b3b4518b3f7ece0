"""A network that is slow, or that answers in place of the site."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import FirstAnswer, PageErrors
from tests.e2e.count_page import CountPage
from tests.e2e.double_taps import CONTROL_AT, place
from tests.e2e.round_facts import plain
from tests.e2e.routes import HeldAnswer, HeldRequests
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, all_sent

pytestmark = pytest.mark.one_database


def takes_tap(target: Locator) -> bool:
    """Return whether a tap at the position of the target hits a control."""
    return bool(target.page.evaluate(CONTROL_AT, list(place(target))))


@pytest.fixture
def sent(table: TablePage, first_answer: FirstAnswer) -> HeldAnswer:
    """The delayed answer to a round that the server has recorded."""
    answer = first_answer("**/rounds/")
    table.fill_in(plain(60))
    with table.page.expect_request("**/rounds/"):
        table.points(60)
    return answer


def test_round_on_its_way_is_pale(sent: HeldAnswer, page: Page) -> None:
    expect(page.locator("#entry")).to_have_css("opacity", "0.5")
    sent.arrive()
    expect(page.locator("#entry")).to_have_css("opacity", "1")


@pytest.mark.usefixtures("sent")
def test_round_on_its_way_takes_no_other_tap(table: TablePage) -> None:
    assert not takes_tap(table.page.locator("label").filter(has=table.box("Tichu Ben")))


def test_undo_on_its_way_is_pale_and_leaves_calls_alone(table: TablePage, page: Page) -> None:
    table.play(plain(60))
    undo = HeldRequests(page, "**/undo/")
    page.get_by_role("button", name="Undo").tap()
    expect(table.status).to_have_css("opacity", "0.5")
    table.call("B1", "tichu")
    expect(table.box("Tichu Ben")).to_be_checked()
    table.first_out("A1")
    assert not takes_tap(table.key(60))
    undo.release()


def test_round_that_has_arrived_stays_on_screen_until_the_table_has_come(
    table: TablePage, page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.play(plain(60))
    table.lose_network().play(plain(45))
    board = HeldRequests(page, "**/board/**")
    page.context.set_offline(False)
    expect(table.status.locator(".happened:visible")).to_have_text(
        "Ada first · 45\u00a0:\u00a055"
    )
    expect(table.page.get_by_role("button", name="Undo")).to_be_hidden()
    board.release()
    all_sent(table)
    expect(table.status).to_contain_text("Undo round 2")


@pytest.mark.parametrize("status", [200, 502])
def test_count_that_nobody_has_answered_to_says_so_and_is_sent_again(
    page: Page, page_errors: PageErrors, status: int
) -> None:
    """A captive portal answers with a page of its own, and a gateway with an error."""
    page_errors.expect(*NOISE)
    counted = CountPage.set_up(page, "count")
    answer = {"status": status, "content_type": "text/html", "body": "<h1>Log in</h1>"}
    page.route("**/count/", lambda route: route.fulfill(**answer), times=1)
    counted.tap(["K"])
    notice = page.locator("#status .no-answer")
    expect(notice).to_be_visible()
    expect(page.locator("[name=seen_A]")).to_have_value("")
    expect(notice).to_have_count(0)
    expect(page.locator("[name=seen_A]")).to_have_value("K")


def test_note_stays_on_its_page_where_a_captive_portal_answers(
    table: TablePage, page: Page
) -> None:
    page.get_by_role("link", name="Bomb or note").tap()
    note = page.get_by_label("Note")
    note.fill("Ada took the Dragon")
    page.wait_for_load_state()
    page.route("**/notes/", lambda route: route.fulfill(body="<h1>Log in</h1>"))
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("alert")).to_contain_text("Saving bombs and notes needs a network")
    page.unroute("**/notes/")
    page.get_by_role("button", name="Save").tap()
    expect(table.box("Tichu Ben")).to_be_attached()
    page.get_by_role("link", name="Bomb or note").tap()
    expect(note).to_have_value("Ada took the Dragon")
