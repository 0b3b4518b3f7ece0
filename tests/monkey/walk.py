"""Draws steps at random, as four people who are careless with their phones would take them."""

import re
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from tests.monkey import pages
from tests.monkey.runner import Runner
from tests.monkey.steps import DEVICES, PHONES, Step

# How often a kind of target is tapped. What is left out is not: it leads out of the game.
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
    # On the pages that these lead to.
    r"(add|back|pile|last)=": 4,
    r"Record ": 6,
    r"Save|Keep|Remove this round": 2,
    r"bomb_seat=": 2,
}
DOUBLE = r"(first|second|third|card_points|double|tichu|grand)=|dealt|played|Undo|Redo|Clear"
DELAYS = {"Undo": (150, 700), "Redo": (150, 700)}  # milliseconds; of the rest 150 to 350
TARGETS = (100_000, 100_000, 300)  # points at which a game ends: most do not
BURST = 5  # steps, at most
PAUSES = (0, 0, 0, 50, 200, 400)  # milliseconds between two steps

T = TypeVar("T")


class Walk:
    """Draws bursts of steps for a runner, and carries them out. Raises Failure."""

    def __init__(self, runner: Runner, chance: Random) -> None:
        self.runner = runner
        self.chance = chance

    def go(self, bursts: int) -> None:
        """Start a game, and carry out so many bursts of steps on it."""
        self.runner.begin(self.chance.choice(TARGETS))
        for _ in range(bursts):
            self.burst()

    def burst(self) -> None:
        """Some steps at once, and then quiet."""
        bursts = {self.mixed: 8, self.tapped_twice: 4, self.spell: 2, self.outage: 1}
        if "partner=A2" in self.offered("phone1"):
            bursts[self.rematch] = 8
        self.choose(bursts)()
        for phone in PHONES:
            self.come_back(phone)
        self.runner.do(Step("", "quiet"))

    def mixed(self) -> None:
        """Taps on all phones, in each other's way; now and then a page is loaded or left."""
        for _ in range(self.chance.randint(1, BURST)):
            phone = self.chance.choice(PHONES)
            loads = self.runner.game.worker or phone in self.runner.agreement.online
            if loads and self.chance.random() < 0.15:
                self.leave(phone)
            else:
                self.tap(phone)
            self.pause()

    def tapped_twice(self) -> None:
        """A double tap while the other phones lie still."""
        phone = self.chance.choice(self.phones_online())
        if self.chance.random() < 0.5:
            self.tap(phone, r"first=")
            self.runner.do(Step(phone, "sent"))
        target = self.pick(phone, DOUBLE)
        if target:
            delay = self.chance.randint(*DELAYS.get(target, (150, 350)))
            self.runner.do(Step(phone, "double", target, delay))

    def spell(self) -> None:
        """A device loses its network, or has it again."""
        device = self.chance.choice([*DEVICES])
        if device in self.runner.agreement.away:
            self.runner.do(Step(device, "online"))
        elif not self.runner.agreement.away:
            self.runner.do(Step(device, "offline"))
        self.mixed()

    def outage(self) -> None:
        """The server is killed in the middle of taps, and started again."""
        self.tap(self.chance.choice(PHONES))
        self.runner.do(Step("server", "kill"))
        for _ in range(self.chance.randint(0, 3)):
            self.tap(self.chance.choice(PHONES))
            self.pause()
        self.runner.do(Step("server", "start"))

    def rematch(self) -> None:
        """The next game, where nobody is without a network."""
        if not self.runner.agreement.away:
            self.runner.do(Step(self.chance.choice(PHONES), "rematch"))

    def leave(self, phone: str) -> None:
        verb = self.choose({"reload": 3, "back": 3, "forward": 1})
        self.runner.do(Step(phone, verb))

    def come_back(self, phone: str) -> None:
        """To the table, by system Back or by a link."""
        if phone not in self.runner.agreement.online or self.runner.game.on_table(phone):
            return
        if self.chance.random() < 0.5:
            self.runner.do(Step(phone, "back"))
        self.runner.do(Step(phone, "return"))

    def tap(self, phone: str, among: str = "") -> None:
        if target := self.pick(phone, among):
            self.runner.do(Step(phone, "tap", target))

    def pick(self, phone: str, among: str = "") -> str:
        """A target on the page, its kind by weight; empty if there is none."""
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
