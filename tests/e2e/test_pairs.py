"""Partners and rivals in tables that fit on every phone, and a page for two players one tap
away."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.layout import resize
from tests.e2e.screens import Demo, Visit
from tests.e2e.screens.statistics import open_year

pytestmark = pytest.mark.one_database

PLAYERS = 6
PAIRS = 15


@pytest.fixture
def together(page: Page, demo: Demo) -> Locator:
    """Open the table of the games that six players have won as partners."""
    open_year(Visit(page, demo))
    page.get_by_role("link", name="Partners and rivals").tap()
    return page.get_by_role("table", name="Games won together")


def test_six_players_are_columns_beside_each_other_on_a_phone(
    page: Page, together: Locator
) -> None:
    resize(page, 390, 844)

    expect(together.get_by_role("columnheader")).to_have_count(PLAYERS + 1)
    expect(together.get_by_role("link")).to_have_count(2 * PAIRS)
    tops = (
        together.locator("tbody tr")
        .first.locator("td")
        .evaluate_all(
            "cells => new Set(cells.map(cell => cell.getBoundingClientRect().bottom)).size"
        )
    )
    assert tops == 1


def test_every_two_are_there_once_where_columns_have_no_room(
    page: Page, together: Locator
) -> None:
    resize(page, 320, 640)

    expect(together.get_by_role("columnheader")).to_have_count(0)
    expect(together.get_by_role("link")).to_have_count(PAIRS)
    expect(together.get_by_role("row")).to_have_count(PLAYERS - 1)


def test_tap_on_a_cell_opens_the_page_of_the_two(page: Page, together: Locator) -> None:
    cell = together.get_by_role("link", name="Anna with Bernd")
    counted = cell.get_attribute("aria-label") or ""

    cell.tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Anna and Bernd")
    expect(page.locator(".standing").first).to_contain_text(counted.split(", ")[-1])
