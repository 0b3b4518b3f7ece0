"""Screens of recorded rounds, the end of a game, its race, and what each team needs."""

from playwright.sync_api import expect

from tests.e2e.count_page import CountPage
from tests.e2e.round_facts import double, plain
from tests.e2e.screens.registry import LONG_NAMES, Visit, expect_heading, screen
from tests.e2e.table import TablePage


@screen()
def round_passed_on(visit: Visit) -> None:
    table = TablePage.set_up(visit.page)
    table.first_out("A1")
    page = CountPage.of_players(table)
    page.last("B2")
    page.fill({"A1": 40, "B1": 20, "A2": 10, "B2": 25, "hand": 5})
    page.record(80)
    table.open_round(1)


@screen()
def round_page(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.running}rounds/2/")


@screen("status of 422")
def round_refused(visit: Visit) -> None:
    rounds = [plain(0), double("A1"), plain(40)]
    table = TablePage.set_up(visit.page, recorded=rounds, target=300)
    table.open_round(1)
    table.amend_place("Cleo second")
    # The picture has the preview.
    expect(visit.page.locator("#after")).to_contain_text("double win")
    table.save()
    expect(table.status).to_contain_text("end")


@screen()
def changes(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.running}log/")


@screen()
def changes_empty(visit: Visit) -> None:
    TablePage.set_up(visit.page)
    visit.page.goto(f"{visit.page.url}log/")
    expect_heading(visit.page, "Changes of this game")


@screen()
def winning_conditions(visit: Visit) -> None:
    rounds = [double("A1"), double("B1"), plain(55)]
    open_winning_conditions(TablePage.set_up(visit.page, recorded=rounds, target=300))


@screen()
def winning_conditions_early(visit: Visit) -> None:
    open_winning_conditions(TablePage.set_up(visit.page))


@screen()
def winning_conditions_long_names(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, LONG_NAMES, recorded=[double("A1")], target=300)
    open_winning_conditions(table)


@screen()
def ended(visit: Visit) -> None:
    visit.page.goto(visit.demo.finished)


@screen()
def bg_stats(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.finished}bg-stats/")
    expect_heading(visit.page, "Add this game to BG Stats")


@screen()
def ended_in_a_draw(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, recorded=[plain(50)], target=100, draw=True)
    table.play(plain(50, "B1"))


@screen()
def race(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.finished}race/")
    visit.page.get_by_text("The same in numbers").tap()


@screen()
def race_of_no_rounds(visit: Visit) -> None:
    TablePage.set_up(visit.page)
    visit.page.goto(f"{visit.page.url}race/")


@screen()
def race_long_names(visit: Visit) -> None:
    rounds = [
        plain(-25, "B1", B1="grand", A1="grand", A2="tichu", B2="tichu"),
        double("A1", A1="tichu"),
        double("B2", A2="grand", B2="tichu"),
    ]
    TablePage.set_up(visit.page, LONG_NAMES, recorded=rounds)
    visit.page.goto(f"{visit.page.url}race/")


def open_winning_conditions(table: TablePage) -> None:
    table.page.goto(f"{table.page.url}winning-conditions/")
    expect_heading(table.page, "What do we need?")
