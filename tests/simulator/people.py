"""What the people at a table do, and what goes wrong meanwhile."""

import asyncio
from collections.abc import Callable
from typing import Any

from scoring.models import Round
from scoring.rules import ByTeam, Call, CallLevel, RoundResult, Seat
from tests.simulator.ledger import Failure, by_seat, new_key
from tests.simulator.phone import Phone
from tests.simulator.reading import Choice, read_conflict
from tests.simulator.table import Table

STORED_WITHIN = 2.0  # seconds
PLACES = ("first", "second", "third")


class People(Table):
    """They tap, decide, and put their phones away. `last_tap` is when the last of the taps that
    somebody is about to make comes."""

    last_tap = 0.0

    def later(self, delay: float, tap: Callable[..., object], *given: object) -> None:
        """Let somebody tap after so many seconds, whatever else happens meanwhile."""
        loop = asyncio.get_running_loop()
        self.last_tap = max(self.last_tap, loop.time() + delay)
        loop.call_later(delay, tap, *given)

    async def deal(self) -> None:
        """One deal: some call, things go wrong, and nearly always somebody records it."""
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            self.call(self.rng.choice(self.players))
            await self.pause(0, 3)
        for mishap, probability in self._mishaps():
            if self.chance(probability):
                mishap(self.rng.choice(self.phones))
                await self.pause(0, 4)
        first, points = self.rng.choice([*Seat]), 5 * self.rng.randrange(21)
        recorders = self.rng.sample(self.players, self.rng.choice([0, 1, 1, 1, 1, 1, 2, 2]))
        for phone in recorders:
            self.tick_first(phone, first)
            await self.pause(0, 1.5)
        for phone in recorders:
            self.record(phone, points)
            await self.pause(0, self.rng.choice([0.1, 2]))
        if self.chance(0.15):
            self.rng.choice(self.players).call("undo")
        await self.pause(1, 8)

    def _mishaps(self) -> list[tuple[Callable[[Phone], None], float]]:
        return [
            (self.lose_network, 0.35),
            (self.find_network, 0.3),
            (Phone.reload, 0.15),
            (self.crash, 0.15),
            (self.kill_server, 0.12),
            (self.deploy, 0.06),
            (self.set_clock, 0.08),
            (self.change_unsent, 0.3),
            (self.amend_recorded, 0.3),
            (self.take_amendment_back, 0.3),
        ]

    def ticks(self, phone: Phone) -> list[str]:
        return list(phone.screen.get("ticks", []))

    def call(self, phone: Phone, seats: str = "") -> str:
        """Tick a call on a phone: the tick."""
        seat = seats or self.rng.choice([*Seat])
        call = f"{self.rng.choice(['tichu', 'grand'])}={seat}"
        others = [tick for tick in self.ticks(phone) if tick.partition("=")[2] != seat]
        kept = [tick for tick in self.ticks(phone) if tick.partition("=")[0] in PLACES]
        self.note(phone.name, "ticks", call)
        phone.call("tick", [*dict.fromkeys([*others, *kept, call])])
        return call

    def tick_first(self, phone: Phone, first: Seat) -> None:
        ticks = [each for each in self.ticks(phone) if each.partition("=")[0] not in PLACES]
        self.note(phone.name, "ticks", first)
        phone.call("tick", [*ticks, f"first={first}"])
        phone.screen = phone.screen | {"ticks": [*ticks, f"first={first}"]}

    def record(self, phone: Phone, points: int) -> bool:
        """Tap a score key; whether the page let it be tapped."""
        ticks = phone.call("ticked") or []
        places = [each.partition("=")[2] for each in ticks if each.startswith("first=")]
        if not places:
            return False
        first = Seat.parse(places[0])
        double = self.chance(0.15)
        more = [["second", first.partner]] if double else [["card_points", str(points)]]
        key = phone.call("record", more)
        self.note(phone.name, "records", ticks, more, key)
        if key is None:
            return False
        calls = by_seat(
            Call(Seat.parse(seat), CallLevel(level))
            for level, seat in (each.split("=") for each in ticks)
            if level in {"tichu", "grand"}
        )
        out_order = (first, first.partner) if double else (first,)
        card_points = None if double else ByTeam(points, 100 - points)
        self.ledger.tap(key, RoundResult(out_order, card_points, calls))
        # A page that stays open has stored it by then.
        stored = self.ledger.acknowledge
        number, loop = phone.pages, asyncio.get_running_loop()
        loop.call_later(STORED_WITHIN, lambda: phone.pages == number and stored(key))
        return True

    async def decide(self, phone: Phone) -> None:
        """Whoever sees a question answers it, sooner or later."""
        while True:
            await self.pause(1, 4)
            question = phone.call("question")
            if question is None or self.failure:
                continue
            key, (seq, choices) = question["key"], read_conflict(question["html"])
            if question["status"] == "orphaned":
                self.failure = Failure(f"{phone.name} has lost its table: {key}")
            self.note(phone.name, "decides", key, question["status"], seq, len(choices))
            if question["status"] != "conflict" or not (choices or seq is not None):
                self.ledger.give_up(key)
                phone.call("decide", key)
            elif seq is not None and (not choices or self.chance(0.6)):
                self.ledger.give_up(key)
                phone.call("decide", key, None, seq)
            else:
                if question.get("verb") == "amend":
                    choices = self.without_own_round(key, choices)
                choice = self.rng.choice(choices)
                new = new_key(self.rng.getrandbits(128))
                self.ledger.rename(key, new)
                if tap := self.ledger.taps.get(key):
                    tap.result = None
                fields = choice.fields
                decision: dict[str, Any] = {"key": new, "verb": "record", "path": choice.path}
                if choice.seq:
                    path = choice.path.removesuffix(f"{choice.seq}/")
                    decision |= {"verb": "amend", "path": path, "seq": choice.seq}
                    decision["seen"] = int(fields.pop("seen")[0])
                else:
                    decision["after"] = int(fields.pop("after")[0])
                told = [[name, value] for name in fields for value in fields[name]]
                phone.call("decide", key, decision | {"fields": told})

    def without_own_round(self, key: str, choices: list[Choice]) -> list[Choice]:
        """Whoever wants to amend theirs, and sees instead that the own round has been recorded,
        does not take it for another one. A phone has to see that by itself where it can."""
        numbers = self.ledger.recorded_as(key, self.game_now())
        if numbers.isdisjoint(choice.seq for choice in choices):
            return choices
        return [choice for choice in choices if choice.seq]

    def change_unsent(self, phone: Phone) -> None:
        """Amend or take back a round that is unsent."""
        if not (rounds := phone.call("unsentRounds")):
            return
        item = self.rng.choice(rounds)
        new = new_key(self.rng.getrandbits(128))
        self.ledger.rename(item["key"], new)
        tap = self.ledger.taps[item["key"]]
        tap.result = None
        if self.chance(0.5):
            tap.given_up, tap.removal = True, new
            self.note(phone.name, "removes", item["key"])
            phone.call("remove", item["id"], new)
        else:
            points = str(5 * self.rng.randrange(21))
            fields = [
                each for each in item["fields"] if each[0] not in {"second", "card_points"}
            ]
            self.note(phone.name, "amends", item["key"], points)
            phone.call("amend", item["id"], [*fields, ["card_points", points]], new)

    def amend_recorded(self, phone: Phone) -> None:
        """Open the page of one of the last rounds, as another phone may do as well, and save it
        with other points some time after."""
        if rows := self.game_now().sheet.rows[-2:]:
            row = self.rng.choice(rows).round
            self.save_round(phone, row)
            if self.chance(0.5):
                self.save_round(self.rng.choice(self.phones), row)

    def take_amendment_back(self, phone: Phone) -> None:
        """Amend the last round; somebody else undoes that, and calls at nearly the same
        moment."""
        if not (rows := self.game_now().sheet.rows):
            return
        self.save_round(phone, rows[-1].round, within=1)
        other = self.rng.choice([each for each in self.phones if each is not phone])
        undo = self.rng.uniform(2, 4)
        self.later(undo, other.call, "undo")
        self.later(undo + self.rng.uniform(-0.3, 0.3), self.call, other)

    def save_round(self, phone: Phone, row: Round, *, within: float = 12) -> None:
        key, points = new_key(self.rng.getrandbits(128)), 5 * self.rng.randrange(21)
        self.ledger.amend(key)
        self.note(phone.name, "opens round", row.seq, "of version", row.version, key)
        fields = [["first", str(row.result.first_out)], ["card_points", str(points)]]
        saving = "amendRecorded", row.seq, row.version, fields, key
        self.later(self.rng.uniform(0, within), phone.call, *saving)

    # What goes wrong

    def lose_network(self, phone: Phone) -> None:
        self.note(phone.name, "loses the network")
        phone.lose_network(noticed=self.chance(0.5))

    def find_network(self, phone: Phone) -> None:
        self.note(phone.name, "finds the network")
        phone.find_network()

    def crash(self, phone: Phone) -> None:
        self.note(phone.name, "crashes")
        phone.close()
        phone.open(self.address)

    def kill_server(self, _: Phone) -> None:
        """At a statement of the next post."""
        self.server.kill_at = self.rng.randrange(12)
        self.server.down_for = self.rng.uniform(0.5, 8)
        self.note("the server dies at statement", self.server.kill_at)

    def deploy(self, _: Phone) -> None:
        self.note("a new release is deployed")
        if self.server.up:
            self.server.kill(down_for=self.rng.uniform(0.5, 4), deploy=True)

    def set_clock(self, phone: Phone) -> None:
        phone.clock_is_off += self.rng.choice([-3600, -60, 60, 3600])
        self.note(phone.name, "sets its clock", phone.clock_is_off)
