"""A second tap has no effect at the place of Undo: where Undo was, is, or appears."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.double_taps import CONTROL_AT, ROUND, double_tap, place, undo
from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage, box_of
from tests.e2e.unsent import NOISE, unsent_rows

pytestmark = pytest.mark.one_database


def test_double_tap_on_undo_takes_back_one_round(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(35))
    double_tap(table.page, undo(table, 2), f"{ROUND}:only-child")
    assert (table.version, table.stored) == (3, [(60, 40)])


def test_double_tap_on_undo_without_a_network_takes_back_one_round(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.lose_network()
    table.play(plain(60))
    table.play(plain(35))
    double_tap(table.page, undo(table, 2), f"{ROUND}:only-child")
    expect(unsent_rows(table)).to_have_count(1)


def test_what_an_undo_brings_under_the_finger_takes_no_tap_for_longer(
    table: TablePage, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table.lose_network()
    table.play(plain(60))
    x, y = place(undo(table, 1))
    table.page.clock.install()
    table.page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    table.page.touchscreen.tap(x, y)
    expect(unsent_rows(table)).to_have_count(0)
    table.page.clock.run_for(700)
    assert table.page.evaluate(CONTROL_AT, [x, y]) is None
    table.page.clock.run_for(200)
    assert table.page.evaluate(CONTROL_AT, [x, y]) is not None


def test_double_tap_on_the_only_undo_redoes_nothing(table: TablePage) -> None:
    table.play(plain(60))
    double_tap(table.page, undo(table, 1), "#rows:empty")
    assert (table.version, table.stored) == (2, [])


def test_redo_is_never_where_undo_was(table: TablePage) -> None:
    table.play(plain(60))
    x, y = place(undo(table, 1))
    table.undo()
    box = box_of(table.page.get_by_role("button", name="Redo round 1"))
    assert box["x"] + box["width"] < x or y < box["y"]


def test_undo_keeps_its_place(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(35))
    x, y = place(undo(table, 2))
    table.undo()
    table.page.wait_for_function(
        f"at => ({CONTROL_AT})(at)?.startsWith('Undo round 1')", arg=[x, y]
    )


def test_control_that_came_to_a_tap_is_tapped_a_moment_later(table: TablePage) -> None:
    table.first_out("A1")
    double_tap(table.page, table.key(55), ROUND)
    table.undo()
    assert table.rows == []


def test_keyboard_is_never_kept_waiting(table: TablePage) -> None:
    table.first_out("A1")
    table.points(55)
    table.wait_for(1)
    undo(table, 1).press("Enter")
    table.wait_for(2)
    assert table.rows == []


# Redraw Undo as soon as it appears, as happens when unsent changes are redrawn, and note
# whether the new button accepts taps.
DRAW_UNDO_ANEW = """() => {
  const observer = new MutationObserver(() => {
    const undo = document.querySelector("#status .undo");
    if (!undo) return;
    observer.disconnect();
    const anew = undo.cloneNode(true);
    anew.classList.remove("guarded");
    undo.replaceWith(anew);
    setTimeout(() => document.body.dataset.guarded = anew.matches(".guarded"));
  });
  observer.observe(document.body, { childList: true, subtree: true });
}"""


def test_undo_that_is_drawn_again_is_guarded_no_less(table: TablePage) -> None:
    table.first_out("A1")
    table.key(25).tap(trial=True)
    x, y = place(table.key(25))
    table.page.evaluate(DRAW_UNDO_ANEW)
    table.page.touchscreen.tap(x, y)
    expect(table.page.locator("body")).to_have_attribute("data-guarded", "true")


def test_undo_takes_no_double_tap_by_plain_forms(
    plain_page: Page,
) -> None:
    table = TablePage.set_up(plain_page)
    # The guard lasts until the check is done, because animations are stopped.
    animations = table.page.context.new_cdp_session(table.page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    table.play(plain(60))
    expect(undo(table, 1)).to_be_visible()
    table.page.wait_for_load_state()  # and until its stylesheets are loaded
    assert table.page.evaluate(CONTROL_AT, place(undo(table, 1))) is None
    animations.send("Animation.setPlaybackRate", {"playbackRate": 1})
    table.undo()
    assert table.rows == []
