"""A round that is tapped without a network is queued, shown with the score, and recorded
once."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import FirstAnswer
from tests.e2e.loading import FILE_WITH
from tests.e2e.new_game_form import fill_seats
from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.routes import lose_answer
from tests.e2e.table import TablePage
from tests.e2e.unsent import FULL, all_sent, amend, restore_network, unsent_rows

pytestmark = [pytest.mark.one_database, pytest.mark.usefixtures("network_fails")]


@pytest.fixture
def table(page: Page) -> TablePage:
    """A table with one round, whose phone has just lost the network."""
    return TablePage.set_up(page, recorded=[plain(55)]).lose_network()


# An unsent round


def test_rounds_without_a_network_are_queued_and_recorded(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.play(double("A1"))
    expect(unsent_rows(table)).to_have_count(2)
    restore_network(table)
    assert table.stored == [(55, 45), (60, -60), (200, 0)]


def test_score_counts_unsent_rounds(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    assert table.totals == (115, -15)
    assert [(row.number, row.points, row.totals) for row in table.rows[1:]] == [
        (2, (60, -60), (115, -15))
    ]


def test_unsent_round_is_described_as_the_server_does(table: TablePage) -> None:
    facts = plain(60, B1="tichu", A2="grand") | {"out_order": ["A1", "B2", "A2", "B1"]}
    table.play(facts, whole_order=True)
    here = table.page.locator("#rows .unsent .summary").inner_text()
    restore_network(table)
    assert table.rows[1].story == here


def test_unsent_rounds_have_the_symbols_that_the_server_gives_them(table: TablePage) -> None:
    table.play(plain(60, B1="tichu", A2="grand"))
    table.play(plain(-25, "B2", B2="grand", A1="tichu"))
    table.play(double("B1", B1="tichu"))
    here = symbols(table)
    assert len(here) > 3
    restore_network(table)
    assert symbols(table) == here


def symbols(table: TablePage) -> list[tuple[str, str]]:
    """Return the symbols of all rounds: the text and the class of each part."""
    found = table.page.locator("#rows [aria-hidden]").evaluate_all(
        "lines => lines.flatMap(line => [...line.childNodes]).map(part => "
        "[part.textContent.trim(), part.className ?? '']).filter(([text]) => text)"
    )
    return [(text, classes) for text, classes in found]


def test_impossible_round_is_refused_without_the_server(table: TablePage) -> None:
    table.first_out("A1")
    table.box("Ada first out").press("Enter")
    table.page.locator("#entry > button[hidden]").evaluate(
        "button => button.form.requestSubmit(button)"
    )
    expect(table.status).to_contain_text("Tap the card points of the round.")
    expect(table.box("Ada first out")).to_be_checked()
    expect(unsent_rows(table)).to_have_count(0)


def test_first_unsent_round_says_what_could_happen_to_it(table: TablePage) -> None:
    table.play(plain(60))
    expect(table.status).to_contain_text("This browser may delete unsent changes")
    table.play(plain(30))
    expect(table.status).not_to_contain_text("This browser may delete")


def test_round_that_this_phone_cannot_store_stays_on_the_form(
    table: TablePage,
) -> None:
    table.play(plain(60))
    table.page.evaluate(FULL)
    table.fill_in(plain(30, "B1"))
    table.points(30)
    expect(table.status).to_contain_text("your taps are kept here")
    expect(table.box("Ben first out")).to_be_checked()
    expect(unsent_rows(table)).to_have_count(1)


# Amended, taken back


def test_unsent_round_can_be_amended(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(30))
    amend(table, 2, plain(70, "B1"))
    expect(unsent_rows(table).nth(1)).to_contain_text("Ben first")
    assert table.totals == (155, 145)
    restore_network(table)
    assert table.stored == [(55, 45), (70, 30), (30, 70)]


def test_round_that_is_sent_while_it_is_amended_is_left_as_it_was(table: TablePage) -> None:
    """The network returns in the middle of an amendment."""
    table.play(plain(60))
    table.tap(table.page.get_by_role("button", name="Round 2", exact=True))
    table.call("B1", "tichu")
    expect(table.box("Tichu Ben")).to_be_checked()
    restore_network(table)
    expect(table.status).to_contain_text("This round was sent or removed meanwhile")
    expect(table.page.locator("#entry :checked")).to_have_count(0)
    table.play(plain(30))
    assert table.stored == [(55, 45), (60, 40), (30, 70)]


def test_round_that_the_table_shows_while_it_is_amended_is_left_as_it_was(
    page: Page,
) -> None:
    """The answer to the round was lost, and the board arrives in the middle of an amendment."""
    table = TablePage.set_up(page, recorded=[plain(55)]).load_all().put_away()
    page.route("**/rounds/", lose_answer)
    table.play(plain(60))
    table.tap(page.get_by_role("button", name="Round 2", exact=True))
    table.take_out()
    expect(table.status).to_contain_text("This round was sent or removed meanwhile")
    expect(page.locator("#entry :checked")).to_have_count(0)


def test_round_that_is_found_in_conflict_while_it_is_amended_is_decided(
    table: TablePage,
) -> None:
    table.play(plain(60))
    table.tap(table.page.get_by_role("button", name="Round 2", exact=True))
    post_rounds(table.page.request, table.page.url, [plain(35, "B2")], after=1)
    table.page.context.set_offline(False)
    expect(table.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    table.page.get_by_role("button", name="Mine is another round").tap()
    all_sent(table)
    assert table.stored == [(55, 45), (35, 65), (60, 40)]


def test_unsent_round_can_be_undone(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(30))
    table.page.get_by_role("button", name="Undo").tap()
    expect(unsent_rows(table)).to_have_count(1)
    assert table.totals == (115, 85)
    restore_network(table)
    assert table.stored == [(55, 45), (60, 40)]


def test_unsent_round_behind_which_others_are_can_be_removed(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(30))
    table.tap(table.page.get_by_role("button", name="Round 2", exact=True))
    table.page.get_by_role("button", name="Remove it").tap()
    expect(unsent_rows(table)).to_have_count(1)
    restore_network(table)
    assert table.stored == [(55, 45), (30, 70)]


def test_undone_unsent_round_leaves_its_calls_on_the_table(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.page.get_by_role("button", name="Undo").tap()
    expect(unsent_rows(table)).to_have_count(0)
    expect(table.box("Tichu Ben")).to_be_checked()


# Calls


def test_call_without_a_network_is_queued_and_recorded(
    table: TablePage, context: BrowserContext
) -> None:
    table.call("B1", "tichu")
    expect(table.page.locator("#unsent-count")).to_have_text("1 unsent")
    restore_network(table)
    other = table.in_another_tab()
    expect(other.box("Tichu Ben")).to_be_checked()


def test_unsent_round_and_call_survive_a_closed_tab(
    table: TablePage, context: BrowserContext
) -> None:
    table.play(plain(60))
    table.call("B1", "tichu")
    expect(table.page.locator("#unsent-count")).to_have_text("2 unsent")
    url = table.page.url
    table.page.close()
    context.set_offline(False)
    again = TablePage(context.new_page())
    again.page.goto(url)
    again.wait_for(3)
    again.page.reload()
    expect(again.box("Tichu Ben")).to_be_checked()
    assert again.stored == [(55, 45), (60, 40)]


# The end of the game


def test_game_ends_without_a_network(table: TablePage) -> None:
    for _ in range(5):
        table.play(double("A1"))
    assert (table.winner, table.totals) == ("Ada + Cleo", (1055, 45))
    expect(table.page.locator("#entry")).to_be_hidden()
    restore_network(table)
    table.wait_for(6)
    assert (table.winner, table.totals) == ("Ada + Cleo", (1055, 45))


def test_unsent_last_round_can_be_undone(table: TablePage) -> None:
    for _ in range(5):
        table.play(double("A1"))
    table.page.get_by_role("button", name="Undo").tap()
    expect(table.page.locator("#entry")).to_be_visible()
    assert (table.winner, table.totals) == (None, (855, 45))


# Other screens


def test_home_counts_what_is_unsent_and_sends_it(
    table: TablePage, context: BrowserContext
) -> None:
    table.play(plain(60))
    lost = table.page.context.new_page()
    lost.route("**/rounds/", lambda route: route.abort())
    table.page.close()
    context.set_offline(False)
    lost.goto("/")
    expect(lost.get_by_role("link", name="1 unsent")).to_be_visible()
    lost.unroute("**/rounds/")
    lost.reload()
    all_sent(TablePage(lost))


# The next game


def test_rematch_without_a_network_is_played_and_recorded(page: Page) -> None:
    table = TablePage.set_up(page, target=300)
    table.play(plain(60))
    page.wait_for_function(FILE_WITH, arg="/blank/")  # the page that becomes the next table
    table.lose_network()
    table.play(double("A1"))
    table.play(double("A1"))
    assert table.winner == "Ada + Cleo"
    first = page.url
    page.get_by_role("button", name="Ada with Ben").tap()
    expect(page.get_by_role("heading", name="Ada + Ben")).to_be_visible()
    next_game = TablePage(page, {"A1": "Ada", "B1": "Cleo", "A2": "Ben", "B2": "Dora"})
    next_game.play(plain(45, "B1"))
    assert next_game.totals == (45, 55)
    restore_network(next_game)
    next_game.wait_for(1)
    assert next_game.stored == [(45, 55)]
    page.goto(first)
    assert [row.points for row in table.rows] == [(60, 40), (200, 0), (200, 0)]


def test_rematch_of_a_game_that_had_ended_starts_without_a_network(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[double("A1")], target=200)
    entries = page.evaluate("history.length")
    table.load_all()
    page.wait_for_function(FILE_WITH, arg="/blank/")
    page.context.set_offline(True)
    page.get_by_role("button", name="Ada with Ben").tap()
    expect(page.get_by_role("heading", name="Ada + Ben")).to_be_visible()
    # Back does not lead to the address of the game before, under the table of this one.
    assert page.evaluate("history.length") == entries


def test_rematch_for_which_there_is_no_table_says_that_it_is_stored(page: Page) -> None:
    """A captive portal answers in place of the site."""
    page.route("**/blank/", lambda route: route.fulfill(body="Log in to this network."))
    table = TablePage.set_up(page, recorded=[double("A1")], target=200)
    with page.expect_response("**/blank/"):
        table.load_all()
    page.context.set_offline(True)
    page.get_by_role("button", name="Same partners").tap()
    expect(table.status).to_contain_text("the game is stored on this phone")


def test_rematch_whose_table_does_not_come_says_that_it_is_stored(
    page: Page, first_answer: FirstAnswer
) -> None:
    blank = first_answer("**/blank/")
    table = TablePage.set_up(page, recorded=[double("A1")], target=200)
    table.lose_network()
    page.get_by_role("button", name="Same partners").tap()
    expect(page.locator("#unsent-count")).to_have_text("1 unsent")
    blank.lose()
    expect(table.status).to_contain_text("the game is stored on this phone")


def test_game_started_before_the_page_has_loaded_all_is_kept(
    page: Page, first_answer: FirstAnswer
) -> None:
    script = first_answer("**/offline/table.*.js")
    page.route(
        "**/new/", lambda route: route.abort() if route.request.post_data else route.continue_()
    )
    page.goto("/new/")
    fill_seats(page, NAMES)
    page.get_by_role("button", name="Start").tap()
    script.arrive()
    expect(page.get_by_role("alert")).to_contain_text("stored on this phone")
