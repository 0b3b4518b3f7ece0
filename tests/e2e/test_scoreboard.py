"""Table mode: the score for all four."""

import pytest
from playwright.sync_api import expect

from tests.e2e.table import TablePage, plain

pytestmark = pytest.mark.one_database


def test_scoreboard_shows_a_round_recorded_on_another_phone(table: TablePage) -> None:
    board = table.page.context.new_page()
    board.goto(f"{table.page.url}scoreboard/")
    table.play(plain(60))
    expect(board.get_by_role("status").locator(".points")).to_have_text(["60", "40"])


def test_scoreboard_turns_a_face_to_each_side(table: TablePage) -> None:
    page = table.page
    page.get_by_role("link", name="Table mode").tap()
    expect(page.locator(".across")).to_be_hidden()
    page.get_by_text("Both sides").tap()
    expect(page.locator(".across")).to_be_visible()
