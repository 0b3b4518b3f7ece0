"""Let requests begin one after the other, so that their threads do not compete for Python's
interpreter lock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LONGEST_TURN = 0.02  # in seconds


class RequestTurns:
    """Gives requests their turns, in the order in which they ask.

    A turn ends when the request is done, and after `longest` seconds at the latest: then the
    next request begins beside it, so a slow one holds nobody up. One thread of Python runs at a
    time, and SQLite releases the interpreter lock at every statement. Requests that run at the
    same time pass it to and fro, which costs up to half as much processor time again, and
    answers them all later.
    """

    def __init__(self, longest: float = LONGEST_TURN) -> None:
        self.longest = longest
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Wait for a turn, and have it within the block."""
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
