"""The table page as a person uses it, by tapping and by reading the screen."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

from tests.e2e.loading import (
    HAS_QUEUE,
    MAIN_IS_STYLED,
    MESSAGES_ARE_STYLED,
    load_offline_scripts,
)
from tests.e2e.new_game_form import choose, choose_own_rules, fill_seats
from tests.e2e.posting import post_game, post_group_settings, post_rounds
from tests.e2e.round_facts import NAMES, partner
from tests.e2e.rows import MINUS, READ_ROWS, Row, read_number, read_row

CALLS = {"tichu": "Tichu", "grand": "Grand Tichu"}

# The events that a page receives when its tab becomes hidden or visible.
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class TablePage:
    """The table page in one browser tab. Seats, calls and facts have the format of
    tests/examples/score-sheets.json. `taps` counts every tap since the page was opened."""

    def __init__(self, page: Page, names: Mapping[str, str] = NAMES) -> None:
        self.page = page
        self.names = names
        self.taps = 0

    @classmethod
    def start(
        cls,
        page: Page,
        names: Mapping[str, str] = NAMES,
        *,
        target: int = 1000,
        draw: bool = False,
    ) -> "TablePage":
        """Start a game from the home page. The site may be under a path of its host."""
        page.goto("./")
        page.get_by_role("link", name="New game").tap()
        fill_seats(page, names)
        if draw or target != 1000:
            choose_own_rules(page)
            choose(page, "Other")
            page.get_by_label("Another target in points").fill(str(target))
            choose(page, "It is a draw" if draw else "Play on")
        page.get_by_role("button", name="Start").tap()
        page.wait_for_url("**/t/**")
        return cls(page, names)

    @classmethod
    def set_up(
        cls,
        page: Page,
        names: Mapping[str, str] = NAMES,
        *,
        recorded: Iterable[Mapping[str, Any]] = (),
        target: int = 1000,
        draw: bool = False,
        **own_rules: str,
    ) -> "TablePage":
        """Post a new game and its first rounds, and open its table. The result is that of
        `start` and `play`, without their taps. `own_rules` are further fields of the form."""
        address = post_game(page.request, names, target=target, draw=draw, **own_rules)
        post_rounds(page.request, address, recorded)
        page.goto(address)
        return cls(page, names)

    def ask_for_deal(self) -> "TablePage":
        """Change the settings of the group, so that its tables ask when all cards are dealt."""
        post_group_settings(self.page.request, "win_probability", "avatars", "deal")
        self.page.reload()
        return self

    def in_another_tab(self) -> "TablePage":
        """Open the same game in another tab of this browser."""
        page = self.page.context.new_page()
        page.goto(self.page.url)
        return TablePage(page, self.names)

    def on_another_phone(self, new_context: Callable[..., BrowserContext]) -> "TablePage":
        """Open the same game in another browser, with the cookies of this one."""
        page = new_context(storage_state=self.page.context.storage_state()).new_page()
        page.goto(self.page.url)
        return TablePage(page, self.names)

    def put_away(self) -> "TablePage":
        """Hide the page. Until `take_out` it is not updated, and it sends only rounds."""
        self.page.evaluate(HIDE, arg=True)
        self.page.locator("#tell").evaluate("form => form.remove()")
        return self

    def load_all(self) -> "TablePage":
        """Wait until the page has loaded everything that it needs without a network."""
        load_offline_scripts(self.page)
        self.page.wait_for_function(MESSAGES_ARE_STYLED)
        self.page.wait_for_function(HAS_QUEUE)
        return self

    def lose_network(self) -> "TablePage":
        """Disconnect the network after the page has loaded everything that it needs without
        one."""
        self.load_all()
        self.page.context.set_offline(True)
        return self

    def take_out(self) -> None:
        """Show the page again, after `put_away`."""
        self.page.evaluate(HIDE, arg=False)

    # The taps of a person.

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def call(self, seat: str, level: str) -> None:
        self._tick(f"{CALLS[level]} {self.names[seat]}")

    def first_out(self, seat: str) -> None:
        self._tick(f"{self.names[seat]} first out")

    def second(self, seat: str) -> None:
        self._tick(f"{self.names[seat]} second")

    def third(self, seat: str) -> None:
        self._tick(f"{self.names[seat]} third")

    def points(self, left: int) -> None:
        """Tap the card points of the left team. This tap records the round."""
        self.tap(self.key(left))

    def double_win(self, partner: str) -> None:
        """Tap the partner as second. This tap records the round."""
        self.tap(self.double(partner))

    def clear(self) -> None:
        self.tap(self.page.get_by_role("button", name="Clear"))

    def undo(self) -> None:
        self._change("Undo")

    def redo(self) -> None:
        self._change("Redo")

    def play(self, facts: Mapping[str, Any], *, whole_order: bool = False) -> None:
        """Record a round in the format of score sheets, and wait until the screen shows it."""
        self.page.wait_for_load_state()  # while a page is loading, some rows are missing
        rounds = self.page.locator("#rows tr").count()
        self.fill_in(facts, whole_order=whole_order)
        self.confirm(facts)
        self.wait_for_rounds(rounds + 1)

    def fill_in(self, facts: Mapping[str, Any], *, whole_order: bool = False) -> None:
        """Enter a round except for the tap that records it."""
        for call in facts.get("calls", ()):
            self.call(call["player"], call["level"])
        self.first_out(facts["first_out"])
        if whole_order and not facts.get("double_win"):
            self.second(facts["out_order"][1])
            self.third(facts["out_order"][2])

    def confirm(self, facts: Mapping[str, Any]) -> None:
        """Tap the control that records the round."""
        if facts.get("double_win"):
            self.double_win(partner(facts["first_out"]))
        else:
            self.points(facts["card_points"]["A"])

    def open_round(self, number: int) -> None:
        self.tap(self.page.get_by_role("link", name=f"Round {number}", exact=True))
        expect(self.page.get_by_role("heading", name=f"Amend round {number}")).to_be_attached()
        self.page.wait_for_load_state()

    def amend_place(self, name: str) -> None:
        """Tap a place or a call on the page that amends a round, by its accessible name."""
        named = self.page.get_by_role("radio", name=name, exact=True).or_(self.box(name))
        self.tap(self.page.locator("#entry label").filter(has=named))

    def save(self) -> None:
        """Save the amended round with the present ticks."""
        self.tap(self.page.get_by_role("button", name="Save", exact=True))

    # What a person sees on the screen.

    def box(self, name: str) -> Locator:
        """Return the checkbox of a place or a call of a seat, by its accessible name."""
        return self.page.get_by_role("checkbox", name=name, exact=True)

    def key(self, left: int) -> Locator:
        """Return the key of the pad with these card points of the left team."""
        name = f"{left}:{100 - left}".replace("-", MINUS)
        return self.page.get_by_role("button", name=name, exact=True)

    def double(self, seat: str) -> Locator:
        return self.page.get_by_role("button", name=f"{self.names[seat]} double win")

    @property
    def version(self) -> int:
        """The version of the game on the screen."""
        return int(self.page.locator("[data-version]").get_attribute("data-version") or -1)

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of both teams, the left team first. This also works on the page of an
        ended game."""
        left, right = (
            self.page.locator(
                f":is(.team.{team} .total, .ending .{team} dd):visible"
            ).inner_text()
            for team in "ab"
        )
        return read_number(left), read_number(right)

    @property
    def rows(self) -> list[Row]:
        """The rounds on the screen, the first round first."""
        self.page.wait_for_load_state("domcontentloaded")  # the page may be loading
        cells = self.page.locator("#rows tr").evaluate_all(READ_ROWS)
        return [read_row(row) for row in reversed(cells)]

    @property
    def stored(self) -> list[tuple[int, int]]:
        """Reload the page and return the points of each round, which come from the server."""
        self.page.reload()
        return [row.points for row in self.rows]

    def expect_stored(self, points: list[tuple[int, int]]) -> None:
        """Check that the rounds have these points after a reload. The service worker may show
        the page from its cache until the board arrives, so this waits for the number of
        rounds."""
        self.page.reload()
        self.wait_for_rounds(len(points))
        assert [row.points for row in self.rows] == points

    @property
    def winner(self) -> str | None:
        """The names of the winners; None while the game runs or if it is a draw."""
        heading = self.page.get_by_role("heading", level=1).inner_text()
        return heading.removesuffix(" win!") if heading.endswith(" win!") else None

    @property
    def status(self) -> Locator:
        """The status line, which says what happened last."""
        return self.page.locator("#status")

    def wait_for_rounds(self, count: int) -> None:
        """Wait until the screen shows this number of rounds and the page is loaded."""
        expect(self.page.locator("#rows tr")).to_have_count(count)
        self.wait_until_loaded()

    def wait_for(self, version: int) -> None:
        """Wait until the screen shows this version of the game and the page is loaded."""
        self.page.locator(f"[data-version='{version}']").wait_for(state="attached")
        self.wait_until_loaded()

    def wait_until_loaded(self) -> None:
        """Wait until the page is loaded, and also the stylesheets that were added to it since:
        they move the controls that are tapped next."""
        self.page.wait_for_load_state()
        self.page.wait_for_function(MAIN_IS_STYLED)

    def _tick(self, name: str) -> None:
        self.tap(self.page.locator("label").filter(has=self.box(name)))

    def _change(self, name: str) -> None:
        version = self.version
        # If Undo does not undo the change that was reported last, its name says which change it
        # undoes.
        self.tap(self.page.get_by_role("button", name=re.compile(rf"^{name}\b")))
        self.wait_for(version + 1)


def box_of(target: Locator) -> FloatRect:
    """Return the box of this element, in CSS pixels, after it has become visible."""
    expect(target).to_be_visible()
    while (box := target.bounding_box()) is None:
        pass  # an answer has just replaced the element
    return box
