"""A network that is there, and slow."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Watch
from tests.e2e.round_facts import plain
from tests.e2e.routes import HeldRequests
from tests.e2e.table import TablePage
from tests.e2e.waiting import NOISE, all_sent

pytestmark = pytest.mark.one_database



def test_round_that_has_arrived_stays_on_screen_until_the_table_has_come(
    table: TablePage, page: Page, watch: Watch
) -> None:
    watch.expect(*NOISE)
    table.play(plain(60))
    table.lose_network().play(plain(45))
    board = HeldRequests(page, "**/board/**")
    page.context.set_offline(False)
    expect(table.said.locator(".happened:visible")).to_have_text(
        "Ada first · 45\u00a0:\u00a055"
    )
    expect(table.page.get_by_role("button", name="Undo")).to_be_hidden()
    board.release()
    all_sent(table)
    expect(table.said).to_contain_text("Undo round 2")
