"""Unsent changes that an earlier release has stored on a phone."""

import uuid
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import PageErrors
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, STORE, restore_network


@pytest.fixture
def table(page: Page, page_errors: PageErrors) -> TablePage:
    """A table after a round, whose phone has lost the network."""
    page_errors.expect(*NOISE)
    table = TablePage.start(page)
    table.play(plain(100))
    return table.lose_network()


def unsent_round(table: TablePage, points: int, **more: Any) -> dict[str, Any]:
    game = table.page.url.rstrip("/").rpartition("/")[2]
    return {
        "key": str(uuid.uuid4()),
        "verb": "record",
        "game": game,
        "names": list(table.names.values()),
        "path": f"/t/{game}/rounds/",
        "token": table.page.locator("[name=csrfmiddlewaretoken]").first.input_value(),
        "after": 1,
        "fields": [["known", "{}"], ["first", "A1"], ["card_points", str(points)]],
        "at": 0,
    } | more


def test_rounds_arrive_in_order(table: TablePage) -> None:
    lost = unsent_round(table, 60, id=100, tried=True, flying=1)
    behind = unsent_round(table, 75, id=101, behind=100)
    for item in (lost, behind):
        table.page.evaluate(STORE, item)
    restore_network(table)
    assert table.stored == [(100, 0), (60, 40), (75, 25)]
