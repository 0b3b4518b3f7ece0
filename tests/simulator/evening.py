"""An evening of some phones at a table. People tap and decide, networks and servers fail, and
invariants are checked."""

import asyncio
import hashlib
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.forms import snapshot
from scoring.rules import Seat
from tests.simulator.ledger import Failure
from tests.simulator.people import People
from tests.simulator.phone import Phone
from tests.simulator.virtual_time import VirtualLoop, seeded

DEALS = 6
DEALS_UNTIL_QUIET = 3
# Seconds after quiet within which all boards must be equal: two, and the round trip of a phone
# that polls.
EQUAL_WITHIN = 2.2
# seconds on a reliable network within which everything is sent and answered
IDLE_WITHIN = 200.0


class Evening(People):
    """One evening. `run` simulates it."""

    @property
    def trace(self) -> str:
        """A digest of everything that happened."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()

    def run(self) -> None:
        """Simulate the evening, and roll back what it has written. Raises Failure."""
        with transaction.atomic():
            try:
                self._run()
            finally:
                transaction.set_rollback(True)

    def _run(self) -> None:
        loop, connection = VirtualLoop(), connections["default"]
        loop.set_exception_handler(self._failed)
        with seeded(loop, self.seed) as self.rng:
            try:
                loop.run_until_complete(self._play(connection))
            finally:
                self.seconds = loop.time()
                cancel_all(loop)
                loop.close()

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.failure = self.failure or context.get("exception") or Failure(context["message"])

    def raise_failure(self) -> None:
        if self.failure:
            raise self.failure

    async def _play(self, connection: BaseDatabaseWrapper) -> None:
        # Django has a connection for each context, and would open another one in the loop.
        connections["default"] = connection
        self.set_up()
        for phone in self.phones:
            phone.open(self.address)
        persons = [asyncio.ensure_future(self.decide(phone)) for phone in self.phones]
        for deal in range(1, DEALS + 1):
            await self.deal()
            self.raise_failure()
            if deal % DEALS_UNTIL_QUIET == 0:
                await self._check_at_quiet()
                self.raise_failure()
        for person in persons:
            person.cancel()
        self.ledger.check(self.game_now())

    # Quiet

    async def _check_at_quiet(self) -> None:
        """Check that everything is sent and all boards become equal while nobody taps and
        nothing fails. The boards must also become equal after two calls, and after a round.
        Raises Failure."""
        self.note("quiet")
        self.server.kill_at = None
        for phone in self.phones:
            phone.network.is_reliable = True
            phone.restore_network()
        await self._wait_until_idle()
        await self._expect_equal_boards("after everything was sent")
        await self._make_two_calls()
        await self._record_round()
        for phone in self.phones:
            phone.network.is_reliable = False

    def _unfinished(self) -> list[str]:
        """Return what the server, the people and the phones still have to do."""
        left = [] if self.server.up else ["the server is down"]
        if asyncio.get_running_loop().time() < self.last_tap:
            left.append("somebody is about to tap")
        return [*left, *(each for phone in self.phones for each in unfinished(phone))]

    async def _wait_until_idle(self) -> None:
        deadline = asyncio.get_running_loop().time() + IDLE_WITHIN
        while left := self._unfinished():
            if asyncio.get_running_loop().time() > deadline:
                raise Failure(f"After {IDLE_WITHIN:g} s: {'; '.join(left)}")
            await asyncio.sleep(0.5)
            self.raise_failure()

    async def _expect_equal_boards(self, when: str) -> None:
        await asyncio.sleep(EQUAL_WITHIN)
        self.raise_failure()
        game = self.game_now()
        totals = game.sheet.standing.totals
        wanted = {
            "version": game.version,
            "revision": game.revision,
            "totals": [totals.a, totals.b],
            "after": game.last_seq,
            "rows": [
                [row.round.seq, row.round.points_a, row.round.points_b]
                for row in reversed(game.sheet.rows)
            ],
            "ticks": sorted(filter(None, snapshot(game.in_progress).split("&"))),
            "unsent": 0,
        }
        for phone in self.phones:
            shown = {name: phone.screen[name] for name in wanted}
            shown["ticks"] = sorted(shown["ticks"])
            if shown != wanted:
                raise Failure(f"{when}, {phone.name} shows {shown}, the table is {wanted}")

    async def _make_two_calls(self) -> None:
        """Make a call on each of two phones at nearly the same moment. Somebody may have picked
        up the first phone just before, and the third phone may be loading its page. All phones
        must show both calls."""
        one, other = self.rng.sample(self.players, 2)
        if self.chance(0.5):
            [third] = {*self.phones} - {one, other}
            asyncio.get_running_loop().call_later(self.rng.uniform(0, 0.5), third.reload)
        here, there = self.rng.sample([*Seat], 2)
        if self.chance(0.5):
            await self._pick_up(one)
        calls = {self.call(one, here)}
        await self.pause(0, 0.3)
        calls.add(self.call(other, there))
        await self._expect_equal_boards("after two calls")
        if missing := calls - set(one.screen["ticks"]):
            raise Failure(f"Calls that were lost: {missing}")

    async def _pick_up(self, phone: Phone) -> None:
        """Turn the screen of a phone off and on. If the phone polls, a finger touches a control
        at about the time at which its board arrives. If it has a stream, `_on_answer` may do
        that for any board."""
        phone.turn_off_screen()
        await self.pause(0.1, 0.5)
        phone.turn_on_screen()
        if not phone.gets_streams:
            touched = self.rng.uniform(0.1, 0.5)
            asyncio.get_running_loop().call_later(touched, self.touch, phone)
        await self.pause(0, 0.1)

    async def _record_round(self) -> None:
        phone = self.rng.choice(self.players)
        self.tick_first(phone, self.rng.choice([*Seat]))
        await asyncio.sleep(0.3)
        if not self.record(phone, 60):
            raise Failure(f"{phone.name} refuses to record a round")
        await self._expect_equal_boards("after a round")


def cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel all tasks, and those that they start while they end."""
    while tasks := asyncio.all_tasks(loop):
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.wait(tasks))


def unfinished(phone: Phone) -> list[str]:
    """Return what this phone still has to do."""
    if phone.page is None:
        return [f"{phone.name} has no page"]
    left = []
    state = phone.screen.get("connection")
    if state not in {"live", "polling"}:
        left.append(f"{phone.name} is {state or 'connecting'}")
    if state == "live" and not phone.is_streaming:
        left.append(f"{phone.name} has not noticed that its stream is dead")
    if phone.is_receiving:
        left.append(f"{phone.name} waits for an answer")
    if phone.call("isBusy"):
        left.append(f"{phone.name} has something unsent: {phone.database}")
    return left
