"""Scoring by plain forms, in a browser that runs no scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.cases import score_sheets, winner_of
from tests.e2e.conftest import PageErrors
from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


def test_game_is_played_by_plain_forms(plain_page: Page) -> None:
    game = score_sheets()[1]
    table = TablePage.set_up(plain_page, game["seats"])
    for facts in game["rounds"]:
        table.play(facts)
    assert [[*row.totals] for row in table.rows] == game["totals"]
    assert table.winner == winner_of(game)


def test_finishing_order_is_recorded_by_a_plain_form(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page)
    table.play(plain(60) | {"out_order": ["A1", "B2", "A2", "B1"]}, whole_order=True)
    assert (
        table.rows[0].story
        == "Ada › Dora › Cleo › Ben · 60\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}40"
    )


def test_round_takes_no_more_taps_by_plain_forms(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page)
    table.play(double("A1", B1="grand"))
    assert table.taps == 3


def test_round_is_amended_by_a_plain_form(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page, recorded=[plain(60, B1="tichu")])
    table.open_round(1)
    table.points(45)
    table.wait_for(2)
    assert [(row.points, row.totals) for row in table.rows] == [((45, -45), (45, -45))]


def test_round_is_removed_by_a_plain_form(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page, recorded=[plain(60)])
    table.open_round(1)
    plain_page.get_by_role("button", name="Remove this round").tap()
    table.wait_for(2)
    assert (table.rows, table.totals) == ([], (0, 0))


def test_change_is_undone_and_redone_by_plain_forms(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page, recorded=[plain(60), double("B1")])
    table.undo()
    assert table.totals == (60, 40)
    table.redo()
    assert table.totals == (60, 240)


def test_refused_round_keeps_what_was_tapped_and_is_corrected(
    plain_page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422")
    table = TablePage.set_up(plain_page)
    table.call("B1", "tichu")
    table.call("B1", "grand")
    table.first_out("A1")
    table.points(60)
    expect(table.status).to_have_text(
        "A player makes one call a round: keep either Tichu or Grand Tichu. The rule"
    )
    for name in ("Ada first out", "Tichu Ben", "Grand Tichu Ben"):
        expect(table.box(name)).to_be_checked()
    assert (table.version, table.rows) == (0, [])
    table.call("B1", "grand")
    table.points(60)
    table.wait_for(1)
    assert table.totals == (60, -60)


def test_conflict_is_decided_by_a_plain_form(plain_page: Page, page_errors: PageErrors) -> None:
    page_errors.expect("status of 409")
    table = TablePage.set_up(plain_page)
    post_rounds(plain_page.request, plain_page.url, [plain(35)])
    table.fill_in(plain(60, B1="tichu"))
    table.points(60)
    plain_page.get_by_role("button", name="Mine is right: amend round 1").tap()
    table.wait_for(2)
    assert [row.points for row in table.rows] == [(60, -60)]


def test_rematch_is_started_by_a_plain_form(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page, target=100, recorded=[plain(100)])
    plain_page.get_by_role("button", name="Ada with Ben").tap()
    table.wait_for(0)
    titles = plain_page.locator("#score h2").all_inner_texts()
    assert titles == ["Ada + Ben", "Cleo + Dora"]
