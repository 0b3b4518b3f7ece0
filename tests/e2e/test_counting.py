"""Counting the cards of a round, and giving away the cards of the last player."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.cases import score_sheets
from tests.e2e.conftest import FirstAnswer, PageErrors
from tests.e2e.count_page import CountPage, count, give_away_cards
from tests.e2e.posting import post_rounds
from tests.e2e.table import HIDE, TablePage

pytestmark = pytest.mark.one_database


@pytest.fixture
def teams(page: Page) -> CountPage:
    """The page that counts the tricks of both teams, in a round in which Ada was first out."""
    return CountPage.set_up(page, "count")


@pytest.fixture
def players(page: Page) -> CountPage:
    """The page that counts the tricks of every player and the last hand, in such a round."""
    return CountPage.set_up(page, "last")


PASSED_ON = {"A1": 40, "B1": 20, "A2": 10, "B2": 25, "hand": 5}


def test_count_is_recorded_from_the_pad(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K", "5", "dragon"])
    page.record(40)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (40, 60)


def test_page_says_at_once_that_another_phone_has_recorded_the_round(
    teams: CountPage,
) -> None:
    address = teams.page.url.partition("progress/")[0]
    with teams.page.expect_response("**/count/"):
        teams.tap(["K"])
    post_rounds(teams.page.request, address, [{"first_out": "A1", "card_points": {"A": 40}}])

    status = teams.page.locator("#status")
    expect(status).to_contain_text("Round 1 has been recorded meanwhile")


def test_other_side_fills_itself_without_waiting(
    teams: CountPage, page_errors: PageErrors
) -> None:
    page_errors.expect("htmx:")
    teams.page.context.set_offline(True)
    teams.tap(["K", "phoenix"])
    teams.expect_points(A=-15, B=115)
    teams.page.context.set_offline(False)


def test_card_tapped_before_an_answer_is_counted_after_it(
    teams: CountPage, first_answer: FirstAnswer
) -> None:
    answer = first_answer("**/count/")
    with teams.page.expect_request("**/count/"):
        teams.tap(["K"])
    teams.tap(["5"])
    answer.arrive()
    teams.record(15)
    teams.table.wait_for_rounds(1)
    assert teams.table.rows[0].points == (15, 85)


def test_card_taken_back_before_its_answer_is_not_counted(
    teams: CountPage, first_answer: FirstAnswer
) -> None:
    answer = first_answer("**/count/")
    with teams.page.expect_request("**/count/"):
        teams.tap(["K"])
    teams.table.tap(teams.page.get_by_role("button", name="Take back"))
    teams.pile("B")
    teams.tap(["5"])
    answer.arrive()
    teams.record(95)
    teams.table.wait_for_rounds(1)
    assert teams.table.rows[0].points == (95, 5)


def test_points_typed_are_sent_once(players: CountPage) -> None:
    page = players.page
    sent: list[str] = []
    here = page.url
    page.on("request", lambda each: sent.append(each.method) if each.url == here else None)
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.locator("[name=points_A1]").fill("40")
    with page.expect_response("**/last/"):
        page.locator("[name=points_A1]").blur()
    page.clock.run_for(1000)
    page.evaluate("fetch('')")
    assert sent == ["POST", "GET"]


def test_count_without_an_answer_is_sent_again_when_the_page_is_visible_again(
    teams: CountPage, page_errors: PageErrors
) -> None:
    page_errors.expect("htmx:")
    page = teams.page
    page.clock.install()
    page.context.set_offline(True)
    teams.tap(["K"])
    expect(page.locator("#status .no-answer")).to_be_visible()
    page.evaluate(HIDE, arg=True)
    page.context.set_offline(False)
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.method))
    page.clock.run_for(60_000)
    page.evaluate("fetch('')")
    assert asked == ["GET"]

    with page.expect_response("**/count/"):
        page.evaluate(HIDE, arg=False)


def test_points_typed_are_sent_before_the_field_is_left(players: CountPage) -> None:
    page = players.page
    with page.expect_response("**/last/"):
        page.locator("[name=points_A1]").fill("40")


def test_counter_refuses_a_fifth_king(teams: CountPage) -> None:
    teams.tap(["K", "K"])
    teams.pile("B")
    teams.tap(["K", "K", "K"])
    expect(teams.table.status).to_contain_text(
        "The deck has four kings, and all four are counted"
    )
    teams.expect_points(B=20)


def test_card_is_taken_back(teams: CountPage) -> None:
    teams.tap(["K", "5"])
    teams.page.get_by_role("button", name="Take back").tap()
    teams.expect_points(A=10)


def test_refusal_of_a_card_stays_when_the_answer_to_the_card_before_comes(
    teams: CountPage, first_answer: FirstAnswer
) -> None:
    answer = first_answer("**/progress/count/")
    teams.tap(["dragon", "dragon"])
    answer.arrive()
    teams.page.get_by_role("button", name="Record 25").wait_for()
    expect(teams.table.status).to_contain_text("one Dragon")


def test_refusal_of_a_card_stays_when_the_card_before_had_to_wait_for_an_answer(
    teams: CountPage, first_answer: FirstAnswer
) -> None:
    answer = first_answer("**/progress/count/")
    with teams.page.expect_request("**/progress/count/"):
        teams.tap(["K"])
    teams.tap(["dragon", "dragon"])
    answer.arrive()
    teams.page.get_by_role("button", name="Record 35").wait_for()
    expect(teams.table.status).to_contain_text("one Dragon")


def test_count_says_which_cards_are_missing(teams: CountPage) -> None:
    teams.tap(["K", "K", "K", "K", "10", "10", "10", "10"])
    teams.pile("B")
    teams.tap(["5", "5", "5", "5"])
    expect(teams.page.locator("#result")).to_contain_text("1 × Dragon, 1 × Phoenix")


def test_counted_points_are_marked_on_the_pad(teams: CountPage) -> None:
    teams.tap(["K", "5"])
    teams.page.get_by_role("button", name="Record 15").wait_for()
    teams.page.get_by_role("link", name="Table").tap()
    expect(teams.table.key(15)).to_have_attribute("aria-current", "true")


def test_transfer_scores_as_it_was_typed(table: TablePage) -> None:
    table.first_out("A1")
    page = CountPage.of_players(table)
    page.last("B2")
    page.fill({"A1": 65, "B1": -25, "A2": 35, "B2": 15, "hand": 10})
    page.record(125)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (125, -25)


def test_transfer_by_the_first_out_himself_is_refused(
    players: CountPage, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422")
    players.last("A1")
    expect(players.table.status).to_contain_text("Nobody is both first out and last")
    players.last("B2")
    expect(players.page.locator("#status .refusal")).to_have_count(0)


def test_transfer_counts_card_by_card_too(players: CountPage) -> None:
    players.last("A2")
    for pile, cards in {"A1": ["K"], "B1": ["dragon"], "A2": ["10"], "hand": ["5"]}.items():
        players.pile(pile)
        players.tap(cards)
    expect(players.page.get_by_role("row", name="the hand goes")).to_contain_text("5")
    players.record(20)
    players.table.wait_for_rounds(1)
    assert players.table.rows[0].points == (20, 80)


def test_recorded_transfer_opens_into_its_moves(players: CountPage) -> None:
    players.last("B2")
    players.fill(PASSED_ON)
    players.record(80)
    players.table.open_round(1)
    moves = players.page.get_by_role("table", name="Where the card points come from")
    expect(moves.get_by_role("row")).to_have_count(6)
    expect(moves.get_by_role("link", name="the tricks go to Ada")).to_be_visible()


def test_rounds_are_counted_and_passed_on_as_on_their_sheet(page: Page) -> None:
    game = score_sheets()[0]
    table = TablePage.set_up(page, game["seats"], target=game["target"])
    for number, facts in enumerate(game["rounds"][:4], 1):
        table.fill_in(facts)
        if facts["double_win"]:
            table.confirm(facts)
        elif number % 2:
            count(table, facts["card_points"]["A"])
        else:
            give_away_cards(table, facts)
        table.wait_for_rounds(number)
    assert [[*row.totals] for row in table.rows] == game["totals"][:4]


def test_card_is_counted_by_plain_forms(plain_page: Page) -> None:
    table = TablePage.set_up(plain_page)
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K"])
    page.expect_points(A=10)
    page.tap(["5"])
    page.record(15)
    table.wait_for_rounds(1)
    assert table.rows[0].points == (15, 85)
