"""Answers that a table page does not get, gets only in part, or gets from another server."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, Page, Response, Route, expect

from tests.e2e.conftest import FirstAnswer, PageErrors
from tests.e2e.layout import resize
from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import plain
from tests.e2e.routes import HeldRequests, lose_answer
from tests.e2e.table import TablePage
from tests.e2e.unsent import COUNT_STORED, NOISE, all_sent, wait_until_stored

pytestmark = pytest.mark.one_database


# The refusals of two calls that were tapped one after the other.
REFUSE_TWICE = """() => {
  for (const sentence of ["Ada has no ninth card yet.", "Cleo has no ninth card yet."]) {
    const refusal = document.createElement("p");
    refusal.className = "refusal";
    refusal.textContent = sentence;
    document.getElementById("status").prepend(refusal);
  }
}"""


def record_again(table: TablePage) -> None:
    """Tap 60 card points, and wait until the round was sent again and the server has
    answered."""

    def is_answer(response: Response) -> bool:
        return response.url.endswith("/rounds/") and "tichu-change" in response.headers

    with table.page.expect_response(is_answer):
        table.points(60)
    all_sent(table)
    table.wait_for(1)


# A lost connection; test_unsent_changes.py tests what happens to rounds then


@pytest.fixture
def cut_off(page: Page, context: BrowserContext, page_errors: PageErrors) -> TablePage:
    """A table whose phone lost the network before an undo."""
    page_errors.expect("htmx:")
    table = TablePage.set_up(page, recorded=[plain(60)])
    context.set_offline(True)
    page.get_by_role("button", name="Undo").tap()
    expect(table.status).to_contain_text("No answer from the server: nothing is lost")
    return table


@pytest.mark.parametrize(
    "name", ["Bomb or note", "Table mode", "Invite", "Round 1", "Changes", "Game"]
)
def test_page_that_needs_the_network_is_not_opened_without_one(page: Page, name: str) -> None:
    table = TablePage.set_up(page, recorded=[plain(60)] * 12)
    address = page.url
    table.lose_network()
    page.get_by_role("link", name=name, exact=True).tap()

    expect(page.locator("#status .refusal")).to_have_text("This needs the network.")
    expect(page.locator("#status .refusal")).to_be_in_viewport(ratio=1)
    assert page.url == address


def test_lost_connection_is_said_beside_a_board_from_before(
    page: Page, page_errors: PageErrors, first_answer: FirstAnswer
) -> None:
    page_errors.expect("ERR_FAILED", "htmx:")
    table = TablePage.set_up(page, recorded=[plain(60)]).put_away()
    post_rounds(page.request, page.url, [plain(55)], after=1)
    page.route("**/undo/", lambda route: route.abort())
    board = first_answer("**/board/**")
    with page.expect_request("**/board/**"):
        table.take_out()
    # The board would wait while a finger is on the control.
    page.get_by_role("button", name="Undo").press("Enter")
    expect(table.status.locator(".no-answer")).to_be_visible()
    expect(page.locator(".htmx-request")).to_have_count(0)
    board.arrive()
    table.wait_for_rounds(2)
    expect(table.status.locator(".no-answer")).to_be_visible()


@pytest.mark.parametrize("height", [844, 664])
def test_lost_connection_is_said_in_sight(cut_off: TablePage, height: int) -> None:
    resize(cut_off.page, 390, height)
    expect(cut_off.status.locator(".refusal")).to_be_in_viewport(ratio=1)


def test_lost_connection_is_no_longer_said_when_something_else_is_tapped(
    cut_off: TablePage,
) -> None:
    cut_off.first_out("A1")
    expect(cut_off.status.locator(".refusal")).to_have_count(0)


def test_no_refusal_is_left_when_something_else_is_tapped(table: TablePage) -> None:
    """This includes refusals that are hidden behind the latest one."""
    table.page.evaluate(REFUSE_TWICE)
    expect(table.status.locator(".refusal")).to_have_count(2)
    table.first_out("A1")
    expect(table.status.locator(".refusal")).to_have_count(0)


def test_same_taps_after_a_lost_answer_count_once(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect("ERR_FAILED", "htmx:")
    table = TablePage.set_up(page)
    page.route("**/rounds/", lose_answer, times=1)
    table.fill_in(plain(60))
    record_again(table)
    assert table.stored == [(60, 40)]


def test_undo_whose_answer_was_lost_counts_once_when_tapped_again(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED", "htmx:")
    table = TablePage.set_up(page, recorded=[plain(60), plain(30)])
    page.route("**/board/**", lambda route: route.abort())
    page.route("**/undo/", lose_answer, times=1)
    undo = page.get_by_role("button", name="Undo")
    undo.tap()
    expect(table.status).to_contain_text("No answer")
    undo.tap()
    table.wait_for(3)
    assert table.stored == [(60, 40)]


def test_undo_whose_answer_was_lost_shows_when_the_table_is_looked_up(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED", "htmx:")
    table = TablePage.set_up(page, recorded=[plain(60)])
    page.route("**/undo/", lose_answer, times=1)
    page.get_by_role("button", name="Undo").tap()
    table.wait_for(2)
    expect(table.status).not_to_contain_text("No answer")
    assert table.rows == []


class TruncatedAnswer(BaseHTTPRequestHandler):
    """Answers with status 200, and closes the connection before the end of the body."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "5000")
        self.end_headers()
        self.wfile.write(b'<section id="score">')

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def truncated_answer() -> Iterator[Callable[[Route], None]]:
    """Deliver the request to the server, and half of an answer to the browser."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), TruncatedAnswer)
    Thread(target=server.serve_forever, daemon=True).start()

    def halve(route: Route) -> None:
        route.fetch()
        route.continue_(url=f"http://127.0.0.1:{server.server_port}/")

    yield halve
    server.shutdown()
    server.server_close()


def test_same_taps_after_half_an_answer_count_once(
    page: Page, truncated_answer: Callable[[Route], None], page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_CONTENT_LENGTH_MISMATCH", "htmx:")
    table = TablePage.set_up(page)
    page.route("**/rounds/", truncated_answer, times=1)
    table.fill_in(plain(60))
    record_again(table)
    assert table.stored == [(60, 40)]


@pytest.mark.parametrize("status", [200, 404, 500, 503])
def test_page_of_somebody_else_is_not_put_into_the_table(
    page: Page, page_errors: PageErrors, status: int
) -> None:
    page_errors.expect(f"status of {status}", "htmx:")
    table = TablePage.set_up(page)
    page.route(
        "**/rounds/", lambda route: route.fulfill(status=status, body="<h1>Gone</h1>"), times=1
    )
    table.fill_in(plain(60))
    record_again(table)
    expect(page.get_by_text("Gone")).to_have_count(0)
    assert table.stored == [(60, 40)]


def test_page_of_somebody_else_is_no_answer_to_an_undo(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("htmx:")
    table = TablePage.set_up(page, recorded=[plain(60)])
    page.route("**/undo/", lambda route: route.fulfill(body="<h1>Gone</h1>"), times=1)
    page.get_by_role("button", name="Undo").tap()
    expect(table.status).to_contain_text("No answer from the server")
    expect(page.get_by_text("Gone")).to_have_count(0)


# A page that is left while a round is on its way


# Except for timers that are due within three seconds.
TIME_STANDS_STILL = """
  Date.now = () => 1_750_000_000_000;
  const start = setTimeout;
  window.setTimeout = (work, delay = 0, ...rest) => delay < 3000 && start(work, delay, ...rest);
"""


@pytest.fixture
def left_on_its_way(
    page: Page, page_errors: PageErrors, first_answer: FirstAnswer
) -> TablePage:
    """A table whose round the server has, but which has received no answer. The clock is
    stopped, so whatever happens next happens because the page is left, and not because of a
    timeout."""
    page_errors.expect("htmx:")
    page.add_init_script(TIME_STANDS_STILL)
    table = TablePage.set_up(page, recorded=[plain(45)]).load_all()
    first_answer("**/rounds/")  # it never arrives
    table.fill_in(plain(60))
    with page.expect_request("**/rounds/"):
        table.points(60)
    wait_until_stored(table)
    return table


@pytest.mark.parametrize("to", ["home", "table"])
def test_round_on_its_way_is_asked_for_at_once_by_the_next_page(
    left_on_its_way: TablePage, to: str
) -> None:
    page = left_on_its_way.page
    url = page.url
    with page.expect_response("**/rounds/") as answer:
        page.goto("/" if to == "home" else url)
    assert answer.value.headers["tichu-change"] == "2"
    all_sent(left_on_its_way)
    page.goto(url)
    assert left_on_its_way.stored == [(45, 55), (60, 40)]


def test_tap_that_an_undo_on_its_way_swallows_is_not_sent_later(
    table: TablePage, page: Page
) -> None:
    table.play(plain(60))
    undo = HeldRequests(page, "**/undo/")
    page.get_by_role("button", name="Undo").tap()
    table.fill_in(plain(30, "B1"))
    table.key(30).press("Enter")  # it accepts no tap now
    undo.release()
    table.wait_for(2)
    assert page.evaluate(COUNT_STORED) == 0


def test_round_of_which_nothing_is_stored_yet_outlives_the_end_of_the_game(
    page: Page, page_errors: PageErrors
) -> None:
    """Another phone ends the game before the scripts that queue the round are loaded."""
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page, target=100)
    scripts = HeldRequests(page, "**/js/offline/table.*")
    page.route("**/rounds/", lambda route: route.abort(), times=1)
    table.fill_in(plain(60))
    table.points(60)
    post_rounds(page.request, page.url, [plain(0, "B1")])
    expect(page.get_by_role("heading", name="Ben + Dora win!")).to_be_visible()
    scripts.release()
    expect(page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
