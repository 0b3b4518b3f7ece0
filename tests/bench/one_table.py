"""Measures how long a tap takes when fifty phones record at one table and subscribe to it.

A tap is due 22 times a second, from the phones in turn, whether or not the tap before has been
answered. It is a conflict if the phone does not show the latest round yet."""

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
RATE = 22.0  # taps a second, in all
SECONDS = 4.0  # at one table; more would make a game of more rounds than any has
TABLES = 8  # one after the other


class Scorer:
    """A phone that subscribes to the table and records rounds there."""

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
        """Fetch the board whenever the stream tells a newer version than the page has."""
        while True:
            newest = max(self.stream.received.at, default=0)
            if newest > self.known:
                request = board_request(self.url, self.game, self.token, self.known)
                if await self.boards.send(request) == 200:
                    self.known = max(self.known, newest)
            await asyncio.sleep(0.02)

    async def tap(self) -> tuple[int, float]:
        """Record a round behind the last one on the page: the status and the seconds."""
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
    """Score at one table; add to the times by status, and return how many cores it took."""
    phones = [Scorer(url, token, table["key"]) for token in table["tokens"]]
    for phone in phones:
        await phone.open()
    following = [asyncio.create_task(phone.follow()) for phone in phones]

    async def tap(phone: Scorer, before: list[asyncio.Task[None]]) -> None:
        # A thumb taps again once its last tap is answered.
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
    """The median and two percentiles of these times, which are in seconds, in milliseconds."""
    cuts = quantiles((1000 * each for each in times), n=100)
    return {"median": cuts[49], "p95": cuts[94], "p99": cuts[98]}


def lines(figures: dict[str, Any]) -> Iterator[str]:
    for name in ("all", "recorded", "conflict"):
        each = figures[f"{name}_ms"]
        yield "{:10} median {median:5.0f} ms, p95 {p95:5.0f} ms, p99 {p99:5.0f} ms".format(
            name, **each
        )
    yield f"answers {figures['statuses']}, {figures['cpu']:.2f} cores"
