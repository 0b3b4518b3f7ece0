"""Scoring with the keyboard alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.round_facts import plain
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

MOST_TABS = 80


@pytest.fixture
def table(page: Page) -> TablePage:
    return with_keyboard(TablePage.set_up(page))


def with_keyboard(table: TablePage) -> TablePage:
    """Let the page know that somebody has a keyboard."""
    table.page.wait_for_load_state()
    with table.page.expect_request_finished(lambda each: "/arrow-keys." in each.url) as module:
        table.page.keyboard.press("Shift")
    table.page.evaluate("module => import(module).then(() => {})", module.value.url)
    return table


def tab_to(page: Page, goal: Locator) -> int:
    """Press Tab until the focus is there, or in the group of the seats or of the pad that it is
    in, and arrow keys from there on. Returns how often Tab was pressed."""
    for tabs in range(1, MOST_TABS):
        page.keyboard.press("Tab")
        for _ in range(MOST_TABS):
            if ask(goal, IS_FOCUSED):
                return tabs
            if not ask(goal, IS_AHEAD):
                break
            page.keyboard.press("ArrowRight")
    raise AssertionError(f"No key comes to {goal}.")


IS_FOCUSED = "goal => goal === document.activeElement"
# Whether it comes after what has the focus, in one group.
IS_AHEAD = """goal => {
  const group = document.activeElement.closest(".seats, .pad");
  const place = document.activeElement.compareDocumentPosition(goal);
  return Boolean(group?.contains(goal) && place & Node.DOCUMENT_POSITION_FOLLOWING);
}"""


def ask(goal: Locator, question: str) -> bool:
    """Ask anew where the table was shown anew before the question came to what is there now."""
    answer = None
    while answer is None:
        answer = goal.evaluate(f"goal => goal.isConnected ? ({question})(goal) : null")
    return bool(answer)


def press(page: Page, goal: Locator, key: str) -> None:
    tab_to(page, goal)
    page.keyboard.press(key)


def test_round_is_recorded_by_keys(table: TablePage) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    press(table.page, table.box("Tichu Ben"), "Space")
    press(table.page, table.key(60), "Enter")
    table.wait_for_rounds(1)
    assert table.totals == (60, -60)


def test_double_win_is_recorded_by_keys(table: TablePage) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    press(table.page, table.double("A2"), "Enter")
    table.wait_for(1)
    assert table.totals == (200, 0)


def test_finishing_order_is_recorded_by_keys(table: TablePage) -> None:
    for name in ("Ada first out", "Dora second", "Cleo third"):
        press(table.page, table.box(name), "Space")
    press(table.page, table.key(60), "Space")
    table.wait_for(1)
    assert table.rows[0].story.startswith("Ada › Dora › Cleo › Ben · ")


def test_focus_after_a_round_is_where_the_next_one_starts(table: TablePage) -> None:
    press(table.page, table.box("Ben first out"), "Space")
    press(table.page, table.key(60), "Enter")
    table.wait_for(1)
    expect(table.box("Ada first out")).to_be_focused()


def test_focus_after_undo_is_where_the_next_round_starts(table: TablePage) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    press(table.page, table.key(60), "Enter")
    expect(table.box("Ada first out")).to_be_focused()
    press(table.page, table.page.get_by_role("button", name="Undo"), "Enter")
    table.wait_for(2)
    expect(table.box("Ada first out")).to_be_focused()


def test_seats_and_pad_are_one_stop_each(table: TablePage) -> None:
    page = table.page
    press(page, table.box("Ada first out"), "Space")
    assert tab_to(page, table.key(0)) == 1
    page.keyboard.press("Home")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('.seats') !== null")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("link", name="Rules")).to_be_focused()
    assert tab_to(page, table.key(60)) == 2


def test_round_is_recorded_by_digits(table: TablePage) -> None:
    page = table.page
    tab_to(page, table.box("Ada first out"))
    page.keyboard.press("3")
    expect(table.box("Ben first out")).to_be_checked()
    tab_to(page, table.key(0))
    page.keyboard.type("1535")
    expect(table.key(35)).to_be_focused()
    page.keyboard.type("-5")
    expect(table.key(-5)).to_be_focused()
    page.keyboard.press("Enter")
    table.wait_for(1)
    assert table.totals == (-5, 105)


def test_digit_of_the_partner_records_no_double_win(table: TablePage) -> None:
    page = table.page
    tab_to(page, table.box("Ada first out"))
    page.keyboard.type("12")
    expect(table.double("A2")).to_be_focused()
    assert table.rows == []


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        (["ArrowDown", "ArrowDown"], 60),
        (["ArrowDown", "ArrowRight", "ArrowUp"], 5),
        (["ArrowRight", "ArrowRight", "ArrowLeft"], 5),
        (["End"], 125),
        (["End", "Home"], 0),
    ],
)
def test_arrow_keys_lead_over_the_pad(table: TablePage, keys: list[str], left: int) -> None:
    press(table.page, table.box("Ada first out"), "Space")
    tab_to(table.page, table.key(0))
    for key in keys:
        table.page.keyboard.press(key)
    expect(table.key(left)).to_be_focused()


def test_every_key_is_a_stop_without_javascript(
    new_context: Callable[..., BrowserContext],
) -> None:
    table = TablePage.set_up(new_context(java_script_enabled=False).new_page())
    table.first_out("A1")
    table.key(0).focus()
    table.page.keyboard.press("Tab")
    expect(table.key(5)).to_be_focused()


def test_news_take_no_focus_on_a_phone_that_nobody_touches(table: TablePage) -> None:
    other = table.in_another_tab()
    table.play(plain(60))
    other.wait_for(1)
    assert other.page.evaluate("document.activeElement === document.body")


def test_winner_is_in_no_focus_box(page: Page) -> None:
    table = with_keyboard(TablePage.set_up(page, target=60))
    press(page, table.box("Ada first out"), "Space")
    press(page, table.key(60), "Enter")
    winner = page.get_by_role("heading", name="Ada + Cleo win!")
    expect(winner).to_be_focused()
    expect(winner).to_have_css("outline-style", "none")


def test_focus_stays_on_a_seat_that_is_ticked(table: TablePage) -> None:
    press(table.page, table.box("Cleo first out"), "Space")
    expect(table.box("Cleo first out")).to_be_focused()


def test_focus_after_clear_is_where_the_round_starts(table: TablePage) -> None:
    press(table.page, table.box("Ben first out"), "Space")
    press(table.page, table.page.get_by_role("button", name="Clear"), "Enter")
    expect(table.box("Ada first out")).to_be_focused()


@pytest.mark.parametrize("ticked", [False, True])
def test_enter_on_a_seat_records_nothing(table: TablePage, ticked: bool) -> None:  # noqa: FBT001
    seat = table.box("Ada first out")
    press(table.page, seat, "Space" if ticked else "Enter")
    table.page.keyboard.press("Enter")
    expect(seat).to_be_checked(checked=ticked)
    table.page.reload()
    assert (table.version, table.rows) == (0, [])


def test_enter_on_a_name_starts_no_game_before_all_are_there(page: Page) -> None:
    page.goto("/new/")
    page.get_by_label("Left team, first player").press("Enter")
    expect(page).to_have_url("/new/")


IS_IN_SAME_GROUP = """goal => Boolean(
  document.activeElement.closest(".seats, .pad")?.contains(goal))"""


def go_to(page: Page, goal: Locator) -> int:
    """By arrow keys within a group, else by Tab. Returns how often Tab was pressed."""
    if not ask(goal, IS_IN_SAME_GROUP):
        return tab_to(page, goal)
    page.keyboard.press("Home")
    for _ in range(MOST_TABS):
        if ask(goal, IS_FOCUSED):
            return 0
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"No arrow key comes to {goal}.")


def start_game(page: Page) -> list[int]:
    """Start a game by keys, and return the stops to the first name and to Start."""
    page.goto("/new/")
    stops = [tab_to(page, page.get_by_label("Left team, first player"))]
    for name in ("Ada", "Cleo", "Ben", "Dora"):
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    stops.append(1 + tab_to(page, page.get_by_role("button", name="Start")))
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/**")
    return stops


def test_whole_evening_is_played_by_keys(page: Page) -> None:
    """A new game, rounds with calls, one of them amended and taken back, the end and the
    rematch: what a screen reader hears, and how many stops lead there."""
    table = TablePage(page)
    stops = start_game(page)
    heard: list[str] = []

    def hear() -> None:
        told = page.locator("#status .happened")
        expect(told).to_be_attached()
        if heard:
            expect(told).not_to_have_text(heard[-1])
        heard.append(told.inner_text().replace("\N{NO-BREAK SPACE}", " "))

    def wait_for_next_round() -> None:
        """The focus comes a moment after what is shown."""
        expect(table.box("Ada first out")).to_be_focused()

    def record(ticks: list[str], last: Locator) -> None:
        tabs = 0
        for name in ticks:
            tabs += go_to(page, table.box(name))
            page.keyboard.press("Space")
        stops.append(tabs + go_to(page, last))
        page.keyboard.press("Enter")

    with_keyboard(table)

    for number in (1, 2):
        record(["Grand Tichu Ada", "Ada first out"], table.double("A2"))
        table.wait_for_rounds(number)
        hear()
        wait_for_next_round()
    record(["Tichu Ben", "Ben first out"], table.key(40))
    table.wait_for_rounds(3)
    hear()
    wait_for_next_round()
    stops.append(tab_to(page, page.get_by_role("link", name="Round 3", exact=True)))
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/*/")
    stops.append(tab_to(page, page.get_by_role("button", name="60 : 40")))
    page.keyboard.press("Enter")
    hear()
    with_keyboard(table)
    stops.append(tab_to(page, page.get_by_role("button", name="Undo")))
    page.keyboard.press("Enter")
    hear()
    wait_for_next_round()
    record(["Grand Tichu Ada", "Ada first out"], table.double("A2"))

    winner = page.get_by_role("heading", name="Ada + Cleo win!")
    expect(winner).to_be_focused()
    hear()
    stops.append(tab_to(page, page.get_by_role("button", name="Same partners")))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 1")).to_be_attached()

    double_win = "double win by Ada and Cleo, Grand Tichu by Ada made, +200."
    before, after = (f"{points}, Tichu by Ben made, +100" for points in ("40 : 60", "60 : 40"))
    assert heard == [
        f"Round 1: {double_win}",
        f"Round 2: {double_win}",
        f"Round 3: {before}.",
        f"Round 3 amended: {after}; it was {before}.",
        f"Undone: round 3 is {before} again, not {after}.",
        f"Round 4: {double_win}",
    ]
    # To the first name, to Start, three rounds, to the round and what is right, to Undo, the
    # last round, to the rematch.
    assert stops == [2, 3, 3, 0, 1, 6, 4, 4, 0, 1]
