"""Checks that all pages show what newly opened pages show, and that the log contains what was
tapped."""

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page, Request

from tests.monkey import pages
from tests.monkey.game import SharedGame, differences
from tests.monkey.ledger import Entry, Ledger, read_log
from tests.monkey.steps import DEVICES, PHONES, TELEVISION
from tests.server import Server

QUIET = 150  # milliseconds within which a tick is sent
# Seconds. All pages are meant to agree within LIMIT. That is only reported, because a machine
# can be slow. A page that still differs after FREEZE, while nothing is tapped and it is
# connected, has frozen, which is a failure.
LIMIT = 2.0
FREEZE = 10.0
CONTACT = 30.0  # until a page is connected again after somebody left it and came back
NO_CONTACT = 90.0  # until everything is answered after a device or the server was disconnected


class Failure(AssertionError):
    """The pages or the log differ from the expected state."""


class Agreement:
    """Compares the pages of a game with new pages, and the change log with what was tapped.

    `away` are the devices without a network. `disturbed` says that connections were lost since
    all pages agreed. `decide` is called for a phone that asks a question or shows another page.
    `seconds` are the times from quiet until all pages agreed.
    """

    def __init__(self, game: SharedGame, server: Server, decide: Callable[[str], None]) -> None:
        self.game = game
        self.server = server
        self.decide = decide
        self.ledger = Ledger()
        self.away: set[str] = set()
        self.disturbed = False
        self.seconds: list[float] = []

    @property
    def online(self) -> list[str]:
        """The pages on devices that have a network."""
        away = {phone for device in self.away for phone in DEVICES[device]}
        return [name for name in self.game.pages if name not in away]

    def log(self) -> list[Entry]:
        return read_log(self.server, self.game.key)

    def note_unsent(self) -> None:
        """Note which rounds the phones show as unsent."""
        for phones in DEVICES.values():
            on_device: Counter[str] = Counter()
            for phone in phones:
                on_device |= Counter(self.game.read(phone).get("unsent"))
            self.ledger.unsent |= on_device

    def answered(self, page: Page | None = None) -> None:
        """Wait until every POST request of this page, or of all pages, has been answered.
        Raises Failure."""
        self.pause(QUIET)
        self.until(lambda: not self.sending(page), "every post is answered", NO_CONTACT)

    def sending(self, page: Page | None = None) -> bool:
        on_their_way = [*self.game.traffic.on_their_way]
        return any(page is None or page_of(request) is page for request in on_their_way)

    def in_contact(self) -> bool:
        """Return whether all pages with a network receive changes and have nothing unsent."""
        wanted = "polling" if self.game.polling else "live"
        phones = [name for name in self.online if name in PHONES]
        for name in phones:
            page = self.game.pages[name]
            left = not self.game.on_table(name)
            if left or pages.asks(page) or pages.mark(page) == "needs":
                self.decide(name)
        return (
            not self.sending()
            and all(pages.mark(self.game.pages[name]) == wanted for name in self.online)
            and not any(self.game.read(name)["unsent_count"] for name in phones)
        )

    def check(self) -> None:
        """Wait until all pages with a network show what new pages show, and check the log.
        Raises Failure."""
        self.pause(QUIET)
        start = time.monotonic()
        self.until(self.in_contact, "every page is in contact, and nothing is unsent")
        if self.disturbed:
            start = time.monotonic()
        rounds = self.agree()
        self.seconds.append(time.monotonic() - start)
        self.disturbed = bool(self.away)
        self.check_log(rounds)

    def agree(self) -> list[str]:
        """Wait until all pages agree with new ones. Returns the rounds on the sheet. Raises
        Failure."""
        start = time.monotonic()
        while True:
            if not self.in_contact():
                self.until(self.in_contact, "every page is in contact, and nothing is unsent")
                start = time.monotonic()
            new, read = self.game.read_new(), time.monotonic()
            while (different := self.different(new)) or not self.in_contact():
                if time.monotonic() > read + 1:
                    break
                self.pause(30)
            else:
                rounds: list[str] = new["phone1"]["stories"]
                return rounds
            if time.monotonic() > start + FREEZE:
                raise Failure(f"Frozen for {FREEZE:g} s: {json.dumps(different, indent=1)}")

    def different(self, new: dict[str, Any]) -> dict[str, Any]:
        """Return the differences of each page that differs from a new page."""
        found = {name: differences(self.game.read(name), new[name]) for name in self.online}
        return {name: each for name, each in found.items() if each}

    def check_log(self, rounds: list[str]) -> None:
        confirmed = [
            each for each in self.game.traffic.acknowledged if each.game == self.game.key
        ]
        if faults := self.ledger.faults(self.log(), confirmed):
            raise Failure("; ".join(faults))
        if not self.away and (lost := self.ledger.lost(rounds)):
            raise Failure(f"Unsent rounds are not on the sheet: {lost}")
        if errors := self.game.page_errors.unexpected():
            raise Failure(f"The console says: {errors}")

    def until(self, holds: Callable[[], bool], what: str, seconds: float | None = None) -> None:
        """Wait until the condition holds. The time limit is longer if connections were lost.
        Raises Failure."""
        seconds = seconds or (NO_CONTACT if self.disturbed else CONTACT)
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                raise Failure(f"Not within {seconds:g} s: {what}\n{self.overview()}")
            self.pause(20)

    def pause(self, milliseconds: int) -> None:
        self.game.pages[TELEVISION].wait_for_timeout(milliseconds)

    def overview(self) -> str:
        """Return what each page shows, for the message of a failure."""
        return "\n".join(
            f"{name}: {pages.mark(page)} {json.dumps(self.game.read(name))}"
            for name, page in self.game.pages.items()
        )


def page_of(request: Request) -> Page | None:
    """Return the page that sent a request; None if there is none, or if it is closed."""
    try:
        return request.frame.page
    except Error:
        return None
