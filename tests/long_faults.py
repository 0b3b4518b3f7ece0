"""Faults that last, while eight phones score: `python -m tests.long_faults`, or names of some.

As the page does, a phone sends what was not answered, or with 503, again. It has to hold that
each acknowledged round is stored, once and in order, that all phones score again once the fault
is over, and that a stream has then told of all rounds. What the log says of it is printed. With
DATABASE_URL the database is PostgreSQL. `clock-ahead` and `clock-behind` want a C compiler,
`disk-full` wants root, to mount a small disk.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread

from tests.bench.watchers import children
from tests.e2e.test_crash import PHONES, assert_agrees, stored
from tests.server import PATIENCE, ROOT, Server, is_listening
from tests.site.test_faults import database_gone, writes_locked
from tests.upgrades.rolling import RoamingPhone, acknowledged

STEP = 3.0  # seconds for which phones score before and after
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
SMALL_DISK = 8_000_000  # bytes
DAY = 24 * 3600
# An entry from its level on, and what differs from one to the next like it.
ENTRY = re.compile(r"\[?\b(?:WARNING|ERROR|CRITICAL)\b.*")
VARYING = re.compile(r" \[[0-9a-f]+\]|\d+")
Environment = AbstractContextManager[dict[str, str]]
Strike = Callable[[Server], AbstractContextManager[None]]


class Watcher(Thread):
    """A stream of the table of a phone, opened anew where it ends, as the page does."""

    def __init__(self, phone: RoamingPhone) -> None:
        super().__init__(daemon=True)
        self.phone, self.version = phone, 0

    def run(self) -> None:
        while True:
            with suppress(OSError, HTTPException):
                self.listen()
            time.sleep(0.1)

    def listen(self) -> None:
        url = f"{self.phone.url}/live/t/{self.phone.game}/"
        with self.phone.opener.open(url, timeout=PATIENCE) as events:
            for line in events:
                if line.startswith(b"data: "):
                    self.version = int(line.removeprefix(b"data: "))


@contextmanager
def nothing_special() -> Iterator[dict[str, str]]:
    yield {}


@contextmanager
def wrong_clock() -> Iterator[dict[str, str]]:
    """A time of day that can be moved while the server runs, as NTP does."""
    with tempfile.TemporaryDirectory(prefix="tichu-clock-") as name:
        clock, library = Path(name, "offset"), Path(name, "wrong_clock.so")
        source = ROOT / "tests" / "wrong_clock.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        set_clock(clock, 0)
        yield {"LD_PRELOAD": str(library), "CLOCK_OFFSET": str(clock)}


def clock_moved(seconds: int) -> Strike:
    @contextmanager
    def moved(server: Server) -> Iterator[None]:
        clock = Path(server.env["CLOCK_OFFSET"])
        set_clock(clock, seconds)
        yield
        set_clock(clock, 0)

    return moved


def set_clock(clock: Path, offset: int) -> None:
    """Whoever reads the file finds one offset or the other, never half of one."""
    new = clock.with_suffix(".new")
    new.write_text(str(offset))
    new.replace(clock)


@contextmanager
def small_disk() -> Iterator[dict[str, str]]:
    """A disk of its own for the data, of a few megabytes."""
    with tempfile.TemporaryDirectory(prefix="tichu-disk-") as folder:
        options = ["-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs"]
        subprocess.run(["mount", *options, folder], check=True)
        try:
            yield {"DATA_DIR": f"{folder}/data", "DATABASE_URL": ""}
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def disk_full(server: Server) -> Iterator[None]:
    filler = Path(server.env["DATA_DIR"], "filler")
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    yield
    filler.unlink()


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """As where a machine sleeps, or a container is paused."""
    pids = [server.process.pid, *children(server.process.pid)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    yield
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


@contextmanager
def parent_killed(server: Server) -> Iterator[None]:
    """The system starts the server again, as systemd does."""
    server.process.kill()
    server.process.wait()
    server.wait(lambda: not is_listening(server.port), "given its port back")
    server.start()
    yield


@contextmanager
def worker_killed(server: Server) -> Iterator[None]:
    os.kill(next(iter(children(server.process.pid))), signal.SIGKILL)
    yield


@dataclass(frozen=True)
class Fault:
    """A fault, for how many seconds it lasts, and what a server needs for it."""

    strike: Strike
    seconds: float
    environment: Callable[[], Environment] = nothing_special


FAULTS = {
    "parent-killed": Fault(parent_killed, 0),
    "worker-killed": Fault(worker_killed, 0),
    "stopped": Fault(stopped, 20),
    "locked": Fault(writes_locked, 30),
    "clock-ahead": Fault(clock_moved(DAY), 10, wrong_clock),
    "clock-behind": Fault(clock_moved(-DAY), 10, wrong_clock),
    "disk-full": Fault(disk_full, 10, small_disk),
    **({"database-gone": Fault(database_gone, 20)} if POSTGRESQL else {}),
}


def suffer(name: str, fault: Fault) -> None:
    with fault.environment() as environ, Server(**environ) as server:
        phones = [RoamingPhone([server.url], number) for number in range(1, PHONES + 1)]
        watcher, until, before = Watcher(phones[0]), Event(), len(server.log())
        watcher.start()
        with ThreadPoolExecutor(PHONES) as pool:
            running = [pool.submit(phone.score, until) for phone in phones]
            try:
                until.wait(STEP)
                with fault.strike(server):
                    until.wait(fault.seconds)
                healed = until_all_score(server, phones)
                until.wait(STEP)
            finally:
                until.set()
            for each in running:
                each.result()
        games = stored(server)
        for phone in phones:
            assert_agrees(games[phone.game], phone, phone.acknowledged)
        rounds = len(phones[0].acknowledged)
        server.wait(lambda: watcher.version == rounds, "told of the last round")
        print(f"\n{name}, for {fault.seconds:g} s")
        print("\n".join(lines(phones, healed, server.log()[before:])))


def until_all_score(server: Server, phones: list[RoamingPhone]) -> float:
    """Return the seconds until each phone has scored once more."""
    started, had = time.monotonic(), [len(phone.acknowledged) for phone in phones]
    server.wait(
        lambda: all(
            len(phone.acknowledged) > rounds for phone, rounds in zip(phones, had, strict=True)
        ),
        "recorded rounds again",
    )
    return time.monotonic() - started


def lines(phones: list[RoamingPhone], healed: float, log: str) -> Iterable[str]:
    again = sum((phone.retries for phone in phones), Counter[str]())
    yield f"{acknowledged(phones):6,} rounds acknowledged, and all stored once and in order"
    yield f"{max(phone.slowest for phone in phones):6.1f} s was the longest that a tap took"
    yield f"{healed:6.1f} s after the end all phones had scored once more"
    yield f"       sent again: {dict(again)}"
    entries = Counter(VARYING.sub("", entry) for entry in ENTRY.findall(log))
    for entry, times in entries.most_common():
        yield f"{times:6,} x {entry[:150]}"


def main(names: list[str]) -> None:
    for name in names or FAULTS:
        suffer(name, FAULTS[name])


if __name__ == "__main__":
    main(sys.argv[1:])
