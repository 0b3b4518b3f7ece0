"""Let requests begin one after the other, so that their threads do not compete for Python's
interpreter lock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LONGEST_TURN = 0.02  # seconds


class RequestTurns:
    """Gives requests their turns, in the order in which they request them.

    A turn ends when the request is done, and after `longest` seconds at the latest. Then the
    next request begins at the same time, so that a slow request does not delay the others. Only
    one thread of Python runs at a time, and SQLite releases the interpreter lock at every
    statement. Requests that run at the same time would pass the lock to each other again and
    again, which needs up to half as much processor time in addition and delays all of them.
    """

    def __init__(self, longest: float = LONGEST_TURN) -> None:
        self.longest = longest
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Wait for a turn, and hold it during the block."""
        await self._lock.acquire()
        has_ended = False

        def end() -> None:
            nonlocal has_ended
            if not has_ended:
                has_ended = True
                self._lock.release()

        timer = asyncio.get_running_loop().call_later(self.longest, end)
        try:
            yield
        finally:
            timer.cancel()
            end()
