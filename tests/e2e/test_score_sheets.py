"""Complete games are played on the screen of a phone as on their score sheets."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.cases import score_sheets, winner_of
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage

# The games of the first evening have every kind of round. test_demo.py has all score sheets.
GAMES = [pytest.param(game, id=f"game{n}") for n, game in enumerate(score_sheets()[:3], 1)]

SHORT_ROUNDS = {
    "plain": plain(60),
    "tichu_made": plain(60, "B1", B1="tichu"),
    "double_win_against_failed_grand_tichu": double("A2", B2="grand"),
}


@pytest.mark.parametrize("game", GAMES)
def test_game_scores_on_the_screen_as_on_its_sheet(page: Page, game: dict[str, Any]) -> None:
    table = TablePage.set_up(page, game["seats"], target=game["target"])
    totals = []
    for facts in game["rounds"]:
        table.play(facts)
        totals.append([*table.totals])
    assert totals == game["totals"]
    assert [row.points for row in table.rows] == [
        (facts["expected"]["A"], facts["expected"]["B"]) for facts in game["rounds"]
    ]
    assert table.winner == winner_of(game)


@pytest.mark.parametrize("game", GAMES[:1])
def test_rounds_keep_the_whole_finishing_order_where_it_is_tapped(
    page: Page, game: dict[str, Any]
) -> None:
    table = TablePage.set_up(page, game["seats"])
    rounds = game["rounds"][:4]
    for facts in rounds:
        table.play(facts, whole_order=True)
    orders = [row.story.partition(" · ")[0].split(" › ") for row in table.rows]
    assert orders == [[game["seats"][seat] for seat in facts["out_order"]] for facts in rounds]


@pytest.mark.parametrize(
    ("name", "taps", "first_out", "points"),
    [
        ("plain", 2, "Ada", (60, 40)),
        ("tichu_made", 3, "Ben", (60, 140)),
        ("double_win_against_failed_grand_tichu", 3, "Cleo", (200, -200)),
    ],
)
def test_round_of_few_taps_is_stored(
    page: Page, name: str, taps: int, first_out: str, points: tuple[int, int]
) -> None:
    table = TablePage.set_up(page)
    table.play(SHORT_ROUNDS[name])
    assert table.taps == taps
    page.reload()
    assert [(row.first_out, row.points) for row in table.rows] == [(first_out, points)]


def test_double_win_stores_who_went_out_second(page: Page) -> None:
    table = TablePage.set_up(page)
    table.play(double("A2"))
    assert table.rows[0].story == "Cleo first · double win by Cleo and Ada"
