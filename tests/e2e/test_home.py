"""The list of games on the home page."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

# Longer than half of a phone's width, and shorter than what stands beside the totals.
PARTNERS = {"A1": "Maximilian", "A2": "Wilhelmina"}

LINES = """names => {
  const range = document.createRange();
  range.selectNodeContents(names.firstChild);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}"""

# How far the digits begin from where the names begin.
DIGITS_BESIDE_NAMES = """line => {
  const left = (part) => {
    const range = document.createRange();
    range.selectNodeContents(line.querySelector(part));
    return Math.min(...[...range.getClientRects()].map(box => box.left));
  };
  return Math.round(left(".total") - left(".names"));
}"""


def test_left_total_of_a_running_game_begins_where_its_names_begin(page: Page) -> None:
    TablePage.set_up(page, recorded=[plain(60)])
    page.goto("/")
    assert page.locator(".game.large .line.a").evaluate(DIGITS_BESIDE_NAMES) == 0


def test_names_that_fit_beside_the_total_are_on_one_line(page: Page) -> None:
    table = TablePage.set_up(page, NAMES | PARTNERS, target=200)
    table.fill_in(double("A1"))
    table.confirm(double("A1"))
    expect(page.get_by_role("heading", name="win!")).to_be_visible()
    page.goto("/")
    names = page.get_by_role("listitem").get_by_text("Maximilian + Wilhelmina")
    assert names.evaluate(LINES) == 1
