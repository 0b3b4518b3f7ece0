"""An open event stream of the hub."""

import asyncio

from scoring.live.queries import Subscription


class Subscriber:
    """An open stream of one game. If several revisions are published before one is sent, only
    the latest is sent.

    `revision` is the last published revision. `sequence` is the number of the subscriber in its
    hub, by which heartbeats are spread over time. `address` is the address of the client.
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
