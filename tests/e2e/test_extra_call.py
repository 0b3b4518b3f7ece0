"""A game with an extra call is agreed on, played and amended, with a network and without
one."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.new_game_form import choose_own_rules, fill_seats
from tests.e2e.posting import post_form
from tests.e2e.round_facts import NAMES, plain
from tests.e2e.table import TablePage, box_of
from tests.e2e.unsent import NOISE, restore_network, unsent_rows

pytestmark = pytest.mark.one_database


def set_up(page: Page) -> TablePage:
    """Set up a game with Blind Tichu for 400."""
    return TablePage.set_up(page, extra_call="Blind Tichu", extra_call_points="400")


def call(table: TablePage, name: str) -> None:
    """Tap the extra call of this player."""
    box = table.box(f"Blind Tichu {name}")
    table.tap(table.page.locator("label").filter(has=box))
    expect(box).to_be_checked()


def agree(page: Page) -> None:
    """Fill in the form of a new game with Blind Tichu for 500."""
    fill_seats(page, NAMES)
    choose_own_rules(page)
    expect(page.get_by_role("group", name="Points of the extra call")).to_be_hidden()
    page.get_by_label("Extra call, such as Blind Tichu").fill("Blind Tichu")
    worths = page.get_by_role("group", name="Points of the extra call")
    worths.locator("label").filter(has=page.get_by_role("radio", name="500")).tap()


def test_extra_call_is_agreed_on_called_and_scored(page: Page) -> None:
    page.goto("/new/")
    page.wait_for_load_state()
    agree(page)
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    table = TablePage(page)

    call(table, "Ben")
    table.first_out("B1")
    table.points(40)

    expect(page.locator(".team.b .total")).to_have_text("560")
    expect(page.locator("#rows .tag.extra")).to_have_text("BT✓ Ben")


def test_extra_call_takes_the_place_of_the_players_other_call(page: Page) -> None:
    table = set_up(page)
    table.call("A1", "tichu")

    call(table, "Ada")

    expect(table.box("Tichu Ada")).not_to_be_checked()


def test_extra_call_has_a_row_of_its_own_where_a_round_is_amended(page: Page) -> None:
    table = set_up(page)
    table.play(plain(60))
    table.open_round(1)

    seat = page.locator(".seat").first
    rows = [box_of(call)["y"] for call in seat.locator(".call").all()]
    assert rows[0] == rows[1] < rows[2]
    tichu, extra = seat.locator(".call").first, seat.locator(".extra")
    assert box_of(extra)["width"] > 2 * box_of(tichu)["width"]


def test_extra_call_is_shown_on_another_phone_and_closes_with_the_deal(page: Page) -> None:
    table = set_up(page).ask_for_deal()
    other = table.in_another_tab()

    call(table, "Ada")
    expect(other.box("Blind Tichu Ada")).to_be_checked()
    table.tap(page.locator(".deal label").first)

    label = other.page.locator(".call.extra").filter(has=other.box("Blind Tichu Ben"))
    expect(label).to_have_css("pointer-events", "none")


def test_game_with_an_extra_call_is_played_by_plain_forms(
    plain_page: Page,
) -> None:
    table = set_up(plain_page)
    call(table, "Ada")
    table.play(plain(60))
    table.open_round(1)
    table.amend_place("Blind Tichu Ada")
    table.save()

    table.wait_for(2)
    assert table.totals == (60, 40)


def test_round_with_an_extra_call_waits_for_the_network(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = set_up(page)
    table.play(plain(60))
    table.lose_network()

    call(table, "Ada")
    table.play(plain(55, first="B1"))
    expect(unsent_rows(table)).to_contain_text("Blind Tichu by Ada failed, −400")
    expect(unsent_rows(table).locator(".signs")).to_contain_text("BT✕ Ada")
    expect(page.locator(".team.a .total")).to_have_text("−285")

    restore_network(table)
    assert table.stored == [(60, 40), (-345, 45)]


def test_unsent_extra_call_of_a_game_that_has_none_any_more_is_no_made_call(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = set_up(page)
    table.lose_network()
    call(table, "Ada")
    table.play(plain(55))
    expect(unsent_rows(table).locator(".signs")).to_contain_text("BT✓ Ada")
    official = [
        ("target", "other"),
        ("other_target", "1000"),
        ("tie", "play_on"),
        ("grand", "on"),
    ]
    post_form(
        page.request,
        f"{page.url}agreement/",
        *official,
        ("after", "0"),
        ("agreement_change", "0"),
    )

    page.context.set_offline(False)

    expect(table.status).to_contain_text("This game is played without an extra call")
    expect(page.get_by_role("checkbox", name="Blind Tichu Ada")).to_have_count(0)
    expect(unsent_rows(table).locator(".summary")).to_have_text(
        "Ada first · 55\u00a0:\u00a045, Extra call Ada"
    )
    expect(unsent_rows(table).locator(".tag")).to_have_text("Extra call Ada")
