"""Keep-alive connections, each of which sends its next request after it has received an answer.

Only the status and the length of an answer are read, so that the time is that of the server.
The processor time of the client is measured as well.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

NO_BODY = {204, 304}


@dataclass(frozen=True, slots=True)
class Run:
    """The result of one run: the number of answers with each status, and times in seconds."""

    duration: float
    client_cpu: float
    server_cpu: float
    statuses: Counter[int]
    times: list[float]

    @property
    def rate(self) -> float:
        return len(self.times) / self.duration


class Connection(asyncio.Protocol):
    transport: asyncio.Transport

    def __init__(self, requests: Iterable[bytes]) -> None:
        self.waiting = deque(requests)
        self.statuses: Counter[int] = Counter()
        self.times: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def send_next(self) -> None:
        if self.waiting:
            self.received, self.sent = b"", time.perf_counter()
            self.transport.write(self.waiting.popleft())
        else:
            self.done.set_result(None)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        self.received += data
        status = whole_answer(self.received)
        if status is not None:
            self.times.append(time.perf_counter() - self.sent)
            self.statuses[status] += 1
            self.send_next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("The server hung up."))


def whole_answer(received: bytes) -> int | None:
    """Return the status of the answer, or None if part of it has not arrived yet."""
    head, end, body = received.partition(b"\r\n\r\n")
    if not end:
        return None
    status = int(head[9:12])
    if status in NO_BODY:
        return status
    length = head.lower().partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
    return status if len(body) >= int(length) else None


def drive(url: str, work: list[list[bytes]], server_cpu: Callable[[], float] = float) -> Run:
    """Send each list of requests over a connection of its own, all at the same time.
    `server_cpu` returns how many seconds of processor time the server has taken so far."""
    return asyncio.run(_drive(url, work, server_cpu))


async def _drive(url: str, work: list[list[bytes]], server_cpu: Callable[[], float]) -> Run:
    connections = [await _connect(url, requests) for requests in work]
    started, cpu, cpu_there = time.perf_counter(), time.process_time(), server_cpu()
    for each in connections:
        each.send_next()
    await asyncio.gather(*(each.done for each in connections))
    return Run(
        duration=time.perf_counter() - started,
        client_cpu=time.process_time() - cpu,
        server_cpu=server_cpu() - cpu_there,
        statuses=sum((each.statuses for each in connections), Counter()),
        times=[each for connection in connections for each in connection.times],
    )


async def _connect(url: str, requests: list[bytes]) -> Connection:
    host, _, port = urlsplit(url).netloc.partition(":")
    _, connection = await asyncio.get_running_loop().create_connection(
        lambda: Connection(requests), host, int(port)
    )
    return connection
