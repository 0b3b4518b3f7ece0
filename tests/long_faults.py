"""Faults that last for some time while eight phones score: `python -m tests.long_faults` for
all of them, or with the names of some.

A phone sends a request again if it was not answered or was answered with 503, as the page does.
These conditions must hold: Each acknowledged round is stored once and in order. All phones
score again after the end of the fault. A stream that was open then has reported all rounds. The
log reports each event once for each process that noticed it, and nothing else. Each refused
request is in the access log and is counted in the metrics. With DATABASE_URL the database is
PostgreSQL. `clock-ahead` and `clock-behind` need a C compiler. `disk-full` needs root, to mount
a small disk.
"""

import itertools
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
from urllib.request import urlopen

from tests.scripted_phones import PHONES, Tap, assert_agrees, stored
from tests.server import PATIENCE, ROOT, Server, is_listening
from tests.server_processes import child_pids
from tests.site.database_faults import database_gone, writes_locked
from tests.upgrades.rolling import RoamingPhone, acknowledged
from tichu_score.outages import QUIET, Kind

STEP = 3.0  # seconds for which phones score before and after
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
SMALL_DISK = 8_000_000  # bytes
DAY = 24 * 3600
# The message of a log entry, and the number of a request that was answered with 503.
START = r"^\d{4}-\d\d-\d\d [\d:,]+ [A-Z]+ "
ENTRY = re.compile(
    START + r"(?!scoring\.security_log|tichu_score\.access)\S+ \[\S+\]: (.*)", re.MULTILINE
)
REFUSED = re.compile(
    START + r"tichu_score\.access \[([0-9a-f]{12})\]: .* 503 \d+ ms$", re.MULTILINE
)
Environment = AbstractContextManager[dict[str, str]]
Strike = Callable[[Server], AbstractContextManager[None]]


class Subscriber(Thread):
    """Reads the stream of the table of a phone, and opens it again after it has ended, as the
    page does."""

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
    """Let the server use a clock that can be changed while it runs, as NTP changes it."""
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
    """Set the offset of the clock. The file is replaced as a whole, so that no reader finds
    part of a value."""
    new = clock.with_suffix(".new")
    new.write_text(str(offset))
    new.replace(clock)


@contextmanager
def small_disk() -> Iterator[dict[str, str]]:
    """Provide a separate disk of a few megabytes for the data."""
    with tempfile.TemporaryDirectory(prefix="tichu-disk-") as folder:
        options = ["-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs"]
        subprocess.run(["mount", *options, folder], check=True)
        try:
            # The small disk never has room for a backup, which the log would report as well.
            yield {"DATA_DIR": f"{folder}/data", "DATABASE_URL": "", "BACKUPS": "0"}
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
    """Stop the processes for a while, as when a machine sleeps or a container is paused."""
    pids = [server.process.pid, *child_pids(server.process.pid)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    yield
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


@contextmanager
def parent_killed(server: Server) -> Iterator[None]:
    """Kill the parent process and start the server again, as systemd does."""
    server.process.kill()
    server.process.wait()
    server.wait(lambda: not is_listening(server.port), "given its port back")
    server.start()
    yield


@contextmanager
def worker_killed(server: Server) -> Iterator[None]:
    os.kill(next(iter(child_pids(server.process.pid))), signal.SIGKILL)
    yield


def outage(kind: Kind) -> tuple[str, str]:
    """Return patterns of the entries of the log at the beginning and the end of an outage."""
    begins, ends = kind.value
    return (
        rf"{begins} \(.+\)\. Process \d+ answers 503 until that is over\.",
        rf"{ends}\. Requests that process \d+ has refused: \d+ within \d+ s\.",
    )


# Log entries of other faults, in the order of events.
PARENT = (
    r"The parent process was killed: process \d+ ends too\.",
    r"The server that was started at .+ did not stop: .+",
)
WORKER = (r"Unexpected exit from worker-\d+",)
STOPPED = (r"The server did not run for (19|2\d) s: .+",)
FORWARD = r"The time of day was set forward by 86,(399|400|401) s\."
BACK = r"The time of day was set back by 86,(399|400|401) s\."


@dataclass(frozen=True)
class Fault:
    """A fault, its duration, the log entries that it causes, and the environment that a server
    needs for it."""

    strike: Strike
    seconds: float
    entries: tuple[str, ...]
    environment: Callable[[], Environment] = nothing_special


FAULTS = {
    "parent-killed": Fault(parent_killed, 0, PARENT),
    "worker-killed": Fault(worker_killed, 0, WORKER),
    "stopped": Fault(stopped, 20, STOPPED),
    "locked": Fault(writes_locked, 30, outage(Kind.LOCKED)),
    "clock-ahead": Fault(clock_moved(DAY), 10, (FORWARD, BACK), wrong_clock),
    "clock-behind": Fault(clock_moved(-DAY), 10, (BACK, FORWARD), wrong_clock),
    "disk-full": Fault(disk_full, 10, outage(Kind.UNWRITABLE), small_disk),
    **(
        {"database-gone": Fault(database_gone, 20, outage(Kind.UNREACHABLE))}
        if POSTGRESQL
        else {}
    ),
}
OBSERVED = {"ACCESS_LOG": "1", "METRICS_ALLOWED": "127.0.0.1"}


def run_fault(name: str, fault: Fault) -> None:
    with fault.environment() as environ, Server(**environ, **OBSERVED) as server:
        phones = [RoamingPhone([server.url], number) for number in range(1, PHONES + 1)]
        subscriber, until, before = Subscriber(phones[0]), Event(), len(server.log())
        subscriber.start()
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
        until_logged(server, fault.entries, before, phones)
        games = stored(server)
        for phone in phones:
            assert_agrees(games[phone.game], phone, phone.acknowledged)
        rounds = len(phones[0].acknowledged)
        server.wait(lambda: subscriber.version == rounds, "told of the last round")
        assert_logged(server.log()[before:], fault.entries, unavailable(server))
        print(f"\n{name}, for {fault.seconds:g} s")
        print("\n".join(lines(phones, healed, server.log()[before:])))


def until_logged(
    server: Server, expected: tuple[str, ...], before: int, phones: list[RoamingPhone]
) -> None:
    """Wait until the log has an entry for each end of the fault. Meanwhile the phones score
    slowly."""
    deadline = time.monotonic() + QUIET + PATIENCE
    while time.monotonic() < deadline:
        counts = [len(each) for each in matching_entries(server.log()[before:], expected)]
        if counts[0] and (expected is PARENT or len(set(counts)) == 1):
            return
        for phone in phones:
            assert phone.record(Tap(phone.points, after=len(phone.acknowledged)))
        time.sleep(1)


def matching_entries(log: str, expected: tuple[str, ...]) -> list[list[str]]:
    """Return the log entries that match each of these patterns."""
    entries = ENTRY.findall(log)
    return [[entry for entry in entries if re.fullmatch(kind, entry)] for kind in expected]


def assert_logged(log: str, expected: tuple[str, ...], unavailable: int) -> None:
    """Check that the log has all these entries, once for each process, and no others. Each
    refused request is in the access log with its number, and the counts of refused requests
    agree."""
    kinds, entries = matching_entries(log, expected), ENTRY.findall(log)
    assert all(kinds), f"The log does not say all: {entries}"
    assert sorted(itertools.chain(*kinds)) == sorted(entries), f"It says more: {entries}"
    numbers = [re.sub(r"\(.*?\)", "", entry) for entry in entries]
    assert len(set(numbers)) == len(numbers), f"It says something twice: {entries}"
    refused = REFUSED.findall(log)
    counted = sum(int(number) for number in re.findall(r"has refused: (\d+)", log))
    assert len(set(refused)) == len(refused) == counted == unavailable


def unavailable(server: Server) -> int:
    """Return the number of requests that were answered with 503, as the metrics of the server
    count them."""
    with urlopen(f"{server.url}/metrics", timeout=PATIENCE) as answer:
        figures = answer.read().decode()
    return sum(map(int, re.findall(r"tichu_unavailable_total\{.*\} (\d+)", figures)))


def until_all_score(server: Server, phones: list[RoamingPhone]) -> float:
    """Wait until each phone has scored once more. Returns how many seconds that took."""
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
    yield from (f"       {entry}" for entry in ENTRY.findall(log))


def main(names: list[str]) -> None:
    for name in names or FAULTS:
        run_fault(name, FAULTS[name])


if __name__ == "__main__":
    main(sys.argv[1:])
