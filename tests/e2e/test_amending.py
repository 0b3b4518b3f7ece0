"""A recorded round is amended by changing only what is wrong, in at most three taps, including
the one that opens it. This works by scripts, by plain forms, and while the round waits for the
network."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.count_page import CountPage
from tests.e2e.posting import post_form
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage, box_of
from tests.e2e.unsent import NOISE, restore_network, unsent_rows

pytestmark = pytest.mark.one_database

IN_ORDER = plain(60) | {"second": "B1", "third": "B2", "out_order": ["A1", "B1", "B2", "A2"]}

# The recorded round, the places and calls that are tapped, the description after Save, and the
# points.
AMENDMENTS = {
    "call of a double win": (
        double("A1"),
        ["Tichu Ben"],
        "Ada first · double win by Ada and Cleo, Tichu by Ben failed, −100",
        (200, -100),
    ),
    "first of a double win": (
        double("A1"),
        ["Cleo first out"],
        "Cleo first · double win by Cleo and Ada",
        (200, 0),
    ),
    "team of a double win": (
        double("A1"),
        ["Ben first out"],
        "Ben first · double win by Ben and Dora",
        (0, 200),
    ),
    "call": (plain(60), ["Grand Tichu Ada"], "Ada first · 60 : 40, Grand Tichu", (260, 40)),
    "first": (plain(60), ["Dora first out"], "Dora first · 60 : 40", (60, 40)),
    "to a double win": (
        plain(60),
        ["Cleo second"],
        "Ada first · double win by Ada and Cleo",
        (200, 0),
    ),
    "exchange in the order": (
        IN_ORDER,
        ["Ben first out"],
        "Ben › Ada › Dora › Cleo · 60 : 40",
        (60, 40),
    ),
    "order to a double win": (
        IN_ORDER,
        ["Cleo second"],
        "Ada first · double win by Ada and Cleo",
        (200, 0),
    ),
}
# tests/scoring/test_amending.py tests the submissions of plain forms in the other cases.
BY_PLAIN_FORMS = ["team of a double win", "exchange in the order"]
# For unsent rounds only the script decides. The excluded cases add nothing for it.
UNSENT = [each for each in AMENDMENTS if each not in {"first", "to a double win"}]

SetUp = Callable[..., TablePage]


@pytest.fixture(params=["scripts", "plain forms"])
def set_up(request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]) -> SetUp:
    """Set up a table with these rounds."""

    def with_rounds(*recorded: dict[str, Any]) -> TablePage:
        context = new_context(java_script_enabled=request.param == "scripts")
        return TablePage.set_up(context.new_page(), recorded=recorded)

    return with_rounds


def amended(table: TablePage) -> None:
    """Wait until the table shows the amended round."""
    expect(table.status).to_contain_text("Round 1 amended")


def spaced(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("set_up", "name"),
    [*product(["scripts"], AMENDMENTS), *product(["plain forms"], BY_PLAIN_FORMS)],
    indirect=["set_up"],
)
def test_round_is_amended_in_three_taps(set_up: SetUp, name: str) -> None:
    before, tapped, story, points = AMENDMENTS[name]
    table = set_up(before)
    table.open_round(1)
    for each in tapped:
        table.amend_place(each)
    table.save()
    amended(table)
    assert table.taps <= 3
    assert spaced(table.rows[0].story).startswith(story)
    assert table.rows[0].points == points


def test_page_of_a_round_that_was_removed_meanwhile_says_so_at_the_next_tap(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("409")
    table = TablePage.set_up(page, recorded=[plain(60)])
    address = page.url
    table.open_round(1)
    preview = page.locator("#after")
    expect(preview).to_contain_text("Nothing is changed yet.")
    post_form(page.request, f"{address}undo/", ("number", "1"))
    table.amend_place("Ben first out")

    expect(preview).to_contain_text("The round was removed meanwhile.")


@pytest.mark.parametrize("name", UNSENT)
def test_unsent_round_is_amended_in_three_taps(
    page: Page, page_errors: PageErrors, name: str
) -> None:
    before, tapped, story, points = AMENDMENTS[name]
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page).lose_network()
    table.play(before, whole_order="out_order" in before)
    table.taps = 0
    open_unsent_round(table)
    for each in tapped:
        table.amend_place(each)
    expect(table.status).to_contain_text(f"After: {story}", use_inner_text=True)
    table.save()
    expect(unsent_rows(table)).to_contain_text(story)
    # The row says who was first out, and the status says what the round scores.
    _, counted = story.split(" · ", 1)
    expect(table.status).to_contain_text(f"Round 1: {counted}", use_inner_text=True)
    assert table.taps <= 3
    assert spaced(table.rows[0].story).startswith(story)
    assert table.rows[0].points == points
    restore_network(table)
    assert table.stored == [points]


def open_unsent_round(table: TablePage) -> None:
    table.tap(table.page.get_by_role("button", name="Round 1", exact=True))
    expect(table.page.locator("#entry.amending")).to_be_visible()


def test_double_win_is_amended_to_card_points_by_a_key(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[double("A1", B1="tichu")])
    table.open_round(1)
    table.points(35)
    amended(table)
    assert (table.taps, table.rows[0].points) == (2, (35, -35))


def test_unsent_double_win_is_amended_to_card_points_by_a_key(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect(*NOISE)
    table = TablePage.set_up(page).lose_network()
    table.play(double("A1", B1="tichu"))
    open_unsent_round(table)
    table.points(35)
    expect(unsent_rows(table)).to_contain_text("Ada first")
    expect(unsent_rows(table)).not_to_contain_text("double win")
    assert table.rows[0].points == (35, -35)
    restore_network(table)
    assert table.stored == [(35, -35)]


def test_call_of_a_counted_round_is_amended_and_the_count_stays(page: Page) -> None:
    table = TablePage.set_up(page)
    table.first_out("A1")
    count = CountPage.of_players(table)
    count.last("B2")
    count.fill({"A1": 40, "B1": 20, "A2": 10, "B2": 25, "hand": 5})
    count.record(80)
    table.open_round(1)
    table.amend_place("Tichu Ben")
    table.save()
    amended(table)
    assert table.rows[0].points == (80, -80)
    table.open_round(1)
    expect(table.page.get_by_role("table", name="Where the card points")).to_be_visible()


def test_page_shows_before_and_after_beside_save(page: Page) -> None:
    table = TablePage.set_up(page, recorded=[double("A1")])
    table.open_round(1)
    table.amend_place("Ben first out")
    shown = page.locator(".before-after")
    expect(shown).to_contain_text("Ada first · double win by Ada and Cleo scores 200 : 0")
    expect(shown).to_contain_text("Ben first · double win by Ben and Dora scores 0 : 200")
    expect(page.get_by_role("radio", name="Dora second")).to_be_checked()
    page.get_by_role("button", name="Reset").tap()
    expect(page.locator("#after")).to_contain_text("Ada first · double win by Ada and Cleo")


def test_preview_moves_nothing_that_is_tapped(page: Page) -> None:
    """If a control moved during a tap, it would not receive the tap."""
    table = TablePage.set_up(page, recorded=[double("A1")])
    table.open_round(1)
    save = page.get_by_role("button", name="Save", exact=True)
    # Relative to the page, not to the window, because a tap on an element out of view scrolls.
    top = "element => element.getBoundingClientRect().top + scrollY"
    before = save.evaluate(top)
    preview = page.locator("#after")
    table.amend_place("Tichu Ben")
    expect(preview).to_contain_text("Tichu by Ben failed")
    table.amend_place("Grand Tichu Cleo")
    expect(preview).to_contain_text("Grand Tichu by Cleo failed")
    assert save.evaluate(top) == before


def test_page_shows_before_and_after_by_a_plain_form(
    plain_page: Page,
) -> None:
    table = TablePage.set_up(plain_page, recorded=[double("A1")])
    table.open_round(1)
    table.amend_place("Ben first out")
    table.tap(table.page.get_by_role("button", name="Preview"))
    expect(table.page.locator("#after")).to_contain_text("double win by Ben and Dora")
    table.save()
    amended(table)
    assert table.rows[0].points == (0, 200)


def test_refused_amendment_is_corrected_by_a_key(
    set_up: SetUp, page_errors: PageErrors
) -> None:
    page_errors.expect("status of 422", "htmx:")
    table = set_up(double("A1"))
    table.open_round(1)
    table.amend_place("Ben second")
    table.save()
    expect(table.status).to_contain_text("Tap the card points of the round.")
    table.points(60)
    amended(table)
    assert table.rows[0].points == (60, 40)


def test_order_that_nobody_knows_is_taken_back(set_up: SetUp) -> None:
    table = set_up(IN_ORDER)
    table.open_round(1)
    table.tap(table.page.get_by_text("Nobody knows who was second"))
    table.save()
    amended(table)
    assert spaced(table.rows[0].story) == "Ada first · 60 : 40"


def test_likely_mistake_is_corrected_by_one_tap(set_up: SetUp) -> None:
    table = set_up(plain(60))
    table.open_round(1)
    table.taps = 0

    table.tap(table.page.get_by_role("button", name="Tichu Ada scores 160 : 40"))

    amended(table)
    assert table.taps == 1
    assert table.rows[0].points == (160, 40)


@pytest.mark.parametrize("amending", [False, True])
def test_both_calls_of_a_seat_are_side_by_side(set_up: SetUp, *, amending: bool) -> None:
    table = set_up(*[plain(60)] * amending)
    if amending:
        table.open_round(1)
    tichu, grand = (
        box_of(table.page.locator("label").filter(has=table.box(call)))
        for call in ("Tichu Ada", "Grand Tichu Ada")
    )
    assert tichu["y"] == grand["y"]
    assert tichu["x"] + tichu["width"] < grand["x"]
