"""The ticks of one phone are shown on the others, and delay nothing there.

`tests/monkey/scenarios.py` compares three phones and a television after such taps, with the
stream.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.layout import resize
from tests.e2e.round_facts import plain
from tests.e2e.routes import cut_stream
from tests.e2e.table import HIDE, TablePage

Phones = Callable[[], TablePage]

# A page shows a change in the same way, however it has received it.
where_no_stream_gets_through = pytest.mark.parametrize("polling", [True])


@pytest.fixture
def polling() -> bool:
    """Whether streams to the phones are blocked."""
    return False


@pytest.fixture
def phone(
    new_context: Callable[..., BrowserContext],
    page_errors: PageErrors,
    polling: bool,  # noqa: FBT001 (a fixture)
) -> Phones:
    """Open one more phone at the same table. The first one starts the game."""
    opened: list[TablePage] = []

    def another() -> TablePage:
        stored = opened[0].page.context.storage_state() if opened else None
        context = new_context(storage_state=stored)
        if polling:
            page_errors.expect("ERR_FAILED")
            cut_stream(context)
        if opened:
            page = context.new_page()
            page.goto(opened[0].page.url)
            opened.append(TablePage(page))
        else:
            opened.append(TablePage.set_up(context.new_page()))
        return opened[-1]

    return another


def hide_until_tapped(table: TablePage) -> TablePage:
    """Let a phone receive nothing until it is tapped. Its page is hidden when it is loaded; if
    it were hidden later, it might have requested the board already."""
    table.page.add_init_script(f"({HIDE})(true)")
    table.page.reload()
    return table


@where_no_stream_gets_through
def test_phone_that_mirrors_taps_shows_the_round_that_follows(phone: Phones) -> None:
    mine, other = phone(), phone()
    mine.first_out("A1")
    mine.call("B1", "tichu")
    expect(other.box("Tichu Ben")).to_be_checked()
    mine.points(60)
    other.wait_for_rounds(1)
    assert other.totals == (60, -60)
    expect(other.page.locator("#entry :checked")).to_have_count(0)


@where_no_stream_gets_through
def test_phone_that_came_after_a_tap_shows_the_round_that_follows(phone: Phones) -> None:
    mine = phone()
    with mine.page.expect_response("**/progress/"):
        mine.first_out("A1")
    other = phone()
    expect(other.box("Ada first out")).to_be_checked()
    mine.points(60)
    other.wait_for_rounds(1)
    expect(other.page.locator("#entry :checked")).to_have_count(0)


def test_mirrored_place_can_be_recorded_by_the_phone_that_mirrors_it(phone: Phones) -> None:
    mine = phone()
    with mine.page.expect_response("**/progress/"):
        mine.first_out("A1")
    other = phone()
    other.points(60)
    mine.wait_for_rounds(1)
    expect(mine.page.locator("#entry :checked")).to_have_count(0)


# While a swap settles: whether keys of card points are visible, and how many of them accept
# taps.
OBSERVE_SETTLING = """() => document.addEventListener("htmx:before:settle", () => {
  const keys = [...document.querySelectorAll("#entry [name=card_points]")];
  const seen = keys.filter(key => key.checkVisibility());
  const open = seen.filter(key => getComputedStyle(key).pointerEvents !== "none");
  window.settling = [seen.length > 0, open.length];
})"""


def test_keys_that_a_mirrored_place_brings_take_no_tap_at_once(phone: Phones) -> None:
    mine, other = phone(), phone()
    other.page.evaluate(OBSERVE_SETTLING)
    mine.first_out("A1")
    expect(other.box("Ada first out")).to_be_checked()
    assert other.page.evaluate("settling") == [True, 0]


def test_place_unticked_too_late_brings_the_round_that_others_recorded(phone: Phones) -> None:
    mine, other = phone(), phone()
    with mine.page.expect_response("**/progress/"):
        mine.first_out("A1")
    hide_until_tapped(mine)
    other.page.reload()
    other.points(60)
    other.wait_for_rounds(1)
    mine.first_out("A1")
    mine.wait_for_rounds(1)
    assert mine.totals == (60, 40)
    expect(mine.status.locator(".refusal")).to_have_count(0)
    expect(mine.page.get_by_role("button", name="Undo")).to_be_visible()


def test_place_unticked_after_an_undo_elsewhere_brings_what_that_left(phone: Phones) -> None:
    mine, other = phone(), phone()
    mine.play(plain(60))
    other.wait_for_rounds(1)
    hide_until_tapped(mine)
    other.undo()
    with mine.page.expect_response("**/progress/"):
        mine.first_out("A1")
    mine.wait_for_rounds(0)
    expect(mine.status.locator(".refusal")).to_have_count(0)
    expect(mine.page.get_by_role("button", name="Redo")).to_be_visible()


def test_call_sent_too_late_is_named_beside_the_undo_of_the_round(
    phone: Phones, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    mine, other = phone(), phone()
    hide_until_tapped(mine)
    other.play(plain(60))
    mine.call("B1", "tichu")
    mine.wait_for_rounds(1)
    expect(mine.status.locator(".refusal")).to_contain_text("Tichu Ben")
    expect(mine.page.get_by_role("button", name="Undo")).to_be_visible()
    expect(mine.box("Tichu Ben")).not_to_be_checked()


def test_call_refused_leaves_the_table_as_it_is(phone: Phones, page_errors: PageErrors) -> None:
    page_errors.expect("status of 422")
    mine, other = phone().ask_for_deal(), phone()
    mine.play(plain(60))
    other.wait_for_rounds(1)
    hide_until_tapped(mine)
    with other.page.expect_response("**/progress/"):
        other.page.get_by_text("14 dealt").tap()
    with other.page.expect_response("**/progress/"):
        other.call("B1", "tichu")
    mine.call("A1", "grand")
    expect(mine.status.locator(".refusal")).to_contain_text("before the ninth card")
    expect(mine.box("Tichu Ben")).to_be_checked()
    expect(mine.box("Grand Tichu Ada")).not_to_be_checked()
    expect(mine.page.get_by_role("button", name="Undo")).to_be_visible()


def test_refusal_stays_while_others_tap(phone: Phones, page_errors: PageErrors) -> None:
    page_errors.expect("status of 422")
    mine, other = phone().ask_for_deal(), phone()
    hide_until_tapped(mine)
    with other.page.expect_response("**/progress/"):
        other.page.get_by_text("14 dealt").tap()
    mine.call("A1", "grand")
    expect(mine.status.locator(".refusal")).to_contain_text("before the ninth card")
    mine.take_out()
    other.call("B1", "tichu")
    expect(mine.box("Tichu Ben")).to_be_checked()
    expect(mine.status.locator(".refusal")).to_contain_text("before the ninth card")


def test_refusal_keeps_its_place_without_the_file_of_messages(
    phone: Phones, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422", "ERR_FAILED")
    mine, other = phone().ask_for_deal(), phone()
    resize(mine.page, 390, 664)
    mine.page.route("**/unsent/*.html", lambda route: route.abort())
    hide_until_tapped(mine)
    with other.page.expect_response("**/progress/"):
        other.page.get_by_text("14 dealt").tap()
    mine.call("A1", "grand")
    expect(mine.status.locator(".refusal")).to_be_visible()
    mine.take_out()
    other.call("B1", "tichu")
    expect(mine.box("Tichu Ben")).to_be_checked()
    expect(mine.status.locator(".refusal")).to_have_css("position", "fixed")


def test_refusal_that_follows_another_takes_the_place_of_its_style(
    phone: Phones, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 409")
    mine, other = phone(), phone()
    hide_until_tapped(mine)
    for rounds in (1, 2):
        other.play(plain(60))
        other.wait_for_rounds(rounds)
        mine.call("B1", "tichu")
        mine.wait_for_rounds(rounds)
        expect(mine.status.locator(".refusal")).to_have_count(1)
    expect(mine.status.locator("link")).to_have_count(1)


def test_scoreboard_is_not_held_by_fingers(phone: Phones) -> None:
    mine = phone()
    board = mine.page.context.new_page()
    board.goto(f"{mine.page.url}scoreboard/")
    board.evaluate(
        "setInterval(() => document.body.dispatchEvent("
        "new PointerEvent('pointerdown', { bubbles: true })), 100)"
    )
    mine.play(plain(60))
    expect(board.get_by_role("status").locator(".points")).to_have_text(["60", "40"])


@where_no_stream_gets_through
def test_place_and_what_closes_grand_tichu_show_on_every_phone(phone: Phones) -> None:
    mine, other = phone().ask_for_deal(), phone()
    mine.page.get_by_text("14 dealt").tap()
    expect(other.page.get_by_role("checkbox", name="14 dealt")).to_be_checked()
    mine.page.get_by_text("First card played").tap()
    expect(other.page.get_by_role("checkbox", name="First card played")).to_be_checked()
    mine.first_out("A1")
    expect(other.box("Ada first out")).to_be_checked()
    mine.clear()
    expect(other.box("Ada first out")).not_to_be_checked()
    other.first_out("B1")
    expect(mine.box("Ben first out")).to_be_checked()
