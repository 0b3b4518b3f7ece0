"""Publishes new revisions to the subscribers of this process."""

import asyncio
import itertools
import logging
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import django.db
import psycopg
from django.db import close_old_connections

from scoring.live import queries
from scoring.live.listeners import DirtyGames, listener
from scoring.live.polls import Polls
from scoring.live.subscribers import (
    MAX_PER_ADDRESS,
    MAX_PER_DEVICE,
    MAX_SUBSCRIBERS,
    Subscriber,
    Subscribers,
    TooManyStreams,
)

P = ParamSpec("P")
T = TypeVar("T")

HEARTBEAT_TICKS = 20
ACCESS_CHECK_TICKS = 2
DEBOUNCE = 0.01  # seconds in which changes are collected before the revisions are read

DATABASE_ERRORS = (django.db.Error, psycopg.Error, OSError)

log = logging.getLogger(__name__)


class RevisionHub:
    """Publishes new revisions of games to their subscribers in this process.

    All queries run in one thread with one connection. The hub listens to the database only
    while it has subscribers. The intervals of heartbeats and access checks are numbers of
    ticks, and a tick is `tick` seconds.
    """

    def __init__(
        self,
        *,
        max_subscribers: int = MAX_SUBSCRIBERS,
        max_per_device: int = MAX_PER_DEVICE,
        max_per_address: int = MAX_PER_ADDRESS,
        tick: float = 1.0,
    ) -> None:
        self.subscribers = Subscribers(max_subscribers, max_per_device, max_per_address)
        self.polls = Polls(self.run)
        self.tick = tick
        self.revisions: dict[int, int] = {}  # of every game that has subscribers
        self.closing = False
        self.dirty: set[int] = set()
        self.all_dirty = False
        self.interrupted = False  # true after an error until the database could be read again
        self.changed = asyncio.Event()
        self.listen_task: asyncio.Task[None] | None = None
        self.cancelled_task: asyncio.Task[None] | None = None
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="revision-hub")

    # Subscribing

    async def subscribe(
        self, key: uuid.UUID, token: str, address: str = ""
    ) -> Subscriber | None:
        """Subscribe the device with this token, at this address, to the game with this key.
        Returns None if there is no such game that the device may see. Raises TooManyStreams."""
        found = await self.run(queries.find, key, token)
        if found is None:
            return None
        if self.closing:
            raise TooManyStreams
        # A newer revision may have been published while the query ran.
        latest = max(found.revision, self.revisions.get(found.game, 0))
        subscriber = self.subscribers.add(found._replace(revision=latest), address)
        if subscriber.game not in self.revisions:
            self.revisions[subscriber.game] = subscriber.revision
            # The game may have changed between the query and now.
            self.mark_dirty({subscriber.game})
        if self.listen_task is None or self.listen_task.done():
            self.listen_task = asyncio.create_task(self.listen())
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.remove(subscriber)
        if subscriber.game not in self.subscribers.by_game:
            del self.revisions[subscriber.game]
        if not self.subscribers.by_game and self.listen_task:
            self.listen_task.cancel()
            self.cancelled_task, self.listen_task = self.listen_task, None

    def stop(self) -> None:
        """End every stream, and accept no new one."""
        self.closing = True
        for subscriber in self.subscribers:
            subscriber.close()

    async def close(self) -> None:
        """Stop, and close every connection to the database."""
        self.stop()
        for task in filter(None, (self.listen_task, self.cancelled_task)):
            task.cancel()
            await asyncio.wait([task])
        await self.run(queries.close_connections)
        self.thread.shutdown(wait=False)

    # Publishing

    async def listen(self) -> None:
        """Listen to the database and publish, until the task is cancelled."""
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    for part in (self._listen, self._publish, self._tick):
                        tasks.create_task(part())
            except* DATABASE_ERRORS as errors:
                # Streams stay open. The listener marks all games dirty when it starts again.
                if not self.interrupted:
                    error = errors.exceptions[0]
                    # The log entry belongs to no request: the task was started by the request
                    # of the first stream, which may be over.
                    no_request = {"request_id": "-"}
                    log.warning(
                        "Live scores wait for the database: %s",
                        error,
                        exc_info=error,
                        extra=no_request,
                    )
                self.interrupted = True
            await asyncio.sleep(self.tick)

    async def _listen(self) -> None:
        async for games in listener(self.run):
            self.mark_dirty(games)

    def mark_dirty(self, games: DirtyGames) -> None:
        """Note that these games (primary keys) may have changed; None stands for all games and
        memberships."""
        if games is None:
            self.all_dirty = True
        else:
            self.dirty |= games
        self.changed.set()

    async def _publish(self) -> None:
        while True:
            await self.changed.wait()
            await asyncio.sleep(DEBOUNCE)
            self.changed.clear()
            dirty, all_dirty = self.dirty, self.all_dirty
            self.dirty, self.all_dirty = set(), False
            subscribed = self.revisions.keys()
            games = subscribed if all_dirty else dirty & subscribed
            published = await self._publish_newer(list(games))
            if all_dirty and not published:
                # Something other than a revision was written, perhaps a membership.
                await self.check_access()
            self.interrupted = False

    async def _publish_newer(self, games: list[int]) -> bool:
        """Publish the revisions of those of these games that have changed."""
        current = await self.run(queries.revisions, games) if games else {}
        newer = {
            game for game in current if self.revisions.get(game, current[game]) != current[game]
        }
        # Set before the access check: who subscribes meanwhile gets it as the first revision.
        self.revisions |= {game: current[game] for game in newer}
        for subscriber in await self._authorized(self.subscribers.of_games(newer)):
            subscriber.publish(current[subscriber.game])
        return bool(newer)

    async def check_access(self) -> None:
        """Close the streams of all devices that may no longer see their game, with one query
        for all of them."""
        await self._authorized([*self.subscribers])

    async def _authorized(self, subscribers: list[Subscriber]) -> list[Subscriber]:
        """Return the subscribers that may still see their game, and close the streams of the
        others."""
        if not subscribers:
            return []
        games = {each.game for each in subscribers}
        devices = {each.device for each in subscribers}
        visible = await self.run(queries.visible_pairs, games, devices)
        authorized = []
        for subscriber in subscribers:
            if (subscriber.game, subscriber.device) in visible:
                authorized.append(subscriber)
            else:
                subscriber.close()
        return authorized

    async def _tick(self) -> None:
        for tick in itertools.count(1):
            await asyncio.sleep(self.tick)
            # Heartbeats are spread over HEARTBEAT_TICKS in the order of subscription.
            for subscriber in self.subscribers:
                if (tick - subscriber.sequence) % HEARTBEAT_TICKS == 0:
                    subscriber.heartbeat()
            if tick % ACCESS_CHECK_TICKS == 0:
                await self.check_access()
            # A notification may be lost while a broken connection has not been noticed.
            self.mark_dirty(set(self.revisions))

    async def run(self, query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query in the hub's thread."""

        def work() -> T:
            close_old_connections()
            return query(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self.thread, work)
