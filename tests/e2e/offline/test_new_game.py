"""A game that starts where nobody answers, on the table that the phone has kept."""

from tests.e2e.conftest import Watch
from tests.e2e.table import TablePage
from tests.e2e.test_avatars import expect_seats
from tests.e2e.waiting import NOISE


def test_game_that_starts_without_a_network_has_avatars(table: TablePage, watch: Watch) -> None:
    watch.expect(*NOISE)
    page = table.page
    page.context.set_offline(True)
    page.goto("/new/")

    page.get_by_role("button", name="Swap partners").tap()
    page.get_by_role("button", name="Start").tap()

    expect_seats(page, "Ada", "Dora", "Ben", "Cleo")
