"""One open event stream, as the hub sees it."""

import asyncio

from scoring.live.queries import Subscription


class Subscriber:
    """An open stream of one game. Of several revisions only the latest is ever sent.

    `revision` is the last one published, `sequence` the number of the subscriber in its hub
    (which spreads heartbeats over time), `address` what streams are limited by.
    """

    __slots__ = ("_wake", "address", "device", "game", "open", "revision", "sequence")

    def __init__(self, subscription: Subscription, address: str, sequence: int) -> None:
        self.game, self.device, self.revision = subscription
        self.address = address
        self.sequence = sequence
        self.open = True
        # For a single waiter a Future needs a tenth of an Event's memory.
        self._wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heartbeat()

    def publish(self, revision: int) -> None:
        """Send this revision."""
        self.revision = revision
        self.heartbeat()

    def heartbeat(self) -> None:
        """Send the current revision again, so that a page can tell a dead connection."""
        if not self._wake.done():
            self._wake.set_result(None)

    def close(self) -> None:
        """End the stream."""
        self.open = False
        self.heartbeat()

    async def wait(self) -> bool:
        """Wait until `revision` has to be sent; False when the stream has ended."""
        await self._wake
        self._wake = asyncio.get_running_loop().create_future()
        return self.open
