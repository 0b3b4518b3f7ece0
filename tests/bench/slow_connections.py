"""Thousands of connections that never finish what they send: measures how long a tap takes
meanwhile.

All traffic remains on this machine. Each connection comes from an address of its loopback
network, and other servers are refused. A connection that the server closes is opened again a
little later, as an attacker would do.
"""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tests.bench.phones import Phone
from tests.bench.subscribers import RequestConnection, connect
from tests.server_processes import ServerProcesses

MOST = 7_000  # connections at the same time
MOST_SECONDS = 60.0
ADDRESSES = 100  # source addresses of the connections
AGAIN = 5.0  # seconds until a closed connection is opened again
TAP_EVERY = 0.25  # seconds
PATIENCE = 30.0  # seconds after which a tap counts as lost
AT_ONCE = 100  # connections that are being opened at the same time
HALF_A_BODY = bytes(500_000)

POST = (
    "POST /unsent/ HTTP/1.1\r\nHost: {host}\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n"
)
# What each kind sends before it stops sending.
KINDS: dict[str, Callable[[str], bytes]] = {
    "no body": lambda host: f"{POST.format(host=host)}Content-Length: 1000\r\n\r\n".encode(),
    "half a body": lambda host: (
        f"{POST.format(host=host)}Content-Length: 1000000\r\n\r\n".encode() + HALF_A_BODY
    ),
    "no chunk": lambda host: (
        f"{POST.format(host=host)}Transfer-Encoding: chunked\r\n\r\n".encode()
    ),
    "half a header": lambda host: POST.format(host=host).encode(),
    "nothing": lambda _: b"",
}


@dataclass
class Crowd:
    """The slow connections and their outcomes."""

    host: str
    port: int
    sends: bytes
    open: set[asyncio.Transport] = field(default_factory=set)
    answered: Counter[bytes] = field(default_factory=Counter)
    opened: int = 0


class Slow(asyncio.Protocol):
    """A connection that sends its bytes and then waits until the server closes it."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.received = crowd, b""
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.crowd.open.add(transport)
        self.crowd.opened += 1
        transport.write(self.crowd.sends)

    def data_received(self, data: bytes) -> None:
        if not self.received:
            self.crowd.answered[data[9:12]] += 1
        self.received = data

    def connection_lost(self, _: Exception | None) -> None:
        self.crowd.open.discard(self.transport)
        if not self.closed.done():
            self.closed.set_result(None)


@dataclass(frozen=True, slots=True)
class Attack:
    """A number of slow connections of one kind, and for how many seconds they are open."""

    kind: str
    connections: int = MOST
    seconds: float = MOST_SECONDS

    def __post_init__(self) -> None:
        if self.connections > MOST or self.seconds > MOST_SECONDS:
            raise ValueError(f"At most {MOST:,} connections for {MOST_SECONDS:.0f} s.")


def measure(url: str, pid: int, seeded: Any, attack: Attack) -> dict[str, Any]:
    """Keep the slow connections open, and record rounds meanwhile."""
    if urlsplit(url).hostname != "127.0.0.1":
        raise ValueError("Slow connections are for a server on this machine.")
    (games,) = seeded["games"]
    phone = Phone(url, seeded["token"], games[0])
    # Games take turns, so that no tap has to wait for the one before it.
    taps = [tap for each in zip(*map(phone.score, games), strict=True) for tap in each]
    return asyncio.run(_measure(url, ServerProcesses(pid), taps, attack))


async def _measure(
    url: str, process: ServerProcesses, taps: list[bytes], attack: Attack
) -> dict[str, Any]:
    host, port = urlsplit(url).hostname or "", urlsplit(url).port or 0
    crowd = Crowd(host, port, KINDS[attack.kind](host))
    before, cpu, started = process.memory(), process.cpu(), time.perf_counter()
    opening = asyncio.Semaphore(AT_ONCE)
    slow = [asyncio.create_task(_hold(crowd, n, opening)) for n in range(attack.connections)]
    times: list[float] = []
    memory, most_open, tapping = before, 0, []
    for tap in itertools.islice(taps, int(attack.seconds / TAP_EVERY)):
        tapping.append(asyncio.create_task(_tap(url, tap, times)))
        await asyncio.sleep(TAP_EVERY)
        memory, most_open = max(memory, process.memory()), max(most_open, len(crowd.open))
        if time.perf_counter() - started > attack.seconds:
            break
    busy = (process.cpu() - cpu) / (time.perf_counter() - started)
    await asyncio.gather(*tapping)
    for each in slow:
        each.cancel()
    for transport in list(crowd.open):
        transport.abort()
    await asyncio.gather(*slow, return_exceptions=True)
    return {
        "taps": len(tapping),
        "lost": len(tapping) - len(times),
        "median_ms": sorted(times)[len(times) // 2] * 1000 if times else None,
        "worst_ms": max(times) * 1000 if times else None,
        "connections": most_open,
        "opened": crowd.opened,
        "answered": {each.decode("latin-1"): n for each, n in sorted(crowd.answered.items())},
        "MB": (memory - before) / 1e6,
        "cpu": busy,
    }


async def _hold(crowd: Crowd, number: int, opening: asyncio.Semaphore) -> None:
    """Keep one slow connection open until the task is cancelled."""
    loop = asyncio.get_running_loop()
    here = (f"127.0.1.{number % ADDRESSES + 1}", 0)
    while True:
        with suppress(OSError):
            # `asyncio.wait_for` of Python 3.11 may lose the cancellation that ends this task.
            async with opening, asyncio.timeout(PATIENCE):
                _, connection = await loop.create_connection(
                    lambda: Slow(crowd), crowd.host, crowd.port, local_addr=here
                )
            await connection.closed
        await asyncio.sleep(AGAIN)


async def _tap(url: str, tap: bytes, times: list[float]) -> None:
    """Record a round over a new connection, as a phone does that has just been woken."""
    started = time.perf_counter()
    with suppress(OSError):
        async with asyncio.timeout(PATIENCE):
            connection = await connect(url, RequestConnection)
            status = await connection.send(tap)
        connection.transport.close()
        if status == 200:
            times.append(time.perf_counter() - started)


def lines(figures: dict[str, dict[str, Any]]) -> Iterator[str]:
    for kind, each in figures.items():
        worst = "never" if each["worst_ms"] is None else f"{each['worst_ms']:,.0f} ms at worst"
        yield (
            f"{kind:14} {each['connections']:6,} open, answered {each['answered']}: "
            f"{each['taps']} taps, {each['lost']} lost, {worst}, "
            f"{each['MB']:,.0f} MB, {each['cpu']:.0%} of a core"
        )
