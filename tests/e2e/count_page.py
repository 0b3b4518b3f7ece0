"""Acts as a person who counts the cards of a round on a phone."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.posting import post_form, post_game
from tests.e2e.round_facts import NAMES
from tests.e2e.rows import MINUS
from tests.e2e.table import TablePage

# The point cards, those with the highest values first, so that a greedy choice finds cards for
# any number of points.
WORTH = {"dragon": 25, "K": 10, "10": 10, "5": 5}
DECK = {"dragon": 1, "K": 4, "10": 4, "5": 4}
LABELS = {"dragon": "Dragon", "phoenix": "Phoenix", "K": "King", "10": "10", "5": "5"}


def cards_for(points: int) -> list[str]:
    """Return cards of the deck that are worth this number of points together, from -25 to
    125."""
    cards = []
    if points < 0:
        cards, points = ["phoenix"], points + 25
    for card, number in DECK.items():
        take = min(number, points // WORTH[card])
        cards += [card] * take
        points -= take * WORTH[card]
    return cards


class CountPage:
    """The page that counts the tricks of both teams, or those of every player and the last
    hand."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self.page: Page = table.page

    @classmethod
    def set_up(cls, page: Page, name: str) -> "CountPage":
        """Post a new game in whose round the first player is first out, and open this page of
        the round: "count" or "last"."""
        address = post_game(page.request)
        post_form(page.request, f"{address}progress/", ("after", "0"), ("first", "A1"))
        page.goto(f"{address}progress/{name}/")
        return cls(TablePage(page))

    @classmethod
    def of_teams(cls, table: TablePage) -> "CountPage":
        table.tap(table.page.get_by_role("button", name="Count the cards"))
        expect(table.page.get_by_role("heading", name="Count the cards")).to_be_attached()
        table.page.wait_for_load_state()
        return cls(table)

    @classmethod
    def of_players(cls, table: TablePage) -> "CountPage":
        table.tap(table.page.get_by_role("button", name="Last player’s cards"))
        table.page.get_by_role("group", name="Who was last?").wait_for()
        table.page.wait_for_load_state()
        return cls(table)

    def key(self, card: str) -> Locator:
        return self.page.locator(".cards").get_by_role(
            "button", name=re.compile(rf"^{LABELS[card]} ")
        )

    def tap(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.table.tap(self.key(card))

    def pile(self, name: str) -> None:
        """Choose the pile to which further cards are added."""
        self.table.tap(self._label("pile", name))

    def first_out(self, seat: str) -> None:
        self.table.tap(self._label("first", seat))

    def last(self, seat: str) -> None:
        self.table.tap(self._label("last", seat))

    def fill(self, points: Mapping[str, int]) -> None:
        """Type the points of each pile."""
        for name, count in points.items():
            self.page.locator(f"[name=points_{name}]").fill(str(count))
        self.page.locator("[name=points_hand]").blur()

    def expect_points(self, **points: int) -> None:
        """Wait until the screen shows these points for these piles, for example A=40."""
        for pile, count in points.items():
            shown = self.page.locator(f"[name=pile][value={pile}] + span output")
            expect(shown).to_have_text(str(count).replace("-", MINUS))

    def record(self, left: int) -> None:
        """Tap the key that records these card points of the left team. Before that, wait until
        all counts are sent, because the server would receive the others after the round."""
        expect(self.page.locator("#count.htmx-request")).to_have_count(0)
        name = f"Record {left} : {100 - left}".replace("-", MINUS)
        self.table.tap(self.page.get_by_role("button", name=name, exact=True))
        expect(self.page.get_by_role("heading", level=1)).not_to_have_text(
            re.compile("Count|last")
        )

    def _label(self, field: str, value: str) -> Locator:
        return self.page.locator(f"[name={field}][value={value}] + span")


def count(table: TablePage, left: int) -> None:
    """Count the cards of the left team after somebody was first out, and record the round."""
    page = CountPage.of_teams(table)
    page.tap(cards_for(left))
    page.record(left)


def give_away_cards(table: TablePage, facts: Mapping[str, Any]) -> None:
    """Enter the piles at the end of a round whose order is known, and record it. The tricks of
    the last player are worth 10 points, which the player who is first out receives. The other
    points of that player's team are in the own pile of this player, and those of the opponents
    are in one pile."""
    first, last = facts["out_order"][0], facts["out_order"][-1]
    team = first[0]
    mine = facts["card_points"][team]
    piles = dict.fromkeys(NAMES, 0)
    other = next(seat for seat in NAMES if seat[0] != team and seat != last)
    piles[first], piles[other] = mine - 10, facts["card_points"][other[0]]
    piles[last] += 10
    page = CountPage.of_players(table)
    page.last(last)
    page.fill({**piles, "hand": 0})
    page.record(facts["card_points"]["A"])
