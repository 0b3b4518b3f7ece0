"""Several tabs or phones that had no network return to one game."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.posting import post_game, post_rounds
from tests.e2e.round_facts import double, plain
from tests.e2e.routes import HeldAnswer
from tests.e2e.table import TablePage
from tests.e2e.unsent import (
    A_MINUTE_LATER,
    STORE_ACKNOWLEDGED,
    all_sent,
    restore_network,
    unsent_rows,
)

pytestmark = pytest.mark.usefixtures("network_fails")


def test_two_tabs_that_send_at_once_double_nothing(page: Page) -> None:
    table = TablePage.set_up(page)
    table.play(plain(55))
    other = table.in_another_tab().load_all()
    table.lose_network()
    for left in (60, 45, 30):
        table.play(plain(left))
    expect(unsent_rows(other)).to_have_count(3)
    restore_network(table)
    all_sent(other)
    assert table.stored == [(55, 45), (60, 40), (45, 55), (30, 70)]


def test_two_phones_that_come_back_let_a_person_decide_each_round(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    mine = TablePage.set_up(page, recorded=[plain(50)] * 4, target=2000)
    theirs = mine.on_another_phone(new_context)
    for table in (mine, theirs):
        table.lose_network()
    theirs.play(plain(60, "B1"))
    theirs.play(plain(20, "B2"))
    mine.play(plain(65, "A1"))
    mine.play(plain(25, "A2"))
    restore_network(theirs)
    theirs.wait_for(6)
    mine.page.context.set_offline(False)
    expect(mine.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    facts = mine.page.locator(".facts").all_inner_texts()
    assert [text.split(" · ")[0] for text in facts] == ["Ben first", "Dora first", "Ada first"]
    mine.page.get_by_role("button", name="Mine is right: amend round 5").tap()
    expect(mine.page.locator(".facts").last).to_contain_text("Cleo first")
    facts = mine.page.locator(".facts").all_inner_texts()
    assert [text.split(" · ")[0] for text in facts] == ["Dora first", "Cleo first"]
    mine.page.get_by_role("link", name="It is the same round: keep theirs").tap()
    all_sent(mine)
    assert mine.stored[4:] == [(65, 35), (20, 80)]
    mine.page.get_by_role("link", name="Changes").tap()
    expect(mine.page.get_by_role("main")).to_contain_text("Round 5 amended")


@pytest.fixture
def mine(page: Page) -> TablePage:
    """A phone without a network at a table of four rounds."""
    return TablePage.set_up(page, recorded=[plain(50)] * 4, target=2000).lose_network()


def record_theirs(mine: TablePage, *rounds: dict[str, Any]) -> None:
    """Record these rounds on another phone."""
    post_rounds(mine.page.request, mine.page.url, rounds, after=4)


def test_list_of_games_says_which_one_waits_for_a_decision(mine: TablePage) -> None:
    record_theirs(mine, plain(60))
    mine.play(plain(65))
    page, game = mine.page, mine.page.url
    page.context.set_offline(False)
    question = page.get_by_role("heading", name="Somebody was faster")
    expect(question).to_be_visible()
    post_game(page.request)
    page.goto("/")

    faster = page.locator(".game", has_text="Somebody was faster: open the table, and compare.")
    expect(faster).to_have_count(1)
    expect(page.locator(".game")).to_have_count(2)
    faster.tap()
    page.wait_for_url(game)
    expect(question).to_be_visible()


def test_round_that_a_person_calls_another_round_follows_theirs(mine: TablePage) -> None:
    record_theirs(mine, plain(60, "B1"))
    mine.play(plain(65, "A1"))
    mine.play(plain(25, "A2"))
    mine.page.context.set_offline(False)
    mine.page.get_by_role("button", name="record it as round 6").tap()
    all_sent(mine)
    assert mine.stored[4:] == [(60, 40), (65, 35), (25, 75)]


def test_question_is_asked_again_after_a_reload(mine: TablePage) -> None:
    record_theirs(mine, plain(60, "B1"))
    mine.play(plain(65, "A1"))
    mine.page.context.set_offline(False)
    question = mine.page.get_by_role("heading", name="Somebody was faster")
    expect(question).to_be_visible()
    mine.page.reload()
    expect(question).to_be_visible()
    mine.page.get_by_role("link", name="It is the same round: keep theirs").tap()
    all_sent(mine)
    assert mine.stored[4:] == [(60, 40)]


def test_amending_that_the_server_refuses_stays_until_a_person_leaves_it(
    mine: TablePage,
) -> None:
    record_theirs(mine, *[double("A1")] * 8, plain(50))
    mine.play(double("A1", A1="grand"))
    mine.page.context.set_offline(False)
    mine.page.get_by_role("button", name="Mine is right: amend round 5").tap()
    expect(mine.status).to_contain_text("The game is over after round 12")
    expect(mine.page.locator("#live")).to_have_attribute("data-state", "needs")
    mine.status.get_by_role("button", name="Leave it").tap()
    all_sent(mine)
    assert mine.stored[4:6] == [(200, 0), (200, 0)]


def test_conflict_with_a_round_of_another_tab_is_asked_about_after_a_reload(page: Page) -> None:
    """This tab was not notified that the round of the other tab was acknowledged."""
    table = TablePage.set_up(page, recorded=[plain(55)]).load_all()
    other = table.put_away().in_another_tab()
    other.play(plain(60))
    game, number = page.url.rstrip("/").rpartition("/")[2], other.version
    other.page.close()
    page.evaluate(STORE_ACKNOWLEDGED, {"game": game, "number": number})
    table.fill_in(plain(60))
    table.points(60)
    question = page.get_by_role("heading", name="Somebody was faster")
    expect(question).to_be_visible()
    # it is stored
    expect(page.locator("#table")).to_have_attribute("data-item", re.compile("."))

    page.reload()

    expect(question).to_be_visible()
    page.get_by_role("link", name="It is the same round: keep theirs").tap()
    all_sent(table)
    assert table.stored == [(55, 45), (60, 40)]


def test_round_decided_about_before_its_first_request_failed_is_recorded_once(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    mine = TablePage.set_up(page).put_away().load_all()
    mine.on_another_phone(new_context).play(plain(35, "B2"))
    first_answer = HeldAnswer(page, "**/rounds/")
    mine.fill_in(plain(60))
    mine.points(60)
    page.evaluate(A_MINUTE_LATER)
    mine.take_out()
    page.get_by_role("button", name="record it as round 2").tap()
    all_sent(mine)

    first_answer.lose()

    mine.wait_for(2)
    mine.play(plain(45))
    mine.wait_for(3)
    assert mine.stored == [(35, 65), (60, 40), (45, 55)]
