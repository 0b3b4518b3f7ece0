"""The caller: the events that a table reads out if the device is set to it."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.loading import FILE_WITH
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tichu_score.static_files import minify_module

pytestmark = pytest.mark.one_database

CALLER = Path("scoring/static/scoring/js/table/caller.js")
MOST_BYTES = 2_000
# The texts that the page asks the browser to speak, because test machines have no voices.
LISTEN = """
  window.spoken = [];
  speechSynthesis.speak = ({ lang, text }) => spoken.push([lang, text]);
"""


def listen(page: Page) -> Page:
    page.add_init_script(f"localStorage.device = 'caller'; {LISTEN}")
    return page


def set_up(page: Page, target: int = 1000) -> TablePage:
    """Set up a table that reads out new events."""
    table = TablePage.set_up(listen(page), target=target)
    wait_for_caller(page)
    return table


def wait_for_caller(page: Page) -> None:
    module = page.wait_for_function(FILE_WITH, arg="/caller.").json_value()
    page.evaluate("module => import(module).then(() => {})", module)


def expect_spoken(page: Page, *texts: str) -> None:
    """Wait until this number of texts was spoken, and check that they are these."""
    page.wait_for_function("count => spoken.length >= count", arg=len(texts))
    assert page.evaluate("spoken") == [["en", text] for text in texts]


ROUND = "Round 1: 60 : 40. Ada & Cleo 60, needs 940. Ben & Dora 40, needs 960."


def test_round_is_read_out_with_the_score_and_what_is_needed(page: Page) -> None:
    set_up(page).play(plain(60))
    expect_spoken(page, ROUND)


def test_call_is_read_out_when_it_is_ticked(page: Page) -> None:
    set_up(page).call("B1", "grand")
    expect_spoken(page, "Grand Tichu Ben.")


def test_winner_is_read_out(page: Page) -> None:
    table = set_up(page, target=200)
    table.fill_in(double("A1"))
    table.confirm(double("A1"))
    expect_spoken(
        page,
        "Round 1: double win by Ada and Cleo. Ada & Cleo win! Ada & Cleo 200. Ben & Dora 0.",
    )


def test_undone_round_is_read_out_with_the_score_before_it(page: Page) -> None:
    table = set_up(page)
    table.play(plain(60))
    expect_spoken(page, ROUND)
    table.undo()
    expect_spoken(
        page,
        ROUND,
        "Undone: round 1, 60 : 40. Ada & Cleo 0, needs 1000. Ben & Dora 0, needs 1000.",
    )


def test_refusal_is_read_out(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect("status of 422")
    table = set_up(page)
    page.locator("#entry").evaluate(
        """form => {
          const wrong = { type: "hidden", name: "card_points", value: "61" };
          form.append(Object.assign(document.createElement("input"), wrong));
          form.requestSubmit();
        }"""
    )
    refusal = table.status.locator(".refusal")
    expect(refusal).to_be_visible()
    expect_spoken(page, " ".join(refusal.inner_text().split()) + ".")


def test_unsent_round_is_read_out_once(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect("htmx:")
    table = set_up(page).lose_network()
    table.play(plain(60))
    _, _, score = ROUND.partition("40. ")
    words = f"Round 1: 60 : 40. It is sent when the network is back. {score}"
    expect_spoken(page, words)
    page.context.set_offline(False)
    table.wait_for(1)
    table.call("B1", "tichu")
    expect_spoken(page, words, "Tichu Ben.")


def test_other_phones_read_out_the_same(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    table = TablePage.set_up(page)
    other = listen(new_context(storage_state=page.context.storage_state()).new_page())
    other.goto(page.url)
    wait_for_caller(other)
    table.play(plain(60))
    expect_spoken(other, ROUND)


@pytest.fixture
def television(table: TablePage, new_context: Callable[..., BrowserContext]) -> Page:
    """Table mode of the game on another device that reads out new events."""
    state = table.page.context.storage_state()
    television = listen(new_context(storage_state=state).new_page())
    television.goto(f"{table.page.url}scoreboard/")
    wait_for_caller(television)
    return television


FIRST_ROUND = "Round 1, Ada first, 60 : 40. Ada & Cleo 60. Ben & Dora 40."


def test_table_mode_reads_out_the_score(table: TablePage, television: Page) -> None:
    table.play(plain(60))
    expect_spoken(television, FIRST_ROUND)


def test_table_mode_reads_out_a_round_that_changes_no_total(
    table: TablePage, television: Page
) -> None:
    table.play(plain(60))
    expect_spoken(television, FIRST_ROUND)
    table.call("A1", "tichu")
    expect_spoken(television, FIRST_ROUND, "Tichu Ada.")
    table.play(plain(100, "B1"))
    second = (
        "Round 2, Ben first, 100 : 0, Tichu by Ada failed, −100. Ada & Cleo 60. Ben & Dora 40."
    )
    expect_spoken(television, FIRST_ROUND, "Tichu Ada.", second)


def test_table_mode_reads_out_no_round_before_one_that_is_undone(
    table: TablePage, television: Page
) -> None:
    table.play(plain(60))
    expect_spoken(television, FIRST_ROUND)
    table.play(plain(45))
    second = "Round 2, Ada first, 45 : 55. Ada & Cleo 105. Ben & Dora 95."
    expect_spoken(television, FIRST_ROUND, second)
    table.undo()
    expect_spoken(television, FIRST_ROUND, second, "Ada & Cleo 60. Ben & Dora 40.")


def test_what_would_win_is_read_out_only_when_it_changed(page: Page) -> None:
    table = set_up(page, target=300)
    table.play(double("A1"))
    first = (
        "Round 1: double win by Ada and Cleo. "
        "Ada & Cleo 200, needs 100. Ben & Dora 0, needs 300. "
        "Ada & Cleo win with 100 card points, with a made Tichu and at least 0 card points, "
        "or with any made Grand Tichu."
    )
    expect_spoken(page, first)
    table.play(plain(0, "B1"))
    second = (
        "Round 2: 0 : 100. Ada & Cleo 200, needs 100. Ben & Dora 100, needs 200. "
        "Ben & Dora win with a double win, with a made Tichu and 100 card points, "
        "or with a made Grand Tichu and 5 card points."
    )
    expect_spoken(page, first, second)


def test_nothing_is_loaded_or_read_out_where_nobody_asked_for_it(page: Page) -> None:
    page.add_init_script(LISTEN)
    TablePage.set_up(page).play(plain(60))
    page.reload(wait_until="networkidle")
    assert page.evaluate(f"({FILE_WITH})('/caller.')") is None
    assert page.evaluate("spoken") == []


def test_caller_can_be_heard_when_it_is_chosen(page: Page) -> None:
    page.add_init_script(LISTEN)
    page.goto("/device/")
    page.get_by_label("Read the score out").check()
    expect_spoken(page, "The score is read out.")


def test_script_of_the_caller_is_small() -> None:
    short = minify_module(CALLER.read_text()).encode()
    assert len(gzip.compress(short)) < MOST_BYTES
