"""A round while it is played: calls, counting, passing on, and the score for all four."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.cases import case_id, vectors
from tests.e2e.companion import CountPage, count, pass_on
from tests.e2e.conftest import FirstAnswer, Watch
from tests.e2e.table import TablePage, double, plain
from tests.e2e.test_score_sheets import EVENINGS, names
from tests.server import Server

pytestmark = pytest.mark.one_database

PASSED_ON = {"A1": 40, "B1": 20, "A2": 10, "B2": 25, "hand": 5}


def told(table: TablePage, known: str) -> None:
    """Wait until the server knows this of the round in progress."""
    expect(table.page.locator("#known")).to_have_value(known)


BEN = '{"calls": [{"player": "B1", "level": "tichu"}]}'


def test_call_outlives_a_reload(table: TablePage) -> None:
    table.call("B1", "tichu")
    told(table, BEN)
    table.page.reload()
    expect(table.box("Tichu Ben")).to_be_checked()


def test_call_shows_on_a_phone_that_looks_later(table: TablePage) -> None:
    table.call("B1", "tichu")
    told(table, BEN)
    expect(table.in_another_tab().box("Tichu Ben")).to_be_checked()


# No link is as quick: the page is left before anything that waits for a moment has its turn.
CALL_AND_LEAVE = """() => {
  document.querySelector("#entry [name=tichu][value=B1]").click();
  location.href = "about:blank";
}"""


def test_call_is_told_where_the_page_is_left_at_once(table: TablePage) -> None:
    other = table.in_another_tab()
    table.page.evaluate(CALL_AND_LEAVE)
    table.page.wait_for_url("about:blank")
    told(other, BEN)


def test_calls_of_two_phones_come_together(table: TablePage) -> None:
    other = table.in_another_tab()
    other.call("A1", "grand")
    told(other, '{"calls": [{"player": "A1", "level": "grand"}]}')
    table.call("B1", "tichu")
    expect(table.box("Grand Tichu Ada")).to_be_checked()
    expect(table.box("Tichu Ben")).to_be_checked()


def test_grand_tichu_closes_with_a_tap_on_every_phone(table: TablePage) -> None:
    other = table.ask_for_deal().in_another_tab()
    table.tap(table.page.get_by_text("14 dealt"))
    expect(other.box("14 dealt")).to_be_checked()
    grand = other.page.locator("label.grand").first
    assert grand.evaluate("label => getComputedStyle(label).pointerEvents") == "none"


def test_grand_tichu_called_on_a_phone_without_news_is_refused(
    table: TablePage, watch: Watch
) -> None:
    watch.expect("status of 422", "ERR_FAILED")
    other = table.ask_for_deal().in_another_tab()
    other.page.route("**/board/**", lambda route: route.abort())
    table.tap(table.page.get_by_text("14 dealt"))
    told(table, '{"dealt": true}')
    other.call("A1", "grand")
    expect(other.said).to_contain_text("Grand Tichu is called before the ninth card")
    expect(other.box("Grand Tichu Ada")).not_to_be_checked()


def test_next_round_starts_with_no_call(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.page.reload()
    expect(table.box("Tichu Ben")).not_to_be_checked()


def test_undone_round_keeps_its_calls_for_the_next_tap(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.undo()
    expect(table.box("Tichu Ben")).to_be_checked()
    table.first_out("B1")
    table.points(60)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (60, 140)


def test_call_of_another_phone_is_not_lost_by_recording(table: TablePage, watch: Watch) -> None:
    watch.expect("status of 409")
    other = table.put_away().in_another_tab()
    other.call("B1", "tichu")
    told(other, BEN)
    table.first_out("A1")
    table.points(60)
    table.page.get_by_role("button", name="Yes: record the round with that").tap()
    table.wait_for_rounds(1)
    assert table.rows[0].points == (60, -60)


def test_call_tapped_before_an_answer_is_told_with_what_that_said(
    table: TablePage, first_answer: FirstAnswer
) -> None:
    other = table.in_another_tab()
    arrive = first_answer("**/progress/")
    table.call("B1", "tichu")
    expect(other.box("Tichu Ben")).to_be_checked()
    other.call("B1", "tichu")
    told(other, "{}")
    table.call("A1", "tichu")
    arrive()
    told(other, '{"calls": [{"player": "A1", "level": "tichu"}]}')


def test_place_tapped_before_others_calls_come_stays(
    table: TablePage, first_answer: FirstAnswer, watch: Watch
) -> None:
    watch.expect("ERR_FAILED", "htmx:")
    other = table.in_another_tab()
    table.first_out("A1")
    told(table, '{"order": ["A1"]}')
    other.call("B1", "tichu")
    expect(table.box("Tichu Ben")).to_be_checked()
    arrive = first_answer("**/progress/")
    with table.page.expect_request("**/progress/"):
        table.call("A1", "grand")
    table.second("B1")
    table.page.route("**/progress/", lambda route: route.abort(), times=1)
    with table.page.expect_request("**/progress/"):
        arrive()
    expect(table.box("Ben second")).to_be_checked()
    table.clear()
    expect(table.box("Tichu Ben")).to_be_checked()
    expect(table.box("Grand Tichu Ada")).to_be_checked()


# Counting


def test_count_is_recorded_from_the_pad(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K", "5", "dragon"])
    page.record(40)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (40, 60)


def test_other_side_fills_itself_without_waiting(table: TablePage, watch: Watch) -> None:
    watch.expect("htmx:")
    table.first_out("A1")
    page = CountPage.of_teams(table)
    table.page.context.set_offline(True)
    page.tap(["K", "phoenix"])
    page.expect_points(A=-15, B=115)
    table.page.context.set_offline(False)


def test_card_tapped_before_an_answer_is_counted_after_it(
    table: TablePage, first_answer: FirstAnswer
) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    arrive = first_answer("**/count/")
    with table.page.expect_request("**/count/"):
        page.tap(["K"])
    page.tap(["5"])
    arrive()
    page.record(15)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (15, 85)


def test_card_taken_back_before_its_answer_is_not_counted(
    table: TablePage, first_answer: FirstAnswer
) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    arrive = first_answer("**/count/")
    with table.page.expect_request("**/count/"):
        page.tap(["K"])
    table.tap(table.page.get_by_role("button", name="Take back"))
    page.pile("B")
    page.tap(["5"])
    arrive()
    page.record(95)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (95, 5)


def test_points_typed_are_sent_once(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_players(table).page
    sent: list[str] = []
    here = page.url
    page.on("request", lambda each: sent.append(each.method) if each.url == here else None)
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    page.locator("[name=points_A1]").fill("40")
    with page.expect_response("**/last/"):
        page.locator("[name=points_A1]").blur()
    page.clock.run_for(1000)
    page.evaluate("fetch('')")
    assert sent == ["POST", "GET"]


def test_points_typed_are_sent_before_the_field_is_left(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_players(table).page
    with page.expect_response("**/last/"):
        page.locator("[name=points_A1]").fill("40")


def test_counter_refuses_a_fifth_king(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K", "K"])
    page.pile("B")
    page.tap(["K", "K", "K"])
    expect(table.said).to_contain_text("The deck has four kings, and all four are counted")
    page.expect_points(B=20)


def test_card_is_taken_back(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K", "5"])
    table.page.get_by_role("button", name="Take back").tap()
    page.expect_points(A=10)


def test_refusal_of_a_card_stays_when_the_answer_to_the_card_before_comes(
    table: TablePage, first_answer: FirstAnswer
) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    arrive = first_answer("**/progress/count/")
    page.tap(["dragon", "dragon"])
    arrive()
    table.page.get_by_role("button", name="Record 25").wait_for()
    expect(table.said).to_contain_text("one Dragon")


def test_count_says_which_cards_are_missing(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K", "K", "K", "K", "10", "10", "10", "10"])
    page.pile("B")
    page.tap(["5", "5", "5", "5"])
    expect(table.page.locator("#result")).to_contain_text("1 × Dragon, 1 × Phoenix")


def test_counted_points_are_marked_on_the_pad(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K", "5"])
    table.page.get_by_role("button", name="Record 15").wait_for()
    table.page.get_by_role("link", name="Table").tap()
    expect(table.key(15)).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(
    "case", [case for case in vectors("transfer") if "A" in case["expected"]], ids=case_id
)
def test_transfer_scores_on_the_screen_as_the_vector_says(
    table: TablePage, case: dict[str, Any]
) -> None:
    facts, expected = case["input"], case["expected"]
    table.first_out(facts["first_out"])
    page = CountPage.of_players(table)
    page.last(facts["last"])
    page.fill(facts["captured"] | {"hand": facts["last_hand"]})
    page.record(expected["A"])
    table.wait_for_rounds(1)
    assert table.rows[0].points == (expected["A"], expected["B"])


def test_transfer_by_the_first_out_himself_is_refused(table: TablePage, watch: Watch) -> None:
    watch.expect("status of 422")
    table.first_out("A1")
    CountPage.of_players(table).last("A1")
    expect(table.said).to_contain_text("Nobody is both first out and last")


def test_transfer_counts_card_by_card_too(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_players(table)
    page.last("A2")
    for pile, cards in {"A1": ["K"], "B1": ["dragon"], "A2": ["10"], "hand": ["5"]}.items():
        page.pile(pile)
        page.tap(cards)
    expect(table.page.get_by_role("row", name="the hand goes")).to_contain_text("5")
    page.record(20)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (20, 80)


def test_recorded_transfer_opens_into_its_moves(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_players(table)
    page.last("B2")
    page.fill(PASSED_ON)
    page.record(80)
    table.open_round(1)
    moves = table.page.get_by_role("table", name="Where the card points come from")
    expect(moves.get_by_role("row")).to_have_count(6)
    expect(moves.get_by_role("link", name="the tricks go to Ada")).to_be_visible()


def test_game_is_counted_and_passed_on_as_on_its_sheet(page: Page) -> None:
    game = EVENINGS[0][0]
    table = TablePage.set_up(page, game["seats"], target=game["target"])
    for number, facts in enumerate(game["rounds"], 1):
        table.fill_in(facts)
        if facts["double_win"]:
            table.confirm(facts)
        elif number % 2:
            count(table, facts["card_points"]["A"])
        else:
            pass_on(table, facts)
        table.wait_for_rounds(number)
    assert [[*row.totals] for row in table.rows] == game["totals"]
    assert table.winner == names(game, game["winner"])


def test_card_is_counted_by_plain_forms(new_context: Callable[..., BrowserContext]) -> None:
    table = TablePage.set_up(new_context(java_script_enabled=False).new_page())
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K", "5"])
    page.record(15)
    assert table.rows[0].points == (15, 85)


# What survives


def test_half_a_round_survives_a_reload_and_a_kill_of_the_server(
    table: TablePage, server: Server, watch: Watch
) -> None:
    watch.expect("ERR_")  # the stream is cut
    page = table.page
    table.call("B1", "tichu")
    table.call("A2", "grand")
    table.first_out("A1")
    table.second("B2")
    count_page = CountPage.of_teams(table)
    count_page.tap(["K", "5", "dragon"])
    page.get_by_role("button", name="Record 40").wait_for()
    page.get_by_role("link", name="Table").tap()
    expect(table.box("Ada first out")).to_be_checked()
    server.kill()
    server.start()
    page.reload()
    for box in ("Tichu Ben", "Grand Tichu Cleo", "Ada first out", "Dora second"):
        expect(table.box(box)).to_be_checked()
    expect(table.key(40)).to_have_attribute("aria-current", "true")


# Table mode, and what each team needs


def test_scoreboard_shows_a_round_recorded_on_another_phone(table: TablePage) -> None:
    board = table.page.context.new_page()
    board.goto(f"{table.page.url}scoreboard/")
    table.play(plain(60))
    expect(board.get_by_role("status").locator(".points")).to_have_text(["60", "40"])


def test_scoreboard_turns_a_face_to_each_side(table: TablePage) -> None:
    page = table.page
    page.get_by_role("link", name="Table mode").tap()
    expect(page.locator(".across")).to_be_hidden()
    page.get_by_text("Both sides").tap()
    expect(page.locator(".across")).to_be_visible()


def test_what_each_team_needs_follows_the_score(page: Page) -> None:
    table = TablePage.set_up(page, target=300)
    page.get_by_role("link", name="What do we need?").tap()
    expect(page.locator("#winning-conditions")).to_contain_text("Ada + Cleo win")
    table.play(plain(125))
    expect(page.locator("#winning-conditions")).to_contain_text("any made Grand Tichu")


def test_what_would_win_is_there_by_itself_until_somebody_calls(page: Page) -> None:
    mine = TablePage.set_up(page, target=300)
    other = mine.in_another_tab()
    lines = [phone.page.locator("#within-reach") for phone in (mine, other)]
    mine.play(double("B1"))
    for line in lines:
        expect(line).to_contain_text("Ben + Dora win with 100 card points, with")
    mine.call("A1", "tichu")
    for line in lines:
        expect(line).to_be_hidden()
    mine.call("A1", "tichu")
    for line in lines:
        expect(line).to_be_visible()
    mine.undo()
    for line in lines:
        expect(line).to_be_empty()
