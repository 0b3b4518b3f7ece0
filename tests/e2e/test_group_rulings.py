"""From a table in the middle of a round to a ruling by the rules of the group, and back: the
number of taps, and that no tick is lost."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.screens.rules import pick
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


def ticked(page: Page) -> Any:
    """Return what is ticked or typed on the table."""
    return page.evaluate(
        "[...document.querySelectorAll('#entry input:checked')]"
        ".map(box => box.name + box.value)"
    )


def follow(table: TablePage, name: str) -> None:
    """Tap a link after the scripts of its page have run, because they set the way back to the
    table."""
    link = table.page.get_by_role("link", name=name, exact=True)
    expect(link).to_be_visible()
    table.page.wait_for_load_state()
    table.tap(link)


def open_play_rules(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Group Our group").tap()
    page.get_by_role("link", name="House rules of play").tap()


def answers_first_out(answer: Response) -> bool:
    """Return whether this is the answer to the ticks with the player who is first out, and not
    to an earlier call."""
    return "/progress/" in answer.url and "first=B1" in (answer.request.post_data or "")


@pytest.fixture
def mid_round(table: TablePage) -> TablePage:
    """A table with a call and a player who is first out, both of which the server has."""
    table.call("A1", "tichu")
    with table.page.expect_response(answers_first_out):
        table.first_out("B1")
    table.taps = 0
    return table


def test_answer_of_a_dispute_is_three_taps_from_the_middle_of_a_round_and_back(
    mid_round: TablePage,
) -> None:
    page, before = mid_round.page, ticked(mid_round.page)
    follow(mid_round, "Rules")
    follow(mid_round, "The Dog")
    expect(page.get_by_text("No bomb stops the Dog.")).to_be_in_viewport()
    follow(mid_round, "Table")

    expect(mid_round.box("Ben first out")).to_be_checked()
    assert (mid_round.taps, ticked(page)) == (3, before)
    assert len(before) >= 2


def test_question_about_cards_is_two_taps_away_and_rules_by_the_group(
    mid_round: TablePage,
) -> None:
    page, before, address = mid_round.page, ticked(mid_round.page), mid_round.page.url
    open_play_rules(page)
    page.get_by_text("Bombs in turn only", exact=True).tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="What was agreed")).to_be_visible()
    page.goto(address)

    mid_round.taps = 0
    follow(mid_round, "Rules")
    follow(mid_round, "May I play this?")
    expect(page).to_have_url(f"{address}may-i-play/")
    page.wait_for_load_state()
    pick(page, "7 of jade")
    page.get_by_text("My play", exact=True).tap()
    pick(page, "2 of jade", "2 of sword", "2 of pagoda", "2 of star")
    page.get_by_text("Not my turn", exact=True).tap()
    page.get_by_role("button", name="May I?").tap()
    expect(page.get_by_text("at your table bombs wait for it")).to_be_visible()
    expect(page.get_by_text("By the rules of your group: Bombs in turn only.")).to_be_visible()
    follow(mid_round, "Table")

    expect(mid_round.box("Ben first out")).to_be_checked()
    assert (mid_round.taps, ticked(page)) == (3, before)


def test_rule_behind_a_ruling_of_the_group_leads_back_to_the_table(
    mid_round: TablePage,
) -> None:
    page, address = mid_round.page, mid_round.page.url
    follow(mid_round, "Rules")
    follow(mid_round, "May I play this?")
    expect(page).to_have_url(f"{address}may-i-play/")
    page.wait_for_load_state()
    pick(page, "7 of jade")
    page.get_by_role("button", name="May I?").tap()
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()
    follow(mid_round, "You never have to beat")
    expect(page).to_have_url(re.compile("/rules/tricks/"))
    follow(mid_round, "Table")

    expect(page).to_have_url(address)
    expect(mid_round.box("Ben first out")).to_be_checked()
