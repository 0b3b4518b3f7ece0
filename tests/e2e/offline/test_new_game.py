"""A game that is started without a network, on the blank table that the phone has cached."""

import pytest
from playwright.sync_api import expect

from tests.e2e.avatars import expect_seats
from tests.e2e.conftest import PageErrors
from tests.e2e.offline.cached import wait_until_cached_with
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize("wanted", [True, False])
def test_game_that_starts_without_a_network_has_avatars_and_what_the_group_shows(
    table: TablePage, page_errors: PageErrors, *, wanted: bool
) -> None:
    page_errors.expect(*NOISE)
    if wanted:
        table.ask_for_deal()
    page = table.page
    page.goto("/new/")
    if wanted:
        wait_until_cached_with(page, "data-shows-deal", "/new/")
    page.context.set_offline(True)
    page.reload()

    page.get_by_role("button", name="Swap partners").tap()
    page.get_by_role("button", name="Start").tap()

    expect_seats(page, "Ada", "Dora", "Ben", "Cleo")
    expect(page.get_by_text("14 dealt")).to_have_count(int(wanted))
