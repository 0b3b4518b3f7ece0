"""A whole evening with the keyboard alone."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.keyboard import go_to, tab_to, with_keyboard
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


def start_game(page: Page) -> list[int]:
    """Start a game by keys. Returns the numbers of Tab stops to the first name and to Start."""
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
    """A new game, rounds with calls, an amendment that is undone, the end and the rematch: the
    texts of a screen reader, and the number of Tab stops."""
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
        """The focus moves a moment after the page is shown."""
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
    # To the first name, to Start, in three rounds, to the round and its correct value, to Undo,
    # in the last round, to the rematch.
    assert stops == [2, 3, 3, 0, 1, 6, 4, 4, 0, 1]
