"""Evenings whose partners change, on the screen of a phone. All standings are counted
independently."""

import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.new_game_form import fill_seats
from tests.e2e.player_counts import Count, listed, number, standings
from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.routes import lose_answer
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE, restore_network, unsent_rows

pytestmark = pytest.mark.one_database

FACTS = [
    plain(60),
    double("B1"),
    plain(35, "A2", A2="tichu"),
    plain(105, "B2", A1="tichu"),
    plain(50),
    plain(-20, "B1"),
    double("A1", A2="tichu"),
    plain(75),
    plain(45, "B2", B2="tichu"),
]


def start(page: Page, partners: str, further_players: Iterable[str] = ()) -> TablePage:
    """Start an evening of Ada and Cleo against Ben and Dora with these further players."""
    page.goto("/new/")
    fill_seats(page, NAMES)
    page.locator("details.rotation > summary").tap()
    page.locator(".rotation .presets label").filter(has_text=partners).tap()
    for label, name in zip(("Fifth", "Sixth", "Seventh"), further_players, strict=False):
        page.get_by_label(f"{label} player", exact=True).fill(name)
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/t/**")
    return TablePage(page)


def sit(table: TablePage, seats: str) -> None:
    """Check who plays at the table, partners side by side: "Ada Cleo : Ben Dora"."""
    a1, a2, b1, b2 = seats.replace(":", "").split()
    table.names = {"A1": a1, "B1": b1, "A2": a2, "B2": b2}
    for seat, name in table.names.items():
        box = table.page.locator(f".seat:has([value={seat}])").first
        expect(box.locator(".first b")).to_have_text(name)


def test_evening_of_five_is_played_on_every_phone(page: Page) -> None:
    table = start(page, "Partners change", ["Eva"])
    other = table.in_another_tab()
    plan = [
        "Ada Cleo : Ben Dora",
        "Ben Eva : Dora Cleo",
        "Dora Ada : Cleo Eva",
        "Cleo Ben : Eva Ada",
        "Eva Dora : Ada Ben",
    ]
    count = Count()
    expect(page.locator("#score .next")).to_contain_text("Eva sits out.")
    for seats, facts in zip(plan, FACTS, strict=False):
        sit(table, seats)
        sit(other, seats)
        table.play(facts)
        count.add(facts, table.names)

    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("All rounds are played")
    got = {name: (number(points), int(rounds)) for _, name, points, rounds in standings(page)}
    assert got == {name: (count.points[name], count.rounds[name]) for name in count.points}
    assert set(count.rounds.values()) == {4}
    expect(other.page.get_by_role("heading", level=1)).to_have_text("All rounds are played")
    assert standings(other.page) == standings(page)


SPLITS = ("Ada Cleo : Ben Dora", "Ada Ben : Cleo Dora", "Ada Dora : Cleo Ben")


def test_tournament_of_nine_is_played_without_scripts(
    plain_page: Page,
) -> None:
    table = start(plain_page, "Tournament of nine")
    count = Count(double_win=100)
    for place, facts in enumerate(FACTS):
        sit(table, SPLITS[place % 3])
        table.play(facts)
        count.add(facts, table.names)

    got = {
        name: (int(won), number(points)) for _, name, won, points, _ in standings(table.page)
    }
    assert got == {name: (count.win_points[name], count.points[name]) for name in count.points}
    order = [name for _, name, *_ in standings(table.page)]
    assert order[0] == max(got, key=lambda name: got[name])
    expect(table.page.locator(".first-place")).to_have_text(f"First place: {order[0]}")


def test_rounds_without_a_network_are_of_those_who_play_next(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = start(page, "Partners change")
    count = Count()
    sit(table, SPLITS[0])
    table.play(FACTS[0])
    count.add(FACTS[0], table.names)
    sit(table, SPLITS[1])
    table.lose_network()

    table.play(FACTS[1])
    count.add(FACTS[1], table.names)
    assert listed(page, "#score") == dict(count.points)
    sit(table, SPLITS[2])
    expect(unsent_rows(table)).to_have_count(1)
    expect(unsent_rows(table)).to_contain_text("double win by Cleo and Dora")
    table.play(FACTS[2])
    count.add(FACTS[2], table.names)
    expect(page.locator(".ending h1")).to_have_text("All rounds are played")
    assert listed(page, ".ending") == dict(count.points)
    expect(page.locator(".ending .first-place")).to_have_text("First place: Dora")

    restore_network(table)
    expect(page.locator(".ending .first-place")).to_have_text("First place: Dora")
    got = {name: number(points) for _, name, points, _ in standings(page)}
    assert got == dict(count.points)


# Whether the stylesheet draws an arrow before a text.
HAVE_ARROWS = """() => [...document.querySelectorAll("#rows .what small")]
  .map(each => getComputedStyle(each, "::before").content.includes("↑"))"""


def test_unsent_round_is_marked_once(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect(*NOISE)
    table = start(page, "Partners change", ["Eva"]).lose_network()

    table.play(FACTS[0])

    lines = page.locator("#rows .what small")
    expect(lines).to_have_text(["Ada + Cleo : Ben + Dora", "unsent"])
    assert page.evaluate(HAVE_ARROWS) == [False, True]


NO_PLACE = re.compile(r"^\D*$")


@pytest.mark.parametrize(
    ("others", "places"),
    [([], [re.compile(rf"^{place}\.") for place in (1, 1, 3, 3)]), (["Eva"], [NO_PLACE] * 5)],
    ids=["four", "five"],
)
def test_players_have_places_without_a_network_as_with_one(
    page: Page, page_errors: PageErrors, others: list[str], places: list[re.Pattern[str]]
) -> None:
    """If one of five players sits out of the first round, the totals of the others do not
    determine places."""
    page_errors.expect(*NOISE)
    table = start(page, "Partners change", others).lose_network()
    names = page.locator("#score .players .player")
    expect(names).to_have_text([NO_PLACE] * len(places))

    table.play(FACTS[0])

    expect(names).to_have_text(places)
    shown = names.all_text_contents()
    restore_network(table)
    table.wait_for_rounds(1)
    expect(names).to_have_text(places)
    assert names.all_text_contents() == shown


def test_win_points_are_counted_without_a_network(page: Page, page_errors: PageErrors) -> None:
    page_errors.expect(*NOISE)
    table = start(page, "Tournament of nine")
    count = Count(double_win=100)
    for place, facts in enumerate(FACTS[:5]):
        sit(table, SPLITS[place % 3])
        if place == 2:
            table.lose_network()
        table.play(facts)
        count.add(facts, table.names)
        assert listed(page, "#score") == dict(count.win_points)

    restore_network(table)
    table.wait_for_rounds(5)
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    got = {name: (int(won), number(points)) for _, name, won, points, _ in standings(page)}
    assert got == {name: (count.win_points[name], count.points[name]) for name in count.points}


def test_person_decides_between_two_phones_without_a_network(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    mine = start(page, "Partners change")
    other = mine.on_another_phone(new_context)
    mine.lose_network()
    mine.play(plain(55))
    sit(mine, SPLITS[1])
    other.play(plain(60))

    page.context.set_offline(False)

    expect(page.get_by_role("heading", level=1)).to_have_text("Somebody was faster")
    expect(page.locator("#table")).to_contain_text("now Ada + Ben play against Cleo + Dora")
    mine.tap(page.get_by_role("button", name="Mine is another round"))
    expect(other.page.locator("#rows tr")).to_have_count(2, timeout=90_000)
    expect(other.page.locator("#rows .four").first).to_have_text("Ada + Ben : Cleo + Dora")
    expect(page.locator("#rows tr")).to_have_count(2, timeout=90_000)
    expect(unsent_rows(mine)).to_have_count(0)


def start_with_lost_answer(page: Page) -> None:
    """Start a game whose partners change. The server creates it, but the phone gets no
    answer."""
    posted = re.compile(r"/new/$")
    page.goto("/new/")
    fill_seats(page, NAMES)
    page.locator("details.rotation > summary").tap()
    page.locator(".rotation .presets label").filter(has_text="Partners change").tap()
    page.route(posted, lose_answer)
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("alert")).to_contain_text("change needs a network")
    page.unroute(posted)


def test_start_whose_answer_was_lost_is_sent_again_as_the_same_game(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    start_with_lost_answer(page)

    page.get_by_role("button", name="Start").tap()

    page.wait_for_url("**/t/**")
    page.goto("/")
    expect(page.locator("a.game")).to_have_count(1)


def test_name_that_is_corrected_after_a_lost_answer_starts_another_game(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    start_with_lost_answer(page)

    fill_seats(page, NAMES | {"A1": "Adele"})
    page.get_by_role("button", name="Start").tap()

    page.wait_for_url("**/t/**")
    sit(TablePage(page), "Adele Cleo : Ben Dora")
    page.goto("/")
    expect(page.locator("a.game")).to_have_count(2)


def test_same_partners_chosen_after_a_lost_answer_start_a_game_of_two_teams(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    start_with_lost_answer(page)

    page.locator(".rotation .presets label").filter(has_text="same partners").tap()
    page.get_by_role("button", name="Start").tap()

    page.wait_for_url("**/t/**")
    expect(page.locator("#score .goal")).to_be_visible()
    expect(page.locator("#score .players")).to_have_count(0)


def test_player_who_arrives_is_shown_on_every_phone(page: Page) -> None:
    table = start(page, "Partners change")
    other = table.in_another_tab()
    table.play(plain(60))
    sit(other, SPLITS[1])

    table.tap(page.get_by_role("link", name="Game", exact=True))
    table.tap(page.get_by_role("link", name="Somebody comes or leaves"))
    page.get_by_label("And somebody new").fill("Eva")
    table.tap(page.get_by_role("button", name="Plan the next rounds"))

    expect(page.locator("#score .next")).to_contain_text("sits out.")
    expect(other.page.locator(".seat .first b").filter(has_text="Eva")).to_have_count(1)
    expect(other.page.locator("#status")).to_contain_text(
        "From now on Ada, Cleo, Ben, Dora, Eva play."
    )
    page.wait_for_load_state()
    names = page.locator(".seat .first b").all_inner_texts()
    sit(table, f"{names[0]} {names[1]} : {names[2]} {names[3]}")
    table.play(plain(60))
    expect(other.page.locator(".standings tbody tr")).to_have_count(5)
    assert {name: int(rounds) for _, name, _, rounds, *_ in standings(page)}["Eva"] == 1
