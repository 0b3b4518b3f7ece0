"""Every screen and state of the program, and how a person comes to it. One entry here has a new
screen checked by test_screens.py and pictured by tests/shots.py."""

import secrets
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, StorageState, expect

from tests.e2e.companion import CountPage
from tests.e2e.table import NAMES, TablePage, double, plain
from tests.server import ROOT, Server

SHEETS = ROOT / "tests" / "examples" / "score-sheets.json"
LONG_NAMES = {
    "A1": "Maximilianastasiaalexand",
    "B1": "Wilhelmina van der Heyde",
    "A2": "WWWWWWWWWWWWWWWWWWWWWWWW",
    "B2": "Bartholomäus-Ferdinandus",
}


@dataclass(frozen=True)
class Demo:
    """Where the demo group's things are found, and what a browser that belongs to it stores.
    `year` opens a group that has played for a year."""

    address: str
    year: str
    running: str
    finished: str
    stored: StorageState


@dataclass(frozen=True)
class Visit:
    """A phone that belongs to the demo group, on its way to a screen."""

    page: Page
    demo: Demo


@dataclass(frozen=True)
class Screen:
    """`complaints` are what the browser's console has to say when the screen comes up."""

    reach: Callable[[Visit], None]
    complaints: tuple[str, ...] = ()
    on_paper: bool = False


SCREENS: dict[str, Screen] = {}


def screen(
    *complaints: str, on_paper: bool = False
) -> Callable[[Callable[[Visit], None]], None]:
    def add(reach: Callable[[Visit], None]) -> None:
        SCREENS[reach.__name__.replace("_", "-")] = Screen(reach, complaints, on_paper)

    return add


def fill_demo(server: Server, context: BrowserContext) -> Demo:
    """Fill the demo group, and let this browser join it under a new name. Once a server: games
    that are started in the group later push these ones off the first page."""
    address = run(server, "demo", SHEETS)
    year = run(server, "make_history", "--rounds=900", "--until=2026-03-06T19:30", "--log")
    page = context.new_page()
    page.goto(address)
    page.get_by_text("Somebody else").tap()
    page.get_by_label("Your name").fill(f"Guest {secrets.token_hex(3)}")
    page.get_by_role("button", name="Join").tap()
    page.get_by_role("listitem").first.wait_for()
    games = page.get_by_role("listitem").get_by_role("link")

    def path(state: str) -> str:
        return games.filter(has_text=state).first.get_attribute("href") or ""

    return Demo(address, year, path("running"), path("finished"), context.storage_state())


def run(server: Server, *command: str | Path) -> str:
    """Run a command of manage.py, and return the path that it prints last."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=server.env,
        capture_output=True,
        text=True,
        check=True,
    )
    return urlsplit(done.stdout.split()[-1]).path


@screen()
def join(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.page.goto(visit.demo.address)


@screen("status of 422")
def join_refused(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.page.goto(visit.demo.address)
    visit.page.get_by_role("button", name="Join").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("Tap your name")


@screen()
def join_waiting(visit: Visit) -> None:
    page = visit.page
    own_group(visit)
    page.get_by_role("link", name="Invite").tap()
    address = page.locator(".address").first.inner_text()
    page.context.clear_cookies()
    page.goto(address)
    page.get_by_text("Ada").tap()
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("status")).to_contain_text("Waiting for a yes")


@screen()
def join_long_names(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    TablePage.start(page, LONG_NAMES)
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    page.get_by_role("link", name="Invite").tap()
    page.goto(page.locator(".address").first.inner_text())
    page.context.clear_cookies()
    page.reload()


@screen()
def code(visit: Visit) -> None:
    visit.page.goto("/join/")


@screen("status of 422")
def code_refused(visit: Visit) -> None:
    visit.page.goto("/join/")
    visit.page.get_by_label("The eight letters").fill("ABCD 1234")
    visit.page.get_by_role("button", name="Go on").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("does not work")


@screen()
def group(visit: Visit) -> None:
    own_group(visit)


@screen()
def group_of_many(visit: Visit) -> None:
    visit.page.goto("/")
    visit.page.get_by_role("link", name="Demo", exact=True).tap()


@screen()
def group_settings(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Name and defaults").tap()


@screen()
def group_delete(visit: Visit) -> None:
    ask_to_delete(visit)


@screen()
def group_deleted(visit: Visit) -> None:
    ask_to_delete(visit)
    visit.page.get_by_label("Type “Our group”").fill("Our group")
    visit.page.get_by_role("button", name="Delete the group").tap()
    visit.page.get_by_role("button", name="Restore").wait_for()


@screen()
def invite(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Invite").tap()
    visit.page.get_by_role("button", name="A code to read out").tap()
    visit.page.get_by_text("Show the watching link").tap()


@screen()
def watch(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Invite").tap()
    visit.page.get_by_text("Show the watching link").tap()
    address = visit.page.locator("details .address").inner_text()
    visit.page.context.clear_cookies()
    visit.page.goto(address)


@screen()
def way_back_made(visit: Visit) -> None:
    take_way_back(visit)


@screen()
def way_back(visit: Visit) -> None:
    take_way_back(visit)
    visit.page.goto(visit.page.locator(".address").inner_text())


def ask_to_delete(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Delete the group").tap()


def take_way_back(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("button", name="A way back").tap()
    expect_heading(visit.page, "way back")


def own_group(visit: Visit) -> None:
    """The group of a game just started, on the phone of its owner, Ada."""
    page = visit.page
    page.context.clear_cookies()
    TablePage.start(page)
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    page.get_by_role("button", name="Ada").tap()
    expect_heading(page, "Our group")


@screen()
def home_empty(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.page.goto("/")


@screen()
def home(visit: Visit) -> None:
    visit.page.goto("/")


# What a browser tells a page that it could install, and what only Safari on a phone says.
INSTALLABLE = "dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))"
IN_A_TAB = "Object.defineProperty(navigator, 'standalone', { value: false })"


@screen()
def home_installable(visit: Visit) -> None:
    visit.page.goto("/")
    visit.page.evaluate(INSTALLABLE)
    expect(visit.page.get_by_role("button", name="Install")).to_be_visible()


@screen()
def home_in_safari(visit: Visit) -> None:
    visit.page.add_init_script(IN_A_TAB)
    visit.page.goto("/")
    expect(visit.page.get_by_text("Add to Home Screen")).to_be_visible()


@screen()
def home_second_page(visit: Visit) -> None:
    page = visit.page
    # A device of its own: the demo group keeps its few games.
    page.context.clear_cookies()
    page.goto("/new/")
    proof = page.locator("[name=csrfmiddlewaretoken]").input_value()
    form: dict[str, str | float | bool] = {"target": "1000", "tie": "play_on"}
    form |= {seat.lower(): name for seat, name in NAMES.items()}
    form["csrfmiddlewaretoken"] = proof
    for _ in range(21):
        page.request.post("/new/", form=form, max_redirects=0)
    page.goto("/?page=2")


@screen()
def new_game(visit: Visit) -> None:
    visit.page.goto("/new/")


@screen("status of 422")
def new_game_refused(visit: Visit) -> None:
    page = visit.page
    page.goto("/new/")
    page.get_by_label("Right team, partner").fill(
        page.get_by_label("Left team, first player").input_value()
    )
    page.get_by_text("Other", exact=True).tap()
    page.get_by_label("Another target in points").fill("0")
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("alert")).to_contain_text("cannot start yet")


@screen()
def table(visit: Visit) -> None:
    visit.page.goto(visit.demo.running)


@screen()
def table_empty(visit: Visit) -> None:
    TablePage.start(visit.page)


@screen()
def table_pad(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(plain(60))
    table.first_out("A1")


@screen()
def table_order(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(double("B1"))
    table.call("B1", "tichu")
    table.call("A2", "grand")
    table.first_out("A1")
    table.second("B1")
    table.third("A2")


@screen()
def table_recorded(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(double("B1"))
    table.play(plain(-25, "B2", A1="tichu", B2="grand"))


@screen()
def table_undone(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(plain(60))
    table.play(plain(45, "B1", B1="tichu"))
    table.undo()


@screen("ERR_INTERNET_DISCONNECTED", "htmx:")
def table_unsent(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(plain(60))
    visit.page.context.set_offline(True)
    visit.page.get_by_role("button", name="Undo").tap()
    expect(table.said).to_contain_text("No answer")


@screen("status of 422")
def table_refused(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(plain(60))
    table.call("B1", "tichu")
    table.first_out("A1")
    # Impossible to tap, and impossible to send but past the page's own scripts.
    visit.page.evaluate("document.querySelector('[name=grand][value=B1]').checked = true")
    visit.page.evaluate("document.forms.entry.submit()")
    expect(table.said).to_contain_text("one call a round")


@screen()
def table_tie(visit: Visit) -> None:
    table = TablePage.start(visit.page, target=100)
    table.play(plain(50))
    table.play(plain(50, "B1"))


@screen()
def table_chances(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    table = TablePage.start(visit.page)
    table.play(plain(20, "B1"))
    visit.page.reload()
    expect(visit.page.locator(".lead")).to_contain_text("Chance to win")


@screen()
def table_long_names(visit: Visit) -> None:
    table = TablePage.start(visit.page, LONG_NAMES)
    table.play(double("A1", B1="grand", B2="grand"))
    table.play(plain(-25, "B1", B1="grand", A1="grand", A2="tichu", B2="tichu"))


@screen()
def pad_long_names(visit: Visit) -> None:
    TablePage.start(visit.page, LONG_NAMES).first_out("A1")


@screen("status of 409")
def conflict(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(plain(60))
    table.put_away().in_another_tab().play(plain(35, "B2", B2="tichu"))
    table.fill_in(plain(35, "B2"))
    table.points(35)
    expect_heading(visit.page, "Somebody was faster")


@screen("status of 409")
def conflict_call(visit: Visit) -> None:
    table = TablePage.start(visit.page).put_away()
    other = table.in_another_tab()
    other.call("B1", "grand")
    expect(other.page.locator("#known")).not_to_have_value("{}")
    table.fill_in(plain(35, "B2"))
    table.points(35)
    expect_heading(visit.page, "Somebody was faster")


@screen()
def table_calls_closed(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.call("B1", "grand")
    table.tap(visit.page.get_by_text("14 dealt"))


@screen()
def table_outlook(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    for facts in (
        double("A1"),
        double("B1"),
        plain(60, A1="grand"),
        plain(10, "B2", B2="grand"),
    ):
        table.play(facts)
    visit.page.get_by_role("link", name="What do we need?").tap()
    expect(visit.page.locator("#outlook")).to_contain_text("win")


@screen()
def counter(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.first_out("A1")
    CountPage.of_teams(table).tap(["K", "K", "5", "dragon"])
    visit.page.get_by_role("button", name="Record 50").wait_for()


@screen()
def counter_refused(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.first_out("A1")
    CountPage.of_teams(table).tap(["dragon", "dragon"])
    expect(table.said).to_contain_text("one Dragon")


@screen()
def counter_long_names(visit: Visit) -> None:
    table = TablePage.start(visit.page, LONG_NAMES)
    table.first_out("A1")
    page = CountPage.of_teams(table)
    page.tap(["K"])
    page.pile("B")
    page.tap(["phoenix"])
    expect(visit.page.locator("#result")).to_contain_text("Missing from 100")


@screen()
def last_player(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.first_out("A1")
    CountPage.of_players(table)


@screen()
def last_player_counted(visit: Visit) -> None:
    table = TablePage.start(visit.page, LONG_NAMES)
    table.first_out("A1")
    page = CountPage.of_players(table)
    page.last("B2")
    page.fill({"A1": 65, "B1": -25, "A2": 35, "B2": 15})
    visit.page.get_by_role("button", name="Record").wait_for()


@screen()
def moments(visit: Visit) -> None:
    TablePage.start(visit.page)
    for top in ("9", "13"):
        visit.page.get_by_role("link", name="Bomb or note").tap()
        visit.page.get_by_text("Dora", exact=True).tap()
        visit.page.get_by_label("Its top card").select_option(top)
        visit.page.get_by_role("button", name="Keep").tap()
    visit.page.get_by_role("link", name="Bomb or note").tap()
    expect_heading(visit.page, "Bombs and note")


@screen("status of 422")
def moments_refused(visit: Visit) -> None:
    TablePage.start(visit.page)
    visit.page.get_by_role("link", name="Bomb or note").tap()
    visit.page.get_by_label("What was it?").select_option("13")
    visit.page.get_by_label("Its top card").select_option("9")
    visit.page.get_by_text("Dora", exact=True).tap()
    visit.page.get_by_role("button", name="Keep").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("A bomb is four of a kind")


@screen()
def scoreboard(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(plain(-25, "B1", B1="grand", A2="grand"))
    table.call("A2", "tichu")
    visit.page.get_by_role("link", name="Table mode").tap()
    visit.page.locator(".board").wait_for()


@screen()
def scoreboard_both_sides(visit: Visit) -> None:
    table = TablePage.start(visit.page, LONG_NAMES)
    table.play(double("B1", B1="grand"))
    visit.page.get_by_role("link", name="Table mode").tap()
    visit.page.get_by_text("Both sides").tap()


@screen()
def scoreboard_light(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.finished}scoreboard/")
    visit.page.get_by_text("Light").tap()


@screen()
def round_passed_on(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.first_out("A1")
    page = CountPage.of_players(table)
    page.last("B2")
    page.fill({"A1": 40, "B1": 20, "A2": 10, "B2": 25, "hand": 5})
    page.record(80)
    table.open_round(1)


@screen("status of 409")
def conflict_undo(visit: Visit) -> None:
    table = TablePage.start(visit.page)
    table.play(plain(60))
    table.put_away().in_another_tab().play(plain(35))
    visit.page.get_by_role("button", name="Undo").tap()
    expect_heading(visit.page, "Somebody was faster")


@screen()
def round_page(visit: Visit) -> None:
    visit.page.goto(visit.demo.running)
    TablePage(visit.page).open_round(2)


@screen("status of 422")
def round_refused(visit: Visit) -> None:
    table = TablePage.start(visit.page, target=300)
    for facts in (plain(0), double("A1"), plain(40)):
        table.play(facts)
    table.open_round(1)
    table.double_win("A2")
    expect(table.said).to_contain_text("end")


@screen()
def changes(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.running}log/")


@screen()
def changes_empty(visit: Visit) -> None:
    TablePage.start(visit.page)
    visit.page.goto(f"{visit.page.url}log/")
    expect_heading(visit.page, "Changes of this game")


@screen()
def outlook(visit: Visit) -> None:
    open_outlook(TablePage.start(visit.page, target=300), double("A1"), double("B1"), plain(55))


@screen()
def outlook_early(visit: Visit) -> None:
    open_outlook(TablePage.start(visit.page))


@screen()
def outlook_long_names(visit: Visit) -> None:
    open_outlook(TablePage.start(visit.page, LONG_NAMES, target=300), double("A1"))


@screen()
def ended(visit: Visit) -> None:
    visit.page.goto(visit.demo.finished)


@screen()
def ended_in_a_draw(visit: Visit) -> None:
    table = TablePage.start(visit.page, target=100, draw=True)
    table.play(plain(50))
    table.play(plain(50, "B1"))


@screen()
def race(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.finished}race/")
    visit.page.get_by_text("The same in numbers").tap()


@screen()
def race_of_no_rounds(visit: Visit) -> None:
    TablePage.start(visit.page)
    visit.page.goto(f"{visit.page.url}race/")


@screen()
def race_long_names(visit: Visit) -> None:
    table = TablePage.start(visit.page, LONG_NAMES)
    table.play(plain(-25, "B1", B1="grand", A1="grand", A2="tichu", B2="tichu"))
    table.play(double("A1", A1="tichu"))
    table.play(double("B2", A2="grand", B2="tichu"))
    visit.page.goto(f"{visit.page.url}race/")


@screen()
def stats(visit: Visit) -> None:
    open_year(visit)


@screen()
def stats_empty(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    TablePage.start(visit.page)
    visit.page.goto("/")
    visit.page.get_by_role("link", name="Statistics").tap()
    expect(visit.page.get_by_text("After the first round")).to_be_visible()


@screen()
def stats_of_one_game(visit: Visit) -> None:
    open_one_game(visit)


def open_one_game(visit: Visit) -> None:
    """Few figures, and the longest names."""
    visit.page.context.clear_cookies()
    table = TablePage.start(visit.page, LONG_NAMES, target=300)
    for facts in (plain(60), double("A1"), plain(55)):
        table.play(facts)
    visit.page.goto("/")
    visit.page.get_by_role("link", name="Statistics").tap()
    expect_heading(visit.page, "Our group")


@screen("status of 422")
def stats_refused(visit: Visit) -> None:
    open_year(visit)
    visit.page.goto(f"{visit.page.url}?since=2026-03-01&until=2026-01-01")
    expect(visit.page.get_by_role("alert")).to_contain_text("exchange them")


@screen()
def stats_player(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Anna").first.tap()
    expect_heading(visit.page, "Anna")


@screen()
def stats_pairs(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Partners and rivals").tap()
    expect_heading(visit.page, "Partners and rivals")


@screen()
def stats_pairs_long_names(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.get_by_role("link", name="Partners and rivals").tap()
    expect_heading(visit.page, "Partners and rivals")


@screen()
def stats_ratings(visit: Visit) -> None:
    open_ratings(visit)


@screen()
def stats_fair_teams(visit: Visit) -> None:
    open_ratings(visit)
    for name in ("Anna", "Bernd", "Clara", "Dieter", "Elena", "Fritz"):
        visit.page.get_by_label(name, exact=True).check()
    visit.page.get_by_role("button", name="Find fair teams").tap()
    expect(visit.page.get_by_text("sit out").first).to_be_visible()


@screen("status of 422")
def stats_fair_teams_refused(visit: Visit) -> None:
    open_ratings(visit)
    for box in reversed(visit.page.get_by_role("checkbox", checked=True).all()[3:]):
        box.uncheck()
    visit.page.get_by_role("button", name="Find fair teams").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("at least four")


@screen()
def stats_ratings_long_names(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.get_by_role("link", name="Ratings").tap()
    expect_heading(visit.page, "Ratings")


def open_ratings(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Ratings").tap()
    expect_heading(visit.page, "Ratings")


@screen()
def stats_evening(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="This evening").tap()
    expect_heading(visit.page, "6 Mar 2026")


def open_year(visit: Visit) -> None:
    """The statistics of a group that has played for a year, on a phone that joins it."""
    page = visit.page
    page.context.clear_cookies()
    page.goto(visit.demo.year)
    page.get_by_text("Somebody else").tap()
    page.get_by_label("Your name").fill(f"Guest {secrets.token_hex(3)}")
    page.get_by_role("button", name="Join").tap()
    page.get_by_role("link", name="Statistics").tap()
    expect_heading(page, "History 1")


@screen()
def rules(visit: Visit) -> None:
    visit.page.goto("/rules/")


@screen()
def rules_chapter(visit: Visit) -> None:
    visit.page.goto("/rules/combinations/")


@screen()
def rules_rule(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/rule/double-win/")
    page.locator("#double-win summary").tap()


@screen()
def rules_play(visit: Visit) -> None:
    visit.page.goto("/rules/play/")


@screen()
def rules_play_answer(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/play/")
    pick(page, "3 of jade", "3 of sword", "3 of pagoda", "9 of jade", "9 of star")
    page.get_by_text("My play", exact=True).tap()
    pick(page, "ace of jade", "ace of star", "6 of sword", "6 of pagoda", "Phoenix")
    page.get_by_role("button", name="May I?").tap()
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()


@screen()
def rules_play_illegal(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/play/")
    pick(page, "3 of jade")
    page.get_by_text("My play", exact=True).tap()
    pick(page, "7 of jade", "7 of sword", "7 of pagoda", "7 of star")
    page.get_by_text("Rest of my hand", exact=True).tap()
    pick(page, "8 of jade", "8 of star", "Dragon")
    page.get_by_label("Wish in force").select_option("8")
    page.get_by_role("button", name="May I?").tap()
    expect(page.get_by_role("heading", name="Not legal")).to_be_visible()


@screen("status of 422")
def rules_play_unclear(visit: Visit) -> None:
    visit.page.goto("/rules/play/?table=9j&table=8s")


@screen()
def rules_wish_helper(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/wish-helper/")
    pick(page, "4 of jade", "5 of sword", "6 of pagoda", "7 of star", "8 of jade")
    page.get_by_text("My hand", exact=True).tap()
    pick(page, "5 of jade", "6 of sword", "7 of pagoda", "8 of star", "Phoenix", "9 of star")
    pick(page, "8 of sword", "8 of pagoda", "2 of jade")
    page.get_by_label("Wish in force").select_option("8")
    page.get_by_role("button", name="Must I?").tap()
    expect(page.get_by_role("heading", name="You must")).to_be_visible()


@screen()
def rules_disputes(visit: Visit) -> None:
    visit.page.goto("/rules/disputes/")


@screen()
def rules_dispute(visit: Visit) -> None:
    visit.page.goto("/rules/rule/ask-bomb-dog/")


@screen()
def rules_house_rules(visit: Visit) -> None:
    visit.page.goto("/rules/house-rules/")


@screen()
def rules_glossary(visit: Visit) -> None:
    visit.page.goto("/rules/glossary/")


@screen(on_paper=True)
def rules_sheet_printed(visit: Visit) -> None:
    visit.page.goto("/rules/")


@screen(on_paper=True)
def rules_chapter_printed(visit: Visit) -> None:
    visit.page.goto("/rules/combinations/")


@screen()
def rules_play_by_house_rules(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/play/?play=dog&hand=8j&wish=8&house=dog-against-wish")
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()


@screen()
def rules_search(visit: Visit) -> None:
    ask(visit.page, "can i bomb the dog")


@screen()
def rules_search_nothing(visit: Visit) -> None:
    ask(visit.page, "xyzzyq")


# What a service worker has kept, on a phone that has none.
KEEP = """async paths => {
  const cache = await caches.open("kept");
  for (const path of paths) await cache.put(path, await fetch(path));
}"""


def lose_network(table: TablePage) -> TablePage:
    """The table in a phone that has no network any more."""
    table.page.evaluate("dispatchEvent(new Event('pointerdown'))")
    table.page.wait_for_load_state("networkidle")
    table.page.context.set_offline(True)
    return table


NO_NETWORK = ("ERR_INTERNET_DISCONNECTED", "htmx:", "TypeError: Failed to fetch")


@screen(*NO_NETWORK)
def table_waiting(visit: Visit) -> None:
    table = TablePage.start(visit.page, LONG_NAMES)
    table.play(plain(55))
    lose_network(table)
    table.play(plain(60, B1="tichu", A2="grand"))
    table.play(double("B2", B2="grand"))


@screen(*NO_NETWORK)
def table_waiting_amended(visit: Visit) -> None:
    table = lose_network(TablePage.start(visit.page, LONG_NAMES))
    table.play(plain(60, B1="tichu"))
    visit.page.get_by_role("button", name="Round 1", exact=True).tap()
    expect(table.said).to_contain_text("Round 1 waits")


@screen(*NO_NETWORK)
def table_waiting_over(visit: Visit) -> None:
    table = lose_network(TablePage.start(visit.page, LONG_NAMES, target=300))
    table.play(double("A1", A1="grand"))
    expect_heading(visit.page, "win!")


@screen()
def table_unknown(visit: Visit) -> None:
    visit.page.goto("/blank/")
    expect(visit.page.get_by_role("main")).to_contain_text("not on this phone")


def wait_here(page: Page) -> None:
    """Let two rounds wait, and look at what waits."""
    table = TablePage.start(page, LONG_NAMES)
    page.route("**/rounds/", lambda route: route.abort())
    table.play(plain(60, B1="tichu"))
    table.play(double("A1"))
    page.goto("/waiting/")
    expect(page.get_by_role("listitem")).to_have_count(2)


@screen("ERR_FAILED", "htmx:", "TypeError: Failed to fetch")
def waiting(visit: Visit) -> None:
    wait_here(visit.page)


@screen()
def waiting_nothing(visit: Visit) -> None:
    visit.page.goto("/waiting/")
    expect(visit.page.get_by_text("Nothing waits here.")).to_be_visible()


@screen("ERR_FAILED", "htmx:", "TypeError: Failed to fetch")
def waiting_file(visit: Visit) -> None:
    page = visit.page
    wait_here(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what waits as a file").tap()
    page.get_by_label("File").set_input_files(download.value.path())
    page.get_by_role("button", name="Look into it").tap()
    expect_heading(page, "In this file")


@screen("status of 422")
def waiting_file_refused(visit: Visit) -> None:
    page = visit.page
    page.goto("/waiting/")
    page.get_by_label("File").set_input_files(SHEETS)
    page.get_by_role("button", name="Look into it").tap()
    expect(page.get_by_role("alert")).to_contain_text("Choose a file")


@screen()
def offline(visit: Visit) -> None:
    TablePage.start(visit.page, LONG_NAMES)
    visit.page.evaluate(KEEP, ["/kept.json", urlsplit(visit.page.url).path])
    visit.page.goto("/offline/")
    visit.page.get_by_role("listitem").first.wait_for()


@screen()
def offline_rulings(visit: Visit) -> None:
    page = visit.page
    page.goto("/offline/")
    text = page.content()
    page.route(
        "**/rules/play/", lambda route: route.fulfill(body=text, content_type="text/html")
    )
    page.goto("/rules/play/")
    expect(page.get_by_text("The server makes the rulings")).to_be_visible()


@screen("status of 404")
def not_found(visit: Visit) -> None:
    visit.page.goto("/t/00000000-0000-4000-8000-000000000000/")


@screen("status of 403")
def out_of_date(visit: Visit) -> None:
    visit.page.goto("/join/")
    visit.page.get_by_label("The eight letters").fill("ABCD 1234")
    visit.page.context.clear_cookies(name="csrftoken")
    visit.page.get_by_role("button", name="Go on").tap()
    expect_heading(visit.page, "out of date")


def open_outlook(table: TablePage, *rounds: dict[str, Any]) -> None:
    for facts in rounds:
        table.play(facts)
    table.page.goto(f"{table.page.url}outlook/")
    expect_heading(table.page, "What do we need?")


def pick(page: Page, *cards: str) -> None:
    """Tap cards in the pile that is being picked."""
    for card in cards:
        page.get_by_role("checkbox", name=f"{card}, ").tap()


def ask(page: Page, question: str) -> None:
    """Type a question into the search of the rules."""
    page.goto("/rules/search/")
    page.get_by_role("searchbox").press_sequentially(question)
    expect(page.locator("#found")).not_to_be_empty()


def expect_heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)
