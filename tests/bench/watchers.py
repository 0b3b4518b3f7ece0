"""A thousand phones watch a hundred tables: how long news take, and what they cost."""

import asyncio
import gzip
import itertools
import os
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

from tests.bench.client import Connection, whole_answer
from tests.bench.phones import Phone

RATE = 30  # rounds a second, in all
ASK_EVERY = 2.0
SECONDS = 10.0
IDLE = 5.0
SETTLE = 1.0  # until what was recorded last has arrived
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Sheet:
    """One table: its game, when which version was committed, by the clock of this side, and for
    how many seconds who records waited for each answer."""

    game: str
    phones: list[str]
    rounds: list[bytes]
    committed: dict[int, float] = field(default_factory=dict)
    waited: list[float] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class Heard:
    """When a watcher was told which version."""

    sheet: Sheet
    at: dict[int, float] = field(default_factory=dict)
    cut: bool = False


class Stream(asyncio.Protocol):
    """One open stream. `ready` is done with its first event."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self.request, self.heard = request, heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        for version in re.findall(rb"data: (\d+)", data):
            self.heard.at.setdefault(int(version), now)
            if not self.ready.done():
                self.ready.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.heard.cut = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("The stream was refused."))


class Line(Connection):
    """A keep-alive connection for one request after another, each when it is due."""

    def __init__(self) -> None:
        super().__init__([])
        self.answer: asyncio.Future[int] | None = None

    async def ask(self, request: bytes) -> int:
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


class Process:
    """The processes of a server, or of several, as the system sees them."""

    def __init__(self, *pids: int) -> None:
        self.pids = [each for pid in pids for each in (pid, *children(pid))]

    def cpu(self) -> float:
        return sum(self._cpu(pid) for pid in self.pids)

    def memory(self) -> float:
        """Bytes that no other process shares."""
        return sum(
            int(size) * 1024
            for pid in self.pids
            for size in re.findall(
                r"Private_\w+:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text()
            )
        )

    def sockets(self) -> int:
        return sum(
            os.readlink(file).startswith("socket:")
            for pid in self.pids
            for file in Path(f"/proc/{pid}/fd").iterdir()
        )

    def _cpu(self, pid: int) -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK


def children(pid: int) -> Iterable[int]:
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield int(child)
        yield from children(int(child))


def measure(url: str, pid: int, seeded: Any) -> dict[str, Any]:
    """Watch by stream, then by asking, on the tables that `seed` has written."""
    return asyncio.run(_measure(url, Process(pid), seeded))


async def _measure(url: str, process: Process, seeded: Any) -> dict[str, Any]:
    streams, asks = (sheets(url, seeded["token"], part) for part in seeded["halves"])
    bare = seeded["table"]
    look = Phone(url, bare["token"], bare["key"]).look(bare["key"], bare["version"])
    return {
        "stream": await by_stream(url, process, streams),
        "asking": await by_asking(url, process, asks),
        "bare 204, alone": await alone(url, look),
    }


def sheets(url: str, token: str, part: list[dict[str, Any]]) -> list[Sheet]:
    phone = Phone(url, token, part[0]["key"])
    return [Sheet(each["key"], each["tokens"], phone.score(each["key"])) for each in part]


async def by_stream(url: str, process: Process, watched: list[Sheet]) -> dict[str, Any]:
    opened = []
    for part in (watched[::2], watched[1::2]):
        # The second half tells: with the first comes what is needed once.
        before = process.memory()
        some = [await stream(url, sheet, token) for sheet in part for token in sheet.phones]
        await asyncio.gather(*(each.ready for each in some))
        memory = (process.memory() - before) / len(some)
        opened += some
    idle = await load(process, asyncio.sleep(IDLE))
    busy = await load(process, record(url, watched))
    await asyncio.sleep(SETTLE)
    heard, sockets = [each.heard for each in opened], process.sockets()
    for each in opened:
        each.transport.abort()
    return {
        **news(heard),
        **spread([each for sheet in watched for each in sheet.waited], "tap"),
        "kB": memory / 1000,
        "sockets": sockets,
        "cpu_idle": idle,
        "cpu_busy": busy,
    }


async def stream(url: str, sheet: Sheet, token: str) -> Stream:
    host = urlsplit(url).netloc
    request = (
        f"GET /live/t/{sheet.game}/ HTTP/1.1\r\nHost: {host}\r\n"
        f"Accept: text/event-stream\r\nCookie: device={token}\r\n\r\n"
    )
    opened: Stream = await connect(url, lambda: Stream(request.encode(), Heard(sheet)))
    return opened


async def by_asking(url: str, process: Process, watched: list[Sheet]) -> dict[str, Any]:
    seats = [(sheet, token) for sheet in watched for token in sheet.phones]
    times: dict[int, list[float]] = defaultdict(list)  # by status
    heard = [Heard(sheet) for sheet, _ in seats]

    async def watch(number: int, sheet: Sheet, token: str) -> None:
        line = await connect(url, Line)
        await asyncio.sleep(ASK_EVERY * number / len(seats))
        due, seen = time.perf_counter(), 0
        while True:
            sent = time.perf_counter()
            status = await line.ask(look(url, sheet.game, token, seen))
            now = time.perf_counter()
            times[status].append(now - sent)
            if status == 200:
                board = gzip.decompress(line.received.partition(b"\r\n\r\n")[2])
                seen = int(re.findall(rb'data-version="(\d+)"', board)[0])
                heard[number].at[seen] = now
            due += ASK_EVERY
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    tasks = [asyncio.create_task(watch(n, *seat)) for n, seat in enumerate(seats)]
    await asyncio.sleep(ASK_EVERY)
    idle = await load(process, asyncio.sleep(IDLE))
    busy = await load(process, record(url, watched))
    await asyncio.sleep(ASK_EVERY + SETTLE)
    for task in tasks:
        task.cancel()
    failed = sum(len(each) for status, each in times.items() if status not in {200, 204})
    failed += sum(task.done() and not task.cancelled() for task in tasks)
    return {
        **news(heard),
        **spread([*times[204], *times[200]], "answer"),
        **spread(times[204], "204"),
        **spread(times[200], "board"),
        "answers": len(times[204]) + len(times[200]),
        "errors": failed,
        "cpu_idle": idle,
        "cpu_busy": busy,
    }


def look(url: str, game: str, token: str, seen: int) -> bytes:
    host = urlsplit(url).netloc
    return (
        f"GET /t/{game}/board/?seen={seen} HTTP/1.1\r\nHost: {host}\r\nHX-Request: true\r\n"
        f"Accept-Encoding: gzip, deflate\r\nCookie: device={token}\r\n\r\n"
    ).encode()


async def record(url: str, watched: list[Sheet]) -> None:
    """Record rounds at the tables in turn, so many a second, for as long as is measured."""
    lines = [await connect(url, Line) for _ in watched]

    async def send(sheet: Sheet, line: Line, version: int) -> None:
        tapped = time.perf_counter()
        async with sheet.turn:
            status = await line.ask(sheet.rounds[version - 1])
            if status != 200:
                raise SystemExit(f"A round was answered {status}")
            sheet.committed[version] = time.perf_counter()
            sheet.waited.append(sheet.committed[version] - tapped)

    tables = list(zip(watched, lines, strict=True))
    due = ((*table, version) for version in itertools.count(1) for table in tables)
    start = time.perf_counter()
    sending = []
    for number, tap in zip(range(int(RATE * SECONDS)), due, strict=False):
        await asyncio.sleep(max(0.0, start + number / RATE - time.perf_counter()))
        sending.append(asyncio.create_task(send(*tap)))
    await asyncio.gather(*sending)
    for line in lines:
        line.transport.close()


async def alone(url: str, request: bytes) -> dict[str, Any]:
    """The same question by one phone, with nobody else there."""
    line = await connect(url, Line)
    times = []
    for _ in range(300):
        sent = time.perf_counter()
        await line.ask(request)
        times.append(time.perf_counter() - sent)
    line.transport.close()
    return spread(times, "answer")


def news(heard: list[Heard]) -> dict[str, Any]:
    """From the answer to who recorded (which is after the commit) to those who watch."""
    late, missing = [], 0
    for each in heard:
        last = max(each.sheet.committed, default=0)
        missing += last not in each.at and last > 0
        for version, committed in each.sheet.committed.items():
            # A version that was passed over was told by the next one.
            told = [at for number, at in each.at.items() if number >= version]
            if told:
                late.append(max(0.0, min(told) - committed))
    return {
        **spread(late, "delivery"),
        "watchers": len(heard),
        "events": len(late),
        "lost_for_good": missing,
        "streams_cut": sum(each.cut for each in heard),
    }


def spread(times: list[float], what: str) -> dict[str, float]:
    cuts = quantiles((each * 1000 for each in times), n=100)
    return {f"{what}_median_ms": cuts[49], f"{what}_p95_ms": cuts[94]}


async def load(process: Process, work: Awaitable[Any]) -> float:
    """How much of a core the server takes meanwhile."""
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
