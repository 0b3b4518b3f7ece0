"""Screens of the table of a running game, and of its questions."""

from playwright.sync_api import Page, expect

from tests.e2e.passed_time import begin_earlier
from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.screens.registry import LONG_NAMES, Visit, expect_heading, screen
from tests.e2e.table import TablePage


@screen()
def table(visit: Visit) -> None:
    visit.page.goto(visit.demo.running)


@screen()
def table_empty(visit: Visit) -> None:
    TablePage.set_up(visit.page)


@screen()
def table_pad(visit: Visit) -> None:
    TablePage.set_up(visit.page, recorded=[plain(60)]).first_out("A1")


@screen()
def table_order(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[double("B1")])
    table.call("B1", "tichu")
    table.call("A2", "grand")
    table.first_out("A1")
    table.second("B1")
    table.third("A2")


@screen()
def table_extra_call(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, extra_call="Blind Tichu", extra_call_points="400")
    visit.page.locator(".call.extra").filter(has=table.box("Blind Tichu Ada")).tap()
    table.play(plain(60))
    visit.page.locator(".call.extra").filter(has=table.box("Blind Tichu Ben")).tap()
    table.first_out("A1")


@screen()
def table_recorded(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[double("B1")])
    table.play(plain(-25, "B2", A1="tichu", B2="grand"))


@screen()
def table_undone(visit: Visit) -> None:
    rounds = [plain(60), plain(45, "B1", B1="tichu")]
    table = TablePage.set_up(visit.page, recorded=rounds)
    table.undo()


@screen()
def game_settings(visit: Visit) -> None:
    TablePage.set_up(visit.page, LONG_NAMES, recorded=[plain(60)])
    visit.page.get_by_role("link", name="Game", exact=True).tap()
    expect_heading(visit.page, LONG_NAMES["A1"])


@screen()
def game_agreement(visit: Visit) -> None:
    TablePage.set_up(
        visit.page,
        recorded=[plain(60)],
        rounds="8",
        double_win="300",
        extra_call="Blind Tichu",
    )
    visit.page.get_by_role("link", name="Game", exact=True).tap()
    visit.page.get_by_role("link", name="Change the rules").tap()
    expect_heading(visit.page, "Rules of this game")


@screen()
def table_time_limit_over(visit: Visit) -> None:
    let_time_pass(visit, points=60)
    expect(visit.page.get_by_text("Was that the last round?")).to_be_visible()


@screen()
def table_time_limit_tie(visit: Visit) -> None:
    let_time_pass(visit, points=50)
    expect(visit.page.get_by_text("play another round.")).to_be_visible()


def let_time_pass(visit: Visit, *, points: int) -> None:
    """A game after one round with these card points, whose time limit is over."""
    TablePage.set_up(visit.page, LONG_NAMES, recorded=[plain(points)], time_limit="60")
    begin_earlier(visit.demo.server, visit.page, minutes=61)


@screen()
def substitute(visit: Visit) -> None:
    TablePage.set_up(visit.page, LONG_NAMES, recorded=[plain(60)])
    visit.page.get_by_role("link", name="Game", exact=True).tap()
    visit.page.get_by_role("link", name="Somebody leaves, another one plays on").tap()
    expect_heading(visit.page, "Somebody leaves")


@screen()
def game_abandoned(visit: Visit) -> None:
    TablePage.set_up(visit.page, recorded=[plain(60)])
    visit.page.get_by_role("link", name="Game", exact=True).tap()
    visit.page.get_by_label("Why?").fill("The last train does not wait for a third hand")
    visit.page.get_by_role("button", name="Abandon the game").tap()
    expect_heading(visit.page, "Abandoned")


@screen()
def table_series(visit: Visit) -> None:
    second_of_series(visit)


@screen()
def series_decided(visit: Visit) -> None:
    second_of_series(visit).play(double("B1"))
    expect(visit.page.locator(".ending")).to_contain_text("win the series: 2 : 0")


def second_of_series(visit: Visit) -> TablePage:
    """Start the second game of a best of three. The team on the right has won the first
    game."""
    TablePage.set_up(visit.page, LONG_NAMES, recorded=[double("A1")], target=200, best_of="3")
    visit.page.get_by_role("button", name="Next game of the series").tap()
    expect(visit.page.locator(".series")).to_have_text("The series: 0 : 1, best of 3")
    seats = zip(("B1", "A2", "B2", "A1"), LONG_NAMES.values(), strict=True)
    return TablePage(visit.page, dict(seats))


@screen()
def adjust(visit: Visit) -> None:
    open_adjust(visit)


@screen("status of 422")
def adjust_refused(visit: Visit) -> None:
    open_adjust(visit)
    visit.page.get_by_label("Points for Maximilian").fill("1OO")
    visit.page.get_by_role("button", name="Adjust the points").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("a whole number of points")


def open_adjust(visit: Visit) -> None:
    TablePage.set_up(visit.page, LONG_NAMES)
    visit.page.goto(f"{visit.page.url}adjust/")
    expect_heading(visit.page, "Adjust the points")


@screen()
def table_adjusted(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[plain(60)])
    visit.page.goto(f"{table.page.url}adjust/")
    visit.page.get_by_label("Points for Ada").fill("-100")
    visit.page.get_by_label("In your words").fill("The ace stayed in the hand")
    visit.page.get_by_role("button", name="Adjust the points").tap()
    expect(visit.page.get_by_role("cell", name="unfulfilled wish")).to_be_visible()


def ask_to_delete(visit: Visit, names: dict[str, str]) -> None:
    """As the owner of a new group."""
    visit.page.context.clear_cookies()
    table = TablePage.set_up(visit.page, names)
    visit.page.goto(f"{table.page.url}delete/")
    expect_heading(visit.page, names["A1"])


@screen()
def game_delete(visit: Visit) -> None:
    ask_to_delete(visit, LONG_NAMES)


@screen()
def group_deleted_games(visit: Visit) -> None:
    ask_to_delete(visit, NAMES)
    visit.page.get_by_role("button", name="Delete the game").tap()
    expect(visit.page.get_by_role("heading", name="Deleted games")).to_be_visible()


def undo_without_network(page: Page) -> None:
    page.context.set_offline(True)
    page.locator("#status .undo").tap()
    expect(page.locator("#status .refusal")).to_be_visible()


@screen("htmx:", reach_again=undo_without_network)
def table_unsent(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[plain(60)]).load_all()
    undo_without_network(visit.page)
    expect(table.status).to_contain_text("No answer")


@screen("status of 422")
def table_refused(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[plain(60)] * 8)
    # After the server has these ticks, no board removes them.
    with visit.page.expect_response("**/progress/"):
        table.call("B1", "tichu")
    with visit.page.expect_response("**/progress/"):
        table.first_out("A1")
    # A round that the page does not allow to be tapped, and that can be sent only without the
    # scripts of the page.
    visit.page.evaluate("""() => {
      document.querySelector("[name=grand][value=B1]").checked = true;
      document.forms.entry.submit();
    }""")
    expect(table.status).to_contain_text("one call a round")


@screen()
def table_tie(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[plain(50)], target=100)
    table.play(plain(50, "B1"))


@screen()
def table_chances(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    TablePage.set_up(visit.page, recorded=[plain(20, "B1")])
    expect(visit.page.locator(".lead")).to_contain_text("Chance to win")


@screen()
def table_long_names(visit: Visit) -> None:
    rounds = [double("A1", B1="grand", B2="grand")]
    table = TablePage.set_up(visit.page, LONG_NAMES, recorded=rounds)
    table.play(plain(-25, "B1", B1="grand", A1="grand", A2="tichu", B2="tichu"))


@screen()
def pad_long_names(visit: Visit) -> None:
    TablePage.set_up(visit.page, LONG_NAMES).first_out("A1")


def wait_for_question(page: Page) -> None:
    """Wait for the question about the change that nobody has decided about. Every page of the
    game sends such a change again and asks about it, if the page on which it was tapped had
    loaded the queue. Until the answer arrives, the page shows the earlier question in the
    earlier language."""
    expect(page.locator("main.conflict:not([lang])")).to_be_visible()


@screen("status of 409", reach_again=wait_for_question)
def conflict(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[plain(60)]).put_away().load_all()
    other = table.in_another_tab()
    other.play(plain(35, "B2", B2="tichu"))
    other.page.close()
    table.fill_in(plain(35, "B2"))
    table.points(35)
    expect_heading(visit.page, "Somebody was faster")


@screen("status of 409", reach_again=wait_for_question)
def conflict_call(visit: Visit) -> None:
    table = TablePage.set_up(visit.page).put_away().load_all()
    other = table.in_another_tab()
    other.call("B1", "grand")
    expect(other.page.locator("#known")).not_to_have_value("")
    other.page.close()
    table.fill_in(plain(35, "B2"))
    table.points(35)
    expect_heading(visit.page, "Somebody was faster")


@screen()
def table_calls_closed(visit: Visit) -> None:
    visit.page.context.clear_cookies()  # not in the group of the other screens
    table = TablePage.set_up(visit.page).ask_for_deal()
    table.call("B1", "grand")
    table.tap(visit.page.get_by_text("14 dealt"))


@screen()
def table_winning_conditions(visit: Visit) -> None:
    rounds = [
        double("A1"),
        double("B1"),
        plain(60, A1="grand"),
        plain(10, "B2", B2="grand"),
    ]
    TablePage.set_up(visit.page, recorded=rounds)
    visit.page.get_by_role("link", name="What do we need?").tap()
    expect(visit.page.locator("#winning-conditions")).to_contain_text("win")


def undo_behind_a_round_of_another_tab(page: Page) -> None:
    """Afterwards the game is unchanged."""
    other = TablePage(page).put_away().in_another_tab().page
    rows = other.locator("#rows tr")
    post_rounds(page.request, page.url, [plain(55)], after=1)
    expect(rows).to_have_count(2)
    page.locator("#status .undo").tap()
    wait_for_question(page)
    other.locator("#status .undo").tap()
    expect(rows).to_have_count(1)
    other.close()


@screen("status of 409", reach_again=undo_behind_a_round_of_another_tab)
def conflict_undo(visit: Visit) -> None:
    TablePage.set_up(visit.page, recorded=[plain(60)])
    undo_behind_a_round_of_another_tab(visit.page)
    expect_heading(visit.page, "Somebody was faster")
