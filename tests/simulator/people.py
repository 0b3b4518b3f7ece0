"""Acts as the people at a table, and causes faults."""

import asyncio
from collections.abc import Callable
from typing import Any

from scoring.models import Round
from scoring.rules import ByTeam, Call, CallLevel, RoundResult, Seat
from tests.offline.queue import REDUCER, reducer
from tests.simulator.ledger import by_seat, new_key
from tests.simulator.phone import Phone
from tests.simulator.reading import Choice, read_conflict, read_theirs
from tests.simulator.table import Table

STORED_WITHIN = 2.0  # seconds
# Seconds after which a page gives up.
ANSWER_TIMEOUT = reducer().run(f'(modules) => modules["{REDUCER}"].ANSWER_TIMEOUT') / 1000
PLACES = ("first", "second", "third")


class People(Table):
    """People who tap and decide. `last_tap` is the time of the last tap that is scheduled."""

    last_tap = 0.0

    def schedule_tap(self, delay: float, tap: Callable[..., object], *args: object) -> None:
        """Schedule a tap after this delay, in seconds."""
        loop = asyncio.get_running_loop()
        self.last_tap = max(self.last_tap, loop.time() + delay)
        loop.call_later(delay, tap, *args)

    async def deal(self) -> None:
        """Simulate one deal: some people call, random events happen, and nearly always somebody
        records the round."""
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            self.call(self.rng.choice(self.players))
            await self.pause(0, 3)
        for event, probability in self._random_events():
            if self.chance(probability):
                event(self.rng.choice(self.phones))
                await self.pause(0, 4)
        first, points = self.rng.choice([*Seat]), 5 * self.rng.randrange(21)
        recorders = self.rng.sample(self.players, self.rng.choice([0, 1, 1, 1, 1, 1, 2, 2]))
        for phone in recorders:
            self.tick_first(phone, first)
            await self.pause(0, 1.5)
        for phone in recorders:
            self.record(phone, points)
            await self.pause(0, self.rng.choice([0.1, 2]))
        if self.chance(0.2):
            self.undo(self.rng.choice(self.players))
        await self.pause(1, 8)

    def undo(self, phone: Phone) -> None:
        """Undo the last change. The same person, or somebody else, may call before the answer
        arrives."""
        phone.call("undo")
        if self.chance(0.5):
            caller = phone if self.chance(0.7) else self.rng.choice(self.players)
            self.schedule_tap(self.rng.uniform(0.05, 0.4), self.call, caller)

    def _random_events(self) -> list[tuple[Callable[[Phone], None], float]]:
        return [
            (self.lose_network, 0.35),
            (self.restore_network, 0.3),
            (Phone.reload, 0.15),
            (self.crash, 0.15),
            (self.kill_server, 0.12),
            (self.deploy, 0.06),
            (self.set_clock, 0.08),
            (self.change_unsent, 0.3),
            (self.amend_recorded, 0.3),
            (self.undo_amendment, 0.3),
            (self.call_too_late, 0.1),
            (self.change_unanswered, 0.1),
            (self.pick_up, 0.1),
        ]

    def ticks(self, phone: Phone) -> list[str]:
        return list(phone.screen.get("ticks", []))

    def call(self, phone: Phone, seats: str = "") -> str:
        """Tick a call on a phone. Returns the tick."""
        seat = seats or self.rng.choice([*Seat])
        call = f"{self.rng.choice(['tichu', 'grand'])}={seat}"
        others = [tick for tick in self.ticks(phone) if tick.partition("=")[2] != seat]
        places = [tick for tick in self.ticks(phone) if tick.partition("=")[0] in PLACES]
        self.note(phone.name, "ticks", call)
        phone.call("tick", [*dict.fromkeys([*others, *places, call])])
        return call

    def tick_first(self, phone: Phone, first: Seat) -> None:
        ticks = [each for each in self.ticks(phone) if each.partition("=")[0] not in PLACES]
        self.note(phone.name, "ticks", first)
        phone.call("tick", [*ticks, f"first={first}"])
        phone.screen = phone.screen | {"ticks": [*ticks, f"first={first}"]}

    def record(self, phone: Phone, points: int) -> bool:
        """Tap a score key. Returns whether the page allowed it."""
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
        self.ledger.record(key, RoundResult(out_order, card_points, calls))
        # A page that is still open has stored the round by then.
        stored = self.ledger.acknowledge
        page, loop = phone.page_number, asyncio.get_running_loop()
        loop.call_later(STORED_WITHIN, lambda: phone.page_number == page and stored(key))
        return True

    async def decide(self, phone: Phone) -> None:
        """Answer each question that the phone asks, after some time."""
        while True:
            await self.pause(1, 4)
            question = phone.call("question")
            if question is None or self.failure:
                continue
            key, (seq, choices) = question["key"], read_conflict(question["html"])
            self.note(phone.name, "decides", key, question["status"], seq, len(choices))
            if question["status"] != "conflict" or not (choices or seq is not None):
                self.ledger.give_up(key)
                phone.call("decide", key)
            elif seq is not None and (not choices or self.chance(0.6)):
                theirs = read_theirs(question["html"])
                if self.are_on_sheet(theirs):
                    self.ledger.drop(key)
                phone.call("decide", key, None, seq, theirs)
            else:
                amends = question.get("verb") == "amend"
                if amends:
                    choices = self.without_own_round(key, choices)
                self.insist(phone, key, self.rng.choice(choices), amends=amends)

    def are_on_sheet(self, theirs: str | None) -> bool:
        """Return whether these versions of rounds are on the sheet. If somebody drops a round
        in favour of versions that are gone, the round must not be lost."""
        rounds = self.game_now().rounds.values_list("version", flat=True)
        return {int(version) for version in (theirs or "").split()} <= set(rounds)

    def insist(self, phone: Phone, key: str, choice: Choice, *, amends: bool) -> None:
        """Amend the other round of a conflict, or record one's own round as another round."""
        new = new_key(self.rng.getrandbits(128))
        if amends and not choice.seq and self.was_undone(key):
            self.ledger.record(new, None)  # in place of one's own round
        else:
            self.ledger.replace_key(key, new)
            if tap := self.ledger.taps.get(key):
                tap.result = None
                # it may have been dropped in favour of a round that is gone
                tap.given_up = tap.dropped = False
        fields = choice.fields
        decision: dict[str, Any] = {"key": new, "verb": "record", "path": choice.path}
        if choice.seq:
            path = choice.path.removesuffix(f"{choice.seq}/")
            decision |= {"verb": "amend", "path": path, "seq": choice.seq}
            decision["seen"] = int(fields.pop("seen")[0])
        else:
            decision["after"] = int(fields.pop("after")[0])
        decision["fields"] = [[name, value] for name in fields for value in fields[name]]
        phone.call("decide", key, decision)

    def without_own_round(self, key: str, choices: list[Choice]) -> list[Choice]:
        """Return the choices that a person takes who wanted to amend a round. A person who sees
        that the round is recorded already does not record it as another round."""
        numbers = self.ledger.recorded_as(key, self.game_now())
        if numbers.isdisjoint(choice.seq for choice in choices):
            return choices
        return [choice for choice in choices if choice.seq]

    def was_undone(self, key: str) -> bool:
        """Return whether the round with this key was recorded and is no longer on the sheet."""
        game = self.game_now()
        numbers = self.ledger.recorded_as(key, game)
        standing = game.rounds.values_list("seq", flat=True)
        return bool(numbers) and numbers.isdisjoint(standing)

    def change_unsent(self, phone: Phone) -> None:
        """Amend or remove an unsent round."""
        if not (rounds := phone.call("unsentRounds")):
            return
        item = self.rng.choice(rounds)
        new = new_key(self.rng.getrandbits(128))
        self.ledger.replace_key(item["key"], new)
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
        """Open the page of one of the last two rounds, and save it some time later with other
        points. Another phone may do the same."""
        if rows := self.game_now().sheet.rows[-2:]:
            row = self.rng.choice(rows).round
            self.save_round(phone, row)
            if self.chance(0.5):
                self.save_round(self.rng.choice(self.phones), row)

    def undo_amendment(self, phone: Phone) -> None:
        """Amend the last round. Another phone undoes the amendment, and makes a call at nearly
        the same moment."""
        if not (rows := self.game_now().sheet.rows):
            return
        self.save_round(phone, rows[-1].round, within=1)
        other = self.rng.choice([each for each in self.phones if each is not phone])
        undo = self.rng.uniform(2, 4)
        self.schedule_tap(undo, other.call, "undo")
        self.schedule_tap(undo + self.rng.uniform(-0.3, 0.3), self.call, other)

    def call_too_late(self, _: Phone) -> None:
        """Make a call on a phone without a network, for a round that another phone records
        meanwhile. The network returns, and is lost again at about the time of another call."""
        phone, other = self.rng.sample(self.players, 2)
        phone.lose_network(noticed=True)
        self.call(phone)
        self.tick_first(other, self.rng.choice([*Seat]))
        self.schedule_tap(0.5, self.record, other, 5 * self.rng.randrange(21))
        self.schedule_tap(1, self.restore_network, phone)
        lost = self.rng.uniform(1.5, 4)
        self.schedule_tap(lost, self.lose_network, phone)
        self.schedule_tap(lost + self.rng.uniform(-0.3, 0.3), self.call, phone)
        self.schedule_tap(lost + 2, self.restore_network, phone)

    def change_unanswered(self, _: Phone) -> None:
        """Record a round on a phone that may lose the network before the answer arrives. After
        its page has given up, amend or remove the round. The network returns after that."""
        phone = self.rng.choice(self.players)
        self.tick_first(phone, self.rng.choice([*Seat]))
        recorded = 0.5
        self.schedule_tap(recorded, self.record, phone, 5 * self.rng.randrange(21))
        self.schedule_tap(recorded + self.rng.uniform(0, 0.6), self.lose_network, phone)
        changed = recorded + ANSWER_TIMEOUT + self.rng.uniform(0.1, 3)
        self.schedule_tap(changed, self.change_unsent, phone)
        self.schedule_tap(changed + self.rng.uniform(0, 2), self.restore_network, phone)

    def pick_up(self, _: Phone) -> None:
        """Turn the screen of a phone off. Later somebody picks it up, makes a call at once and
        taps again, while another phone makes a call too."""
        phone, other = self.rng.sample(self.players, 2)
        self.note(phone.name, "has its screen off")
        phone.turn_off_screen()
        turned_on = self.rng.uniform(1, 4)
        self.schedule_tap(turned_on, phone.turn_on_screen)
        self.schedule_tap(turned_on + self.rng.uniform(0, 0.1), self.call, phone)
        self.schedule_tap(turned_on + self.rng.uniform(0, 0.5), self.call, other)
        self.schedule_tap(turned_on + self.rng.uniform(0.2, 0.6), self.touch, phone)
        self.schedule_tap(turned_on + self.rng.uniform(0.6, 1.2), self.touch, phone)

    def save_round(self, phone: Phone, row: Round, *, within: float = 12) -> None:
        key, points = new_key(self.rng.getrandbits(128)), 5 * self.rng.randrange(21)
        self.ledger.amend(key)
        self.note(phone.name, "opens round", row.seq, "of version", row.version, key)
        fields = [["first", str(row.result.first_out)], ["card_points", str(points)]]
        saving = "amendRecorded", row.seq, row.version, fields, key
        self.schedule_tap(self.rng.uniform(0, within), phone.call, *saving)

    # Failures

    def lose_network(self, phone: Phone) -> None:
        self.note(phone.name, "loses the network")
        phone.lose_network(noticed=self.chance(0.5))

    def restore_network(self, phone: Phone) -> None:
        self.note(phone.name, "finds the network")
        phone.restore_network()

    def crash(self, phone: Phone) -> None:
        self.note(phone.name, "crashes")
        phone.close()
        phone.open(self.address)

    def kill_server(self, _: Phone) -> None:
        """Make the server die at a SQL statement of the next POST request."""
        self.server.kill_at = self.rng.randrange(12)
        self.server.down_for = self.rng.uniform(0.5, 8)
        self.note("the server dies at statement", self.server.kill_at)

    def deploy(self, _: Phone) -> None:
        self.note("a new release is deployed")
        if self.server.up:
            self.server.kill(down_for=self.rng.uniform(0.5, 4), deploy=True)

    def set_clock(self, phone: Phone) -> None:
        phone.clock_offset += self.rng.choice([-3600, -60, 60, 3600])
        self.note(phone.name, "sets its clock", phone.clock_offset)
