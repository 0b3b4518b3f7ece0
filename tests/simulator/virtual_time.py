"""Virtual time and seeded randomness, which make an evening deterministic."""

import asyncio
import os
import random
import selectors
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

MAX_ITERATIONS = 20_000  # iterations of the loop in an evening; usually there are some 3,000
START = datetime(2030, 1, 1, 19, tzinfo=UTC)


class VirtualSelector(selectors.SelectSelector):
    """Advances `now` by the time that a real selector would wait."""

    now = 0.0
    iterations = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("Deadlock: every task waits, and no timer is left.")
        self.iterations += 1
        if self.iterations > MAX_ITERATIONS:
            raise RuntimeError("Livelock: the evening does not end.")
        self.now += max(timeout, 0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock advances only while no callback is ready. It starts at 0 s."""

    def __init__(self) -> None:
        self._clock = VirtualSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


@contextmanager
def seeded(loop: VirtualLoop, seed: int) -> Iterator[random.Random]:
    """Use the clock of the loop as the clock of the server, and derive UUIDs, tokens and
    secrets from the seed. Yields the generator of all other random numbers."""
    world, system = random.Random(f"{seed} world"), random.Random(f"{seed} system")
    before = timezone.now, os.urandom, random._urandom  # type: ignore[attr-defined]
    timezone.now = lambda: START + timedelta(seconds=loop.time())
    os.urandom = random._urandom = system.randbytes  # type: ignore[attr-defined]
    # Django's views run in the thread of the loop, which is the only one.
    unsafe = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    try:
        yield world
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        if unsafe:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = unsafe
        timezone.now, os.urandom, random._urandom = before  # type: ignore[attr-defined]
