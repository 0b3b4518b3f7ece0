"""Screens of a round in progress: counting, bombs and notes, and the scoreboard."""

from playwright.sync_api import Page, expect

from tests.e2e.count_page import CountPage
from tests.e2e.posting import post_rounds
from tests.e2e.round_facts import double, plain
from tests.e2e.screens.registry import LONG_NAMES, Visit, expect_heading, screen
from tests.e2e.table import TablePage


@screen()
def counter(visit: Visit) -> None:
    table = TablePage.set_up(visit.page)
    table.first_out("A1")
    CountPage.of_teams(table).tap(["K", "K", "5", "dragon"])
    visit.page.get_by_role("button", name="Record 50").wait_for()


@screen()
def counter_refused(visit: Visit) -> None:
    table = TablePage.set_up(visit.page)
    table.first_out("A1")
    CountPage.of_teams(table).tap(["dragon", "dragon"])
    expect(table.status).to_contain_text("one Dragon")


@screen()
def counter_long_names(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, LONG_NAMES)
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K"])
    page.pile("B")
    page.tap(["phoenix"])
    expect(visit.page.locator("#result")).to_contain_text("Missing from 100")


@screen()
def last_player(visit: Visit) -> None:
    table = TablePage.set_up(visit.page)
    table.first_out("A1")
    CountPage.of_players(table)


@screen()
def last_player_counted(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, LONG_NAMES)
    table.first_out("A1")
    page = CountPage.of_players(table)
    page.last("B2")
    page.fill({"A1": 65, "B1": -25, "A2": 35, "B2": 15})
    visit.page.get_by_role("button", name="Record").wait_for()


def bomb_by(page: Page, name: str) -> None:
    page.get_by_role("group", name="Who played a bomb?").get_by_text(name, exact=True).tap()


@screen()
def round_notes(visit: Visit) -> None:
    TablePage.set_up(visit.page)
    for top in ("9", "13"):
        visit.page.get_by_role("link", name="Bomb or note").tap()
        bomb_by(visit.page, "Dora")
        visit.page.get_by_label("Its top card").select_option(top)
        visit.page.get_by_role("button", name="Save").tap()
    visit.page.get_by_role("link", name="Bomb or note").tap()
    visit.page.get_by_text("A long straight", exact=True).tap()
    straight = visit.page.get_by_role("group", name="Who played a long straight?")
    straight.get_by_text("Ada", exact=True).tap()
    visit.page.get_by_label("Up to which card?").select_option("8")
    visit.page.get_by_role("button", name="Save").tap()
    visit.page.get_by_role("link", name="Bomb or note").tap()
    visit.page.get_by_text("A long straight", exact=True).tap()
    expect_heading(visit.page, "Bombs and note")


@screen("status of 422")
def round_notes_refused(visit: Visit) -> None:
    TablePage.set_up(visit.page)
    visit.page.get_by_role("link", name="Bomb or note").tap()
    visit.page.get_by_label("What was it?").select_option("13")
    visit.page.get_by_label("Its top card").select_option("9")
    bomb_by(visit.page, "Dora")
    visit.page.get_by_role("button", name="Save").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("A straight of 13 cards")


@screen("status of 409")
def round_notes_superseded(visit: Visit) -> None:
    TablePage.set_up(visit.page)
    table = visit.page.url
    visit.page.get_by_role("link", name="Bomb or note").tap()
    visit.page.get_by_label("Note").fill("The mythical straight, and nobody believed it")
    post_rounds(visit.page.request, table, [plain(60)])
    visit.page.get_by_role("button", name="Save").tap()
    visit.page.get_by_role("link", name="Bombs and note of round 1").wait_for()


@screen()
def scoreboard(visit: Visit) -> None:
    rounds = [plain(-25, "B1", B1="grand", A2="grand")]
    table = TablePage.set_up(visit.page, recorded=rounds)
    table.call("A2", "tichu")
    visit.page.get_by_role("link", name="Table mode").tap()
    visit.page.locator(".board").wait_for()


@screen()
def scoreboard_both_sides(visit: Visit) -> None:
    TablePage.set_up(visit.page, LONG_NAMES, recorded=[double("B1", B1="grand")])
    visit.page.get_by_role("link", name="Table mode").tap()
    visit.page.get_by_text("Both sides").tap()


@screen()
def scoreboard_light(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.finished}scoreboard/")
    visit.page.get_by_text("Light").tap()


@screen()
def scoreboard_ended(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.finished}scoreboard/")


@screen()
def scoreboard_ended_long_names(visit: Visit) -> None:
    table = TablePage.set_up(visit.page, LONG_NAMES, target=1000)
    for _ in range(5):
        table.play(double("B1"))
    visit.page.goto(f"{visit.page.url}scoreboard/")
