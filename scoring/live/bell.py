"""Who watches which game, and when they are told."""

import asyncio
import itertools
import logging
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import django.db
import psycopg
from django.db import close_old_connections

from scoring.live import questions
from scoring.live.hearing import Heard, listener

P = ParamSpec("P")
T = TypeVar("T")

MOST = 5_000
MOST_A_DEVICE = 8  # a few pages, and as many that the network lost without a word
BEATS = 20  # pulses from one beat of a stream to the next
SWEEPS = 2  # pulses until every right is looked up again
AT_ONCE = 0.01  # seconds in which what happens is told together
ASKED_AT_ONCE = 0.002  # seconds in which what is asked goes to the database together

Answer = asyncio.Future[questions.News | None]

AWAY = (django.db.Error, psycopg.Error, OSError)

log = logging.getLogger(__name__)


class Full(Exception):
    """There are as many streams as this process, or this device, may have."""


class Watcher:
    """A page that watches a game. What it has not been told yet is only ever the latest."""

    __slots__ = ("device", "game", "number", "open", "ringing", "version")

    def __init__(self, seen: questions.Seen, number: int) -> None:
        self.game, self.device, self.version = seen
        self.number = number
        self.open = True
        # A tenth of what an Event holds for a single one who waits.
        self.ringing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.beat()

    def tell(self, version: int) -> None:
        self.version = version
        self.beat()

    def beat(self) -> None:
        """Tell the version again: where nothing is heard for long, the line is dead."""
        if not self.ringing.done():
            self.ringing.set_result(None)

    def close(self) -> None:
        self.open = False
        self.beat()

    async def rung(self) -> bool:
        """Wait until the version is to be told. False when the stream is over."""
        await self.ringing
        self.ringing = asyncio.get_running_loop().create_future()
        return self.open


class Bell:
    """Tells everybody who watches a game in this process that it has changed.

    All questions go through one thread with one connection. The database is listened to while
    anybody watches, and not otherwise. `pulse` is what the beats and sweeps are counted in.
    """

    def __init__(
        self, *, most: int = MOST, most_a_device: int = MOST_A_DEVICE, pulse: float = 1.0
    ) -> None:
        self.most, self.most_a_device, self.pulse = most, most_a_device, pulse
        self.games: dict[int, set[Watcher]] = {}
        self.versions: dict[int, int] = {}
        self.devices: Counter[int] = Counter()
        self.numbers = itertools.count()
        self.closing = False
        self.hints: set[int] = set()
        self.any_game = False
        self.hinted = asyncio.Event()
        self.looks: list[tuple[questions.Look, Answer]] = []
        self.looking: asyncio.Task[None] | None = None
        self.listening: asyncio.Task[None] | None = None
        self.listened: asyncio.Task[None] | None = None  # the last one that was cancelled
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="bell")

    @property
    def watchers(self) -> list[Watcher]:
        return [watcher for each in self.games.values() for watcher in each]

    # Coming and going

    async def join(self, key: uuid.UUID, token: str) -> Watcher | None:
        """Let the holder of this token watch the game; None if there is no such game to see.
        Raises Full."""
        seen = await self.ask(questions.find, key, token)
        if seen is None:
            return None
        if self.closing or self.devices.total() >= self.most:
            raise Full
        if self.devices[seen.device] >= self.most_a_device:
            raise Full
        # While the question was under way, others may have been told of a newer version.
        latest = max(seen.version, self.versions.get(seen.game, 0))
        watcher = Watcher(seen._replace(version=latest), next(self.numbers))
        self._add(watcher)
        return watcher

    def _add(self, watcher: Watcher) -> None:
        self.devices[watcher.device] += 1
        self.games.setdefault(watcher.game, set()).add(watcher)
        if watcher.game not in self.versions:
            self.versions[watcher.game] = watcher.version
            # It may have changed before anybody listened for it.
            self.hint({watcher.game})
        if self.listening is None or self.listening.done():
            self.listening = asyncio.create_task(self.listen())

    def leave(self, watcher: Watcher) -> None:
        self.devices[watcher.device] -= 1
        if not self.devices[watcher.device]:
            del self.devices[watcher.device]
        self.games[watcher.game].discard(watcher)
        if not self.games[watcher.game]:
            del self.games[watcher.game], self.versions[watcher.game]
        if not self.games and self.listening:
            self.listening.cancel()
            self.listened, self.listening = self.listening, None

    def stop(self) -> None:
        """End every stream, and let nobody watch any more."""
        self.closing = True
        for watcher in self.watchers:
            watcher.close()

    async def close(self) -> None:
        """Stop, and give back every connection to the database."""
        self.stop()
        for task in filter(None, (self.listening, self.listened)):
            task.cancel()
            await asyncio.wait([task])
        await self.ask(questions.leave)
        self.thread.shutdown(wait=False)

    # Being asked

    async def look(self, key: uuid.UUID, token: str, *, scoring: bool) -> questions.News | None:
        """What there is to know of a game for who asks, and does not watch; None if there is no
        such game to see. The way to the thread and back costs more than a question, so those
        that come at the same time go together."""
        answer: Answer = asyncio.get_running_loop().create_future()
        self.looks.append((questions.Look(key, token, scoring), answer))
        if self.looking is None or self.looking.done():
            self.looking = asyncio.create_task(self._answer())
        return await answer

    async def _answer(self) -> None:
        while self.looks:
            looks, self.looks = self.looks, []
            try:
                found = await self.ask(questions.look, [each for each, _ in looks])
            except Exception as error:  # noqa: BLE001 (whoever asked is told)
                for _, answer in looks:
                    if not answer.done():
                        answer.set_exception(error)
            else:
                for (_, answer), news in zip(looks, found, strict=True):
                    if not answer.done():
                        answer.set_result(news)
            await asyncio.sleep(ASKED_AT_ONCE)

    # Hearing and telling

    async def listen(self) -> None:
        """Listen, look and tend until nobody watches any more, whatever the database does."""
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    for part in (self._hear, self._look, self._tend):
                        tasks.create_task(part())
            except* AWAY as errors:
                # The streams stay; all games are looked up when it is back.
                log.warning("Live scores wait for the database: %s", errors.exceptions[0])
            await asyncio.sleep(self.pulse)

    async def _hear(self) -> None:
        async for games in listener(self.ask):
            self.hint(games)

    def hint(self, games: Heard) -> None:
        """These games may have changed; None if any may, or what a device may see."""
        if games is None:
            self.any_game = True
        else:
            self.hints |= games
        self.hinted.set()

    async def _look(self) -> None:
        while True:
            await self.hinted.wait()
            await asyncio.sleep(AT_ONCE)
            self.hinted.clear()
            hints, any_game = self.hints, self.any_game
            self.hints, self.any_game = set(), False
            games = self.games.keys() if any_game else hints & self.games.keys()
            told = await self._tell_newer(list(games))
            if any_game and not told:
                # Something else was written: it may be what a device may see.
                await self.sweep()

    async def _tell_newer(self, games: list[int]) -> bool:
        """Tell whoever watches one of these games that has another version than they know."""
        known = await self.ask(questions.versions, games) if games else {}
        newer = {game for game in known if self.versions.get(game, known[game]) != known[game]}
        # From now on whoever joins knows it; whoever is here is told, if it still may be.
        self.versions |= {game: known[game] for game in newer}
        watchers = [watcher for game in newer for watcher in self.games[game]]
        for watcher in await self._still_allowed(watchers):
            watcher.tell(known[watcher.game])
        return bool(newer)

    async def sweep(self) -> None:
        """Close what a device may no longer see, for all watchers by one question."""
        await self._still_allowed(self.watchers)

    async def _still_allowed(self, watchers: list[Watcher]) -> list[Watcher]:
        """Those who may still see what they watch; the streams of the others are closed."""
        if not watchers:
            return []
        games = {watcher.game for watcher in watchers}
        devices = {watcher.device for watcher in watchers}
        rights = await self.ask(questions.rights, games, devices)
        allowed = []
        for watcher in watchers:
            if (watcher.game, watcher.device) in rights:
                allowed.append(watcher)
            else:
                watcher.close()
        return allowed

    async def _tend(self) -> None:
        for pulse in itertools.count(1):
            await asyncio.sleep(self.pulse)
            # Not all at the same time: each keeps the pulse at which it came.
            beat(each for each in self.watchers if (pulse - each.number) % BEATS == 0)
            if pulse % SWEEPS == 0:
                await self.sweep()

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        def answer() -> T:
            close_old_connections()
            return question(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self.thread, answer)


def beat(watchers: Iterable[Watcher]) -> None:
    for watcher in watchers:
        watcher.beat()
