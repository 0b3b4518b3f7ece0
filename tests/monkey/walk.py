"""Draws steps at random, as four people take them who are careless with their phones."""

import re
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from tests.monkey import pages
from tests.monkey.runner import Runner
from tests.monkey.steps import DEVICES, PHONES, Step

# How often a kind of target is tapped. Other targets are not tapped, because they lead out of
# the game.
WEIGHTS = {
    r"first=": 12,
    r"(second|third)=": 6,
    r"(card_points|double)=": 14,
    r"(tichu|grand)=": 8,
    r"dealt|played": 4,
    r"Undo": 4,
    r"Redo": 3,
    r"Clear": 3,
    r"Round \d+": 2,
    r"next=|Bomb or note|Table mode|What do we need\?|Changes": 2,
    r"Table$": 1,
    # Targets on the pages to which these lead.
    r"(add|back|pile|last)=": 4,
    r"Record ": 6,
    r"Save|Keep|Remove this round": 2,
    r"bomb_seat=": 2,
}
DOUBLE = r"(first|second|third|card_points|double|tichu|grand)=|dealt|played|Undo|Redo|Clear"
DELAYS = {"Undo": (150, 700), "Redo": (150, 700)}  # milliseconds; 150 to 350 for other targets
TARGETS = (100_000, 100_000, 300)  # points at which a game ends; most games do not end
BURST = 5  # the largest number of steps
PAUSES = (0, 0, 0, 50, 200, 400)  # milliseconds between two steps

T = TypeVar("T")


class Walk:
    """Draws bursts of steps for a runner and carries them out. Raises Failure."""

    def __init__(self, runner: Runner, chance: Random) -> None:
        self.runner = runner
        self.chance = chance

    def go(self, bursts: int) -> None:
        """Start a game, and carry out this number of bursts of steps."""
        self.runner.begin(self.chance.choice(TARGETS))
        for _ in range(bursts):
            self.burst()

    def burst(self) -> None:
        """Carry out some steps without waiting for answers, and then wait for quiet."""
        bursts = {
            self.tap_on_all_phones: 8,
            self.double_tap: 4,
            self.toggle_network: 2,
            self.outage: 1,
        }
        if "partner=A2" in self.offered("phone1"):
            bursts[self.rematch] = 8
        self.choose(bursts)()
        for phone in PHONES:
            self.come_back(phone)
        self.runner.do(Step("", "quiet"))

    def tap_on_all_phones(self) -> None:
        """Tap on all phones at nearly the same time. Sometimes a page is reloaded or left."""
        for _ in range(self.chance.randint(1, BURST)):
            phone = self.chance.choice(PHONES)
            loads = self.runner.game.worker or phone in self.runner.agreement.online
            if loads and self.chance.random() < 0.15:
                self.leave(phone)
            else:
                self.tap(phone)
            self.pause()

    def double_tap(self) -> None:
        """Double tap on one phone while nobody taps on the others."""
        phone = self.chance.choice(self.phones_online())
        if self.chance.random() < 0.5:
            self.tap(phone, r"first=")
            self.runner.do(Step(phone, "sent"))
        target = self.pick(phone, DOUBLE)
        if target:
            delay = self.chance.randint(*DELAYS.get(target, (150, 350)))
            self.runner.do(Step(phone, "double", target, delay))

    def toggle_network(self) -> None:
        """Disconnect a device from its network, or connect it again, and tap."""
        device = self.chance.choice([*DEVICES])
        if device in self.runner.agreement.away:
            self.runner.do(Step(device, "online"))
        elif not self.runner.agreement.away:
            self.runner.do(Step(device, "offline"))
        self.tap_on_all_phones()

    def outage(self) -> None:
        """Kill the server between taps, and start it again."""
        self.tap(self.chance.choice(PHONES))
        self.runner.do(Step("server", "kill"))
        for _ in range(self.chance.randint(0, 3)):
            self.tap(self.chance.choice(PHONES))
            self.pause()
        self.runner.do(Step("server", "start"))

    def rematch(self) -> None:
        """Start the next game, if no device is without a network."""
        if not self.runner.agreement.away:
            self.runner.do(Step(self.chance.choice(PHONES), "rematch"))

    def leave(self, phone: str) -> None:
        verb = self.choose({"reload": 3, "back": 3, "forward": 1})
        self.runner.do(Step(phone, verb))

    def come_back(self, phone: str) -> None:
        """Return to the table, by the Back button of the system or by its address."""
        if phone not in self.runner.agreement.online or self.runner.game.on_table(phone):
            return
        if self.chance.random() < 0.5:
            self.runner.do(Step(phone, "back"))
        self.runner.do(Step(phone, "return"))

    def tap(self, phone: str, among: str = "") -> None:
        if target := self.pick(phone, among):
            self.runner.do(Step(phone, "tap", target))

    def pick(self, phone: str, among: str = "") -> str:
        """Return a target on the page, with its kind drawn by weight. Empty if there is
        none."""
        there = self.offered(phone)
        kinds = {kind: [name for name in there if re.match(kind, name)] for kind in WEIGHTS}
        if among:
            kinds = {"": [name for name in there if re.match(among, name)]}
        offered = {kind: WEIGHTS.get(kind, 1) for kind, names in kinds.items() if names}
        return self.chance.choice(kinds[self.choose(offered)]) if offered else ""

    def offered(self, phone: str) -> list[str]:
        return pages.names(self.runner.game.pages[phone])

    def pause(self) -> None:
        if milliseconds := self.chance.choice(PAUSES):
            self.runner.do(Step("", "pause", milliseconds=milliseconds))

    def phones_online(self) -> Sequence[str]:
        return [phone for phone in PHONES if phone in self.runner.agreement.online]

    def choose(self, weights: dict[T, int]) -> T:
        return self.chance.choices([*weights], [*weights.values()])[0]
