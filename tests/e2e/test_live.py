"""Live scores: a round that one phone records is soon shown on every other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.cases import score_sheets
from tests.e2e.conftest import PageErrors
from tests.e2e.round_facts import partner, plain
from tests.e2e.routes import HeldRequests, cut_stream
from tests.e2e.table import TablePage
from tests.server import PATIENCE, Server, free_port

GAME = score_sheets()[0]
# Each phone records once. test_evening.py plays the whole game with two phones and a
# television.
ROUNDS = GAME["rounds"][:4]


class Party:
    """Four phones at one table, and a scoreboard that everybody sees."""

    def __init__(
        self, new_context: Callable[..., BrowserContext], game: dict[str, Any]
    ) -> None:
        first = new_context()
        table = TablePage.set_up(first.new_page(), game["seats"], target=game["target"])
        self.url, stored = table.page.url, first.storage_state()
        self.phones = [table]
        for _ in range(3):
            page = new_context(storage_state=stored).new_page()
            page.goto(self.url)
            self.phones.append(TablePage(page, game["seats"]))
        self.board = new_context(storage_state=stored).new_page()
        self.board.goto(f"{self.url}scoreboard/")

    @property
    def pages(self) -> list[Page]:
        return [*(phone.page for phone in self.phones), self.board]

    def play(self, number: int, facts: dict[str, Any], totals: list[int]) -> list[float]:
        """Make each call on a phone of its own, and record on another one. Returns how long
        each page took to show the round."""
        phones = [*self.phones[number % 4 :], *self.phones[: number % 4]]
        for phone, call in zip(phones[1:], facts["calls"], strict=False):
            phone.call(call["player"], call["level"])
            for other in self.phones:
                name = "Grand Tichu" if call["level"] == "grand" else "Tichu"
                expect(other.box(f"{name} {other.names[call['player']]}")).to_be_checked()
        phones[0].first_out(facts["first_out"])
        key = phones[0].key((facts["card_points"] or {"A": 0})["A"])
        if facts.get("double_win"):
            key = phones[0].double(partner(facts["first_out"]))
        # A page may not show the latest call yet.
        version = max(self.version(page) for page in self.pages)
        for page in self.pages:
            page.evaluate(SHOWN, version + 1)
        key.tap()
        return self.agree(phones[0].page, totals)

    def agree(self, recorder: Page, totals: list[int]) -> list[float]:
        shown = [page.evaluate("window.shownAt") for page in self.pages]
        assert [list(phone.totals) for phone in self.phones] == [totals] * 4
        expect(points(self.board)).to_have_text(
            [str(each).replace("-", "−") for each in totals]
        )
        start = recorder.evaluate("window.tappedAt")
        return [
            at - start for page, at in zip(self.pages, shown, strict=True) if page != recorder
        ]

    def version(self, page: Page) -> int:
        return int(page.locator("[data-version]").get_attribute("data-version") or -1)

    def expect_state(self, state: str) -> None:
        for page in self.pages:
            expect(page.locator("#live")).to_have_attribute("data-state", state)


# The times at which this page was tapped last and at which it showed this version, by the clock
# of the machine.
SHOWN = """version => {
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("click", () => { window.tappedAt = now(); }, { capture: true });
  window.shownAt = new Promise(done => {
    const look = () => {
      const shown = document.querySelector("[data-version]");
      if (shown && Number(shown.dataset.version) >= version) return done(now());
      requestAnimationFrame(look);
    };
    look();
  });
}"""


def points(board: Page) -> Locator:
    return board.get_by_role("status").locator(".points")


def print_times(how: str, seconds: list[float]) -> None:
    cuts = quantiles(seconds, n=20)
    print(f"\nFrom tap to another phone {how}: p50 {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms")


@pytest.fixture
def party(new_context: Callable[..., BrowserContext]) -> Party:
    return Party(new_context, GAME)


def rounds() -> Iterator[tuple[int, dict[str, Any], list[int]]]:
    for number, (facts, totals) in enumerate(zip(ROUNDS, GAME["totals"], strict=False)):
        yield number, facts, totals


def test_every_page_agrees_after_every_round(party: Party) -> None:
    party.expect_state("live")
    seconds = []
    for number, facts, totals in rounds():
        seconds += party.play(number, facts, totals)
    print_times("by the stream", seconds)


def test_every_page_agrees_where_no_stream_gets_through(
    new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED")

    def without_streams(**options: Any) -> BrowserContext:
        context = new_context(**options)
        cut_stream(context)
        return context

    party = Party(without_streams, GAME)
    seconds = []
    for number, facts, totals in rounds():
        seconds += party.play(number, facts, totals)
    party.expect_state("polling")
    print_times("by asking", seconds)


def test_every_page_agrees_when_the_server_was_away_in_the_middle(
    party: Party, server: Server, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_")
    for number, facts, totals in rounds():
        if number == len(ROUNDS) // 2:
            server.stop()
            server.start()
        party.play(number, facts, totals)


# Whether the boundary of the halves has begun to move since this was called: true, or false
# after the time limit (in milliseconds).
MOVES = """limit => {
  window.moved = new Promise(done => {
    addEventListener("transitionrun", ({ target }) => target.id === "half" && done(true));
    setTimeout(done, limit, false);
  });
}"""


def test_halves_move_on_the_phone_that_records_and_on_the_others(
    new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED")
    first = new_context()
    table = TablePage.set_up(first.new_page())
    stored = first.storage_state()
    live, polling = new_context(storage_state=stored), new_context(storage_state=stored)
    cut_stream(polling)
    pages = [table.page, live.new_page(), polling.new_page()]
    for page, state in zip(pages, ["live", "live", "polling"], strict=True):
        page.goto(table.page.url)
        expect(page.locator("#live")).to_have_attribute("data-state", state)
        page.evaluate(MOVES, PATIENCE * 1000)
    table.play(plain(100))
    assert [page.evaluate("window.moved") for page in pages] == [True] * 3
    for page in pages:
        expect(page.locator("#half")).to_have_attribute("transform", "scale(0.516 1)")


@contextmanager
def beside(server: Server) -> Iterator[str]:
    """Start a second server on the same data. Returns its address."""
    port = free_port()
    first, server.port = server.port, port
    process, env = server.process, server.env
    server.env = env | {"PORT": str(port)}
    try:
        server.start()
        yield f"http://127.0.0.1:{port}"
    finally:
        if server.process is not process:
            server.kill()
        server.process, server.port, server.env = process, first, env


def test_round_recorded_through_another_server_is_shown(
    page: Page, server: Server, page_errors: PageErrors
) -> None:
    mine = TablePage.set_up(page)
    with beside(server) as url:
        page_errors.expect(f"asked another host: {url}/")
        # Cookies do not depend on the port, so it is the same device.
        other = page.context.new_page()
        other.goto(url + urlsplit(page.url).path)
        TablePage(other).play(plain(60))
        mine.wait_for_rounds(1)
        assert mine.totals == (60, 40)
        mine.play(plain(35))
        TablePage(other).wait_for_rounds(2)
        other.close()


# What must not be torn


def test_half_tapped_round_stays_when_another_phone_calls(page: Page) -> None:
    mine = TablePage.set_up(page)
    other = mine.in_another_tab()
    mine.first_out("A1")
    other.call("B1", "tichu")
    expect(mine.box("Tichu Ben")).to_be_checked()
    expect(mine.box("Ada first out")).to_be_checked()


def test_call_of_another_phone_joins_the_one_ticked_here(page: Page) -> None:
    mine = TablePage.set_up(page)
    other = mine.in_another_tab()
    mine.call("A1", "grand")
    expect(other.box("Grand Tichu Ada")).to_be_checked()
    other.call("B1", "tichu")
    expect(mine.box("Tichu Ben")).to_be_checked()
    expect(mine.box("Grand Tichu Ada")).to_be_checked()


def test_focus_stays_where_it_was(page: Page) -> None:
    mine = TablePage.set_up(page)
    other = mine.in_another_tab()
    mine.box("Tichu Cleo").focus()
    other.play(plain(60))
    mine.wait_for_rounds(1)
    expect(mine.box("Tichu Cleo")).to_be_focused()


def test_amended_round_of_another_phone_shows_after_a_call_here(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED")
    cut_stream(page)
    mine = TablePage.set_up(page, recorded=[plain(60)])
    other = mine.in_another_tab()
    requests = HeldRequests(page, "**/board/**")
    other.open_round(1)
    other.points(45)
    other.wait_for(2)
    mine.call("B1", "tichu")
    mine.wait_for(3)
    requests.release()
    expect(page.locator("#rows .a").first).to_contain_text("45")
    expect(mine.box("Tichu Ben")).to_be_checked()


def test_page_of_somebody_else_is_no_update(page: Page) -> None:
    mine = TablePage.set_up(page)
    other = mine.in_another_tab()
    page.route("**/board/**", lambda route: route.fulfill(body="<p>Your room number?</p>"))
    other.play(plain(60))
    expect(page.get_by_role("img", name="No connection")).to_be_visible()
    expect(mine.box("Tichu Cleo")).to_be_visible()


# The mark


def test_mark_says_that_there_is_no_connection(page: Page, context: BrowserContext) -> None:
    TablePage.set_up(page)
    expect(page.get_by_role("img", name="Live")).to_be_visible()
    context.set_offline(True)
    expect(page.get_by_role("img", name="No connection")).to_be_visible()
    context.set_offline(False)
    expect(page.get_by_role("img", name="Live")).to_be_visible()
