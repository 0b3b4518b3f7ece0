"""The open event streams of a process."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from scoring.live.queries import Subscription

T = TypeVar("T")

MAX_SUBSCRIBERS = 5_000  # streams of a process at a time; further pages poll
MAX_PER_DEVICE = 8  # a few pages, and some connections that were lost unnoticed
# Enough for a hall. Other addresses can still subscribe, however many devices one address makes
# up.
MAX_PER_ADDRESS = 1_000


class TooManyStreams(Exception):
    """This process, this device or this address already has its maximum number of streams, or
    the hub is being stopped."""


class Subscriber:
    """An open stream of one game. If several revisions are published before one is sent, only
    the latest is sent.

    `revision` is the last published revision. `sequence` is the number of the subscriber in its
    process, by which heartbeats are spread over time. `address` is the address of the client.
    """

    __slots__ = ("_wake", "address", "device", "game", "open", "revision", "sequence")

    def __init__(self, subscription: Subscription, address: str, sequence: int) -> None:
        self.game, self.device, self.revision = subscription
        self.address = address
        self.sequence = sequence
        self.open = True
        # For a single waiter, a Future needs a tenth of the memory of an Event.
        self._wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heartbeat()

    def publish(self, revision: int) -> None:
        """Send this revision."""
        self.revision = revision
        self.heartbeat()

    def heartbeat(self) -> None:
        """Send the current revision again, so that a page can detect a dead connection."""
        if not self._wake.done():
            self._wake.set_result(None)

    def close(self) -> None:
        """End the stream: `wait` returns False."""
        self.open = False
        self.heartbeat()

    async def wait(self) -> bool:
        """Wait until `revision` has to be sent. Returns False when the stream has ended."""
        await self._wake
        self._wake = asyncio.get_running_loop().create_future()
        return self.open


class Subscribers:
    """The subscribers of a process, by game. Their number is limited, in all and for each
    device and each address."""

    def __init__(self, maximum: int, max_per_device: int, max_per_address: int) -> None:
        self.maximum = maximum
        self.max_per_device, self.max_per_address = max_per_device, max_per_address
        self.by_game: dict[int, set[Subscriber]] = {}
        self.devices: Counter[int] = Counter()
        self.addresses: Counter[str] = Counter()
        self.sequence = itertools.count()

    def __iter__(self) -> Iterator[Subscriber]:
        return itertools.chain.from_iterable(self.by_game.values())

    def of_games(self, games: Iterable[int]) -> list[Subscriber]:
        """Return the subscribers of these games, each of which has one."""
        return [each for game in games for each in self.by_game[game]]

    def add(self, subscription: Subscription, address: str) -> Subscriber:
        """Add a subscriber at this address. Raises TooManyStreams."""
        self._check_limits(subscription.device, address)
        subscriber = Subscriber(subscription, address, next(self.sequence))
        self.devices[subscriber.device] += 1
        self.addresses[subscriber.address] += 1
        self.by_game.setdefault(subscriber.game, set()).add(subscriber)
        return subscriber

    def _check_limits(self, device: int, address: str) -> None:
        if (
            self.devices.total() >= self.maximum
            or self.devices[device] >= self.max_per_device
            or self.addresses[address] >= self.max_per_address
        ):
            raise TooManyStreams

    def remove(self, subscriber: Subscriber) -> None:
        _decrement(self.devices, subscriber.device)
        _decrement(self.addresses, subscriber.address)
        self.by_game[subscriber.game].discard(subscriber)
        if not self.by_game[subscriber.game]:
            del self.by_game[subscriber.game]


def _decrement(counter: Counter[T], element: T) -> None:
    """Count one less of this element. A counter would keep elements with a count of 0."""
    counter[element] -= 1
    if not counter[element]:
        del counter[element]
