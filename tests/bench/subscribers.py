"""Measures a thousand phones that subscribe to a hundred tables: the time until each has
received a round, and the load of the server."""

import asyncio
import gzip
import itertools
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

from tests.bench.client import Connection, whole_answer
from tests.bench.phones import Phone
from tests.server_processes import ServerProcesses

RATE = 30  # rounds a second, over all tables
POLL_INTERVAL = 2.0  # seconds
SECONDS = 10.0  # seconds for which rounds are recorded
IDLE = 5.0  # seconds without a round
SETTLE = 1.0  # seconds until the last rounds have arrived


@dataclass
class SubscribedTable:
    """A game, the device tokens of its subscribers, and the requests that record its rounds.

    `committed` has the time at which each version was committed, by the clock of this process.
    `response_times` has the seconds until each of these requests was answered.
    """

    game: str
    phones: list[str]
    rounds: list[bytes]
    committed: dict[int, float] = field(default_factory=dict)
    response_times: list[float] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class ReceivedVersions:
    """The time at which a subscriber received each version, by the clock of this process.

    `cut` says that its stream has ended.
    """

    table: SubscribedTable
    at: dict[int, float] = field(default_factory=dict)
    cut: bool = False


class Stream(asyncio.Protocol):
    """One open stream. `ready` is done after its first event."""

    def __init__(self, request: bytes, received: ReceivedVersions) -> None:
        self.request, self.received = request, received
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        for version in re.findall(rb"data: (\d+)", data):
            self.received.at.setdefault(int(version), now)
            if not self.ready.done():
                self.ready.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.received.cut = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("The stream was refused."))


class RequestConnection(Connection):
    """A keep-alive connection for requests that are sent one after the other at given times."""

    def __init__(self) -> None:
        super().__init__([])
        self.answer: asyncio.Future[int] | None = None

    async def send(self, request: bytes) -> int:
        self.answer = asyncio.get_running_loop().create_future()
        self.received = b""
        self.transport.write(request)
        return await self.answer

    def data_received(self, data: bytes) -> None:
        self.received += data
        status = whole_answer(self.received)
        if status is not None and self.answer and not self.answer.done():
            self.answer.set_result(status)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.answer and not self.answer.done():
            self.answer.set_exception(exc or ConnectionError("The server hung up."))


def measure(url: str, pid: int, seeded: Any) -> dict[str, Any]:
    """Measure streams and then polling, on the tables that `seed` has written."""
    return asyncio.run(_measure(url, ServerProcesses(pid), seeded))


async def _measure(url: str, process: ServerProcesses, seeded: Any) -> dict[str, Any]:
    streams, polls = (
        subscribed_tables(url, seeded["token"], part) for part in seeded["halves"]
    )
    bare = seeded["table"]
    request = Phone(url, bare["token"], bare["key"]).poll(bare["key"], bare["version"])
    return {
        "stream": await measure_streams(url, process, streams),
        "polling": await measure_polling(url, process, polls),
        "bare 204, alone": await measure_one_phone(url, request),
    }


def subscribed_tables(
    url: str, token: str, part: list[dict[str, Any]]
) -> list[SubscribedTable]:
    phone = Phone(url, token, part[0]["key"])
    return [
        SubscribedTable(each["key"], each["tokens"], phone.score(each["key"])) for each in part
    ]


async def measure_streams(
    url: str, process: ServerProcesses, tables: list[SubscribedTable]
) -> dict[str, Any]:
    opened = []
    for part in (tables[::2], tables[1::2]):
        # The second half counts, because the first one includes memory that is allocated only
        # once.
        before = process.memory()
        some = [await stream(url, table, token) for table in part for token in table.phones]
        await asyncio.gather(*(each.ready for each in some))
        memory = (process.memory() - before) / len(some)
        opened += some
    idle = await cpu_share(process, asyncio.sleep(IDLE))
    busy = await cpu_share(process, record(url, tables))
    await asyncio.sleep(SETTLE)
    received, sockets = [each.received for each in opened], process.sockets()
    for each in opened:
        each.transport.abort()
    return {
        **delivery_figures(received),
        **quantile_figures([each for table in tables for each in table.response_times], "tap"),
        "kB": memory / 1000,
        "sockets": sockets,
        "cpu_idle": idle,
        "cpu_busy": busy,
    }


async def stream(url: str, table: SubscribedTable, token: str) -> Stream:
    host = urlsplit(url).netloc
    request = (
        f"GET /live/t/{table.game}/ HTTP/1.1\r\nHost: {host}\r\n"
        f"Accept: text/event-stream\r\nCookie: device={token}\r\n\r\n"
    )
    opened: Stream = await connect(
        url, lambda: Stream(request.encode(), ReceivedVersions(table))
    )
    return opened


async def measure_polling(
    url: str, process: ServerProcesses, tables: list[SubscribedTable]
) -> dict[str, Any]:
    phones = [(table, token) for table in tables for token in table.phones]
    times: dict[int, list[float]] = defaultdict(list)  # by status
    received = [ReceivedVersions(table) for table, _ in phones]

    async def poll(number: int, table: SubscribedTable, token: str) -> None:
        connection = await connect(url, RequestConnection)
        await asyncio.sleep(POLL_INTERVAL * number / len(phones))
        due, seen = time.perf_counter(), 0
        while True:
            sent = time.perf_counter()
            status = await connection.send(board_request(url, table.game, token, seen))
            now = time.perf_counter()
            times[status].append(now - sent)
            if status == 200:
                board = gzip.decompress(connection.received.partition(b"\r\n\r\n")[2])
                seen = int(re.findall(rb'data-version="(\d+)"', board)[0])
                received[number].at[seen] = now
            due += POLL_INTERVAL
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    tasks = [asyncio.create_task(poll(n, *phone)) for n, phone in enumerate(phones)]
    await asyncio.sleep(POLL_INTERVAL)
    idle = await cpu_share(process, asyncio.sleep(IDLE))
    busy = await cpu_share(process, record(url, tables))
    await asyncio.sleep(POLL_INTERVAL + SETTLE)
    for task in tasks:
        task.cancel()
    failed = sum(len(each) for status, each in times.items() if status not in {200, 204})
    failed += sum(task.done() and not task.cancelled() for task in tasks)
    return {
        **delivery_figures(received),
        **quantile_figures([*times[204], *times[200]], "answer"),
        **quantile_figures(times[204], "204"),
        **quantile_figures(times[200], "board"),
        "answers": len(times[204]) + len(times[200]),
        "errors": failed,
        "cpu_idle": idle,
        "cpu_busy": busy,
    }


def board_request(url: str, game: str, token: str, seen: int) -> bytes:
    host = urlsplit(url).netloc
    return (
        f"GET /t/{game}/board/?seen={seen} HTTP/1.1\r\nHost: {host}\r\nHX-Request: true\r\n"
        f"Accept-Encoding: gzip, deflate\r\nCookie: device={token}\r\n\r\n"
    ).encode()


async def record(url: str, tables: list[SubscribedTable]) -> None:
    """Record rounds at the tables in turn, RATE a second, for SECONDS."""
    connections = [await connect(url, RequestConnection) for _ in tables]

    async def send(table: SubscribedTable, connection: RequestConnection, version: int) -> None:
        tapped = time.perf_counter()
        async with table.lock:
            status = await connection.send(table.rounds[version - 1])
            if status != 200:
                raise SystemExit(f"A round was answered {status}")
            table.committed[version] = time.perf_counter()
            table.response_times.append(table.committed[version] - tapped)

    pairs = list(zip(tables, connections, strict=True))
    due = ((*pair, version) for version in itertools.count(1) for pair in pairs)
    start = time.perf_counter()
    sending = []
    for number, tap in zip(range(int(RATE * SECONDS)), due, strict=False):
        await asyncio.sleep(max(0.0, start + number / RATE - time.perf_counter()))
        sending.append(asyncio.create_task(send(*tap)))
    await asyncio.gather(*sending)
    for connection in connections:
        connection.transport.close()


async def measure_one_phone(url: str, request: bytes) -> dict[str, Any]:
    """Return the time of the answer to a poll while there is no other phone."""
    connection = await connect(url, RequestConnection)
    times = []
    for _ in range(300):
        sent = time.perf_counter()
        await connection.send(request)
        times.append(time.perf_counter() - sent)
    connection.transport.close()
    return quantile_figures(times, "answer")


def delivery_figures(received: list[ReceivedVersions]) -> dict[str, Any]:
    """Return the time from the answer to the phone that recorded, which is sent after the
    commit, until each subscriber has received the version."""
    late, missing = [], 0
    for each in received:
        last = max(each.table.committed, default=0)
        missing += last not in each.at and last > 0
        for version, committed in each.table.committed.items():
            # A subscriber may miss a version if it receives a later one instead.
            times = [at for number, at in each.at.items() if number >= version]
            if times:
                late.append(max(0.0, min(times) - committed))
    return {
        **quantile_figures(late, "delivery"),
        "subscribers": len(received),
        "events": len(late),
        "lost_for_good": missing,
        "streams_cut": sum(each.cut for each in received),
    }


def quantile_figures(times: list[float], what: str) -> dict[str, float]:
    cuts = quantiles((each * 1000 for each in times), n=100)
    return {f"{what}_median_ms": cuts[49], f"{what}_p95_ms": cuts[94]}


async def cpu_share(process: ServerProcesses, work: Awaitable[Any]) -> float:
    """Return how many cores the server uses on average while `work` runs."""
    cpu, started = process.cpu(), time.perf_counter()
    await work
    return (process.cpu() - cpu) / (time.perf_counter() - started)


async def connect(url: str, make: Callable[[], Any]) -> Any:
    host, _, port = urlsplit(url).netloc.partition(":")
    _, protocol = await asyncio.get_running_loop().create_connection(make, host, int(port))
    return protocol


def lines(figures: dict[str, Any]) -> Iterable[str]:
    for way, each in figures.items():
        told = ", ".join(
            f"{name.replace('_', ' ')} {value:,.3g}"
            if isinstance(value, float)
            else f"{name.replace('_', ' ')} {value:,}"
            for name, value in each.items()
        )
        yield f"{way}: {told}"
