"""A random walk of phones on one server: they tap, lose answers, crash and decide."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.javascript import JavaScript
from tests.offline.queue import Item, Queue
from tests.offline.server import Server

IN_FLIGHT = 10
ROUNDS_JS = "scoring/js/offline/rounds.js"
ROUNDS = JavaScript(ROUNDS_JS)


def points_for(tag: int) -> int:
    return tag % 21 * 5


@dataclass
class Phone:
    """A phone at the table. `version` and `last_seq` are those of the table on its screen.
    `wanted` has the tag of each round that was tapped here, by its first key. It is None if a
    person has removed the round, or has kept the round of another phone in its place."""

    queue: Queue = field(default_factory=Queue)
    version: int = 0
    last_seq: int = 0
    wanted: dict[str, str | None] = field(default_factory=dict)
    # the first key of each item, by its id
    origins: dict[int, str] = field(default_factory=dict)

    def tap(self, tag: int, **item: object) -> str:
        fields = [["first", "A1"], ["card_points", str(points_for(tag))], ["tag", str(tag)]]
        key = self.queue.enqueue(
            version=self.version, after=self.last_seq, fields=fields, **item
        )
        self.wanted[key] = str(tag)
        self.origins[self.queue.item(key)["id"]] = key
        return key

    def look(self, server: Server) -> None:
        self.version, self.last_seq = server.number, server.last_seq

    def rounds(self) -> list[Item]:
        """Return the rounds that can be amended or removed on this phone."""
        items = self.queue.items
        removed = {item["of"] for item in items if item["verb"] == "remove"}
        return [
            item
            for item in items
            if item["verb"] == "record"
            and item["id"] not in removed
            and "until" not in item
            and item["status"] != "conflict"
        ]


class Walk:
    """One walk. With a single phone there are no conflicts."""

    def __init__(self, seed: int, phones: int) -> None:
        self.random = Random(seed)
        self.server = Server()
        self.phones = [Phone() for _ in range(phones)]
        self.tags = itertools.count(1)  # one for each round and amendment
        self.conflicts = 0

    def run(self, steps: int) -> None:
        moves: list[Callable[[Phone], None]]
        moves = [self.tap_live, self.tap_offline, self.amend, self.remove, self.send, self.send]
        moves += [self.crash, self.look, self.decide]
        for _ in range(steps):
            self.random.choice(moves)(self.random.choice(self.phones))

    def settle(self) -> None:
        """Send on a reliable network, and decide about conflicts, until no phone has an
        item."""
        for phone in [*self.phones, *self.phones]:
            for _ in range(500):
                if not phone.queue.items:
                    break
                self.crash(phone)
                self.send(phone, reliable=True)
                self.decide(phone)
            assert phone.queue.items == []
            phone.look(self.server)

    def tap_live(self, phone: Phone) -> None:
        """Record a round on a page without unsent changes, which sends it itself."""
        if phone.queue.items:
            return self.tap_offline(phone)
        key = phone.tap(next(self.tags), status="sending", until=IN_FLIGHT)
        self.answer(phone, phone.queue.item(key))
        return None

    def tap_offline(self, phone: Phone) -> None:
        phone.tap(next(self.tags))

    def amend(self, phone: Phone) -> None:
        if rounds := phone.rounds():
            item, tag = self.random.choice(rounds), next(self.tags)
            phone.queue.amend(item["key"], points_for(tag), ["tag", str(tag)])
            phone.wanted[phone.origins[item["id"]]] = str(tag)

    def remove(self, phone: Phone) -> None:
        if rounds := phone.rounds():
            item = self.random.choice(rounds)
            phone.queue.remove(item["key"])
            phone.wanted[phone.origins[item["id"]]] = None

    def crash(self, phone: Phone) -> None:
        """Close the page while it waits for an answer. The next page sends the item again."""
        for item in phone.queue.items:
            if "until" in item:
                phone.queue.dispatch("lose", key=item["key"])

    def look(self, phone: Phone) -> None:
        """Show the present sheet on the screen if nothing is unsent."""
        if not phone.queue.items:
            phone.look(self.server)

    def send(self, phone: Phone, *, reliable: bool = False) -> None:
        item = phone.queue.next_to_send()
        if item and "until" not in item:
            phone.queue.dispatch("send", key=item["key"])
            self.answer(phone, phone.queue.item(item["key"]), reliable=reliable)

    def answer(self, phone: Phone, item: Item, *, reliable: bool = False) -> None:
        """Deliver an item. Either its request or its answer is lost, or the page is closed
        before it is notified, or the answer arrives."""
        fate = 1.0 if reliable else self.random.random()
        if fate < 0.2:
            return phone.queue.dispatch("lose", key=item["key"])
        number = self.server.receive(item)
        if fate < 0.4:
            return phone.queue.dispatch("lose", key=item["key"])
        if fate < 0.5:
            return None
        if number is None:
            self.conflicts += 1
            return phone.queue.dispatch("conflict", key=item["key"], answer="both")
        for _ in range(self.random.choice([1, 1, 2])):
            phone.queue.dispatch("acknowledge", item=item, number=number)
        return None

    def decide(self, phone: Phone) -> None:
        """Decide about a conflict: keep the other round, or record this one as another
        round."""
        for item in phone.queue.items:
            if item["status"] != "conflict":
                continue
            if self.random.random() < 0.5:
                if origin := phone.origins.get(item["id"]):
                    phone.wanted[origin] = None
                phone.queue.dispatch("resolve", id=item["id"], seq=self.server.last_seq)
            else:
                key = phone.queue.new_key()
                decision = {"key": key, "verb": "record", "after": self.server.last_seq}
                phone.queue.dispatch("resolve", id=item["id"], decision=decision)

    def expected(self) -> list[str]:
        """Return the tags of all rounds that should be on the sheet."""
        return sorted(tag for phone in self.phones for tag in phone.wanted.values() if tag)

    def stored(self) -> list[str]:
        return sorted(each.tag for each in self.server.on_sheet)

    def shown(self, phone: Phone) -> dict[str, int]:
        """Return the totals on a phone whose table shows the present sheet."""
        sheet, game = self.server.sheet, {"target": 1_000_000}
        merged = ROUNDS.call(ROUNDS_JS, "merge", phone.queue.items, game, sheet)
        totals: dict[str, int]
        totals = ROUNDS.call(ROUNDS_JS, "standings", game, sheet, merged)[-1]["totals"]
        return totals
