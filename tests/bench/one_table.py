"""Measures how long a tap takes when fifty phones record at one table and subscribe to it.

22 taps a second are due, from the phones in turn, whether or not the last tap was answered. A
tap is a conflict if the phone does not show the latest round yet.
"""

import asyncio
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode

from tests.bench.phones import Phone
from tests.bench.subscribers import (
    ReceivedVersions,
    RequestConnection,
    Stream,
    SubscribedTable,
    board_request,
    connect,
    cpu_share,
)
from tests.server_processes import ServerProcesses

PHONES = 50
RATE = 22.0  # taps a second, over all phones
# seconds at one table; in a longer time a game would have more rounds than any game has
SECONDS = 4.0
TABLES = 8  # tables, one after the other


class Scorer:
    """A phone that subscribes to the table and records rounds."""

    def __init__(self, url: str, token: str, game: str) -> None:
        self.url, self.token, self.game = url, token, game
        self.phone = Phone(url, token, game)
        self.known = 0  # rounds on its page

    async def open(self) -> None:
        self.taps, self.boards = [await connect(self.url, RequestConnection) for _ in range(2)]
        request = (
            f"GET /live/t/{self.game}/ HTTP/1.1\r\nHost: {self.url.removeprefix('http://')}\r\n"
            f"Accept: text/event-stream\r\nCookie: device={self.token}\r\n\r\n"
        )
        received = ReceivedVersions(SubscribedTable(self.game, [], []))
        self.stream: Stream = await connect(
            self.url, lambda: Stream(request.encode(), received)
        )
        await self.stream.ready

    def close(self) -> None:
        for each in (self.taps, self.boards, self.stream):
            each.transport.abort()

    async def follow(self) -> None:
        """Fetch the board whenever the stream sends a newer version than that of the page."""
        while True:
            newest = max(self.stream.received.at, default=0)
            if newest > self.known:
                request = board_request(self.url, self.game, self.token, self.known)
                if await self.boards.send(request) == 200:
                    self.known = max(self.known, newest)
            await asyncio.sleep(0.02)

    async def tap(self) -> tuple[int, float]:
        """Record a round after the last one on the page. Returns the status and the seconds."""
        data = {
            "csrfmiddlewaretoken": self.phone.form_token,
            "key": uuid.uuid4(),
            "after": self.known,
            "first": "A1",
            "card_points": 50,
        }
        request = self.phone.post(f"/t/{self.game}/rounds/", urlencode(data))
        after, sent = self.known, time.perf_counter()
        status = await self.taps.send(request)
        if status == 200:
            self.known = max(self.known, after + 1)
        return status, time.perf_counter() - sent


def measure(url: str, pid: int, seeded: Any) -> dict[str, Any]:
    return asyncio.run(_measure(url, ServerProcesses(pid), seeded))


async def _measure(url: str, process: ServerProcesses, seeded: Any) -> dict[str, Any]:
    times: dict[int, list[float]] = defaultdict(list)
    cpu = [await play(url, process, table, times) for table in seeded["halves"][0]]
    every = {"all": [took for each in times.values() for took in each]}
    named = every | {"recorded": times[200], "conflict": times[409]}
    return {
        "statuses": {status: len(each) for status, each in times.items()},
        "cpu": sum(cpu) / len(cpu),
        **{f"{name}_ms": quantiles_in_ms(each) for name, each in named.items()},
    }


async def play(
    url: str, process: ServerProcesses, table: dict[str, Any], times: dict[int, list[float]]
) -> float:
    """Score at one table, and add the times to `times` by status. Returns how many cores were
    used."""
    phones = [Scorer(url, token, table["key"]) for token in table["tokens"]]
    for phone in phones:
        await phone.open()
    following = [asyncio.create_task(phone.follow()) for phone in phones]

    async def tap(phone: Scorer, before: list[asyncio.Task[None]]) -> None:
        # A person taps again only after the last tap was answered.
        await asyncio.gather(*before)
        status, took = await phone.tap()
        times[status].append(took)

    async def score() -> None:
        last: dict[Scorer, asyncio.Task[None]] = {}
        start = time.perf_counter()
        for number, phone in zip(range(int(RATE * SECONDS)), cycle(phones), strict=False):
            await asyncio.sleep(max(0.0, start + number / RATE - time.perf_counter()))
            before = [last[phone]] if phone in last else []
            last[phone] = asyncio.create_task(tap(phone, before))
        await asyncio.gather(*last.values())

    cpu = await cpu_share(process, score())
    for each in following:
        each.cancel()
    for phone in phones:
        phone.close()
    return cpu


def quantiles_in_ms(times: list[float]) -> dict[str, float]:
    """Return the median and two percentiles of these times in milliseconds. The times are in
    seconds."""
    cuts = quantiles((1000 * each for each in times), n=100)
    return {"median": cuts[49], "p95": cuts[94], "p99": cuts[98]}


def lines(figures: dict[str, Any]) -> Iterator[str]:
    for name in ("all", "recorded", "conflict"):
        each = figures[f"{name}_ms"]
        yield "{:10} median {median:5.0f} ms, p95 {p95:5.0f} ms, p99 {p99:5.0f} ms".format(
            name, **each
        )
    yield f"answers {figures['statuses']}, {figures['cpu']:.2f} cores"
