"""Measures the statistics page of a group, in a small database and in a large one.

The time of the SQL that the page needs is measured for comparison. `manage.py make_history`
makes the databases. `python -m tests.bench statistics 200000` makes a smaller large database.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from tests.server import ROOT, Server

ROUNDS = 10_000_000
ROUNDS_A_GROUP = 500
USUAL, LONG = 1_000, 20_000  # rounds of the other groups in the large database
TURNS = 5

UNCACHED, CACHED = "1,000 rounds, nothing cached", "1,000 rounds, cached"
LONG_UNCACHED, LONG_CACHED = "20,000 rounds, nothing cached", "20,000 rounds, cached"
LEAGUE, CALLS = "20,000 rounds, the league in SQL", "20,000 rounds, only calls in SQL"
TABLE = "table page, ten rounds"


def measure(rounds: int = ROUNDS) -> dict[str, Any]:
    """Return the milliseconds in a small and in a large database, as medians of several runs,
    and the speed at which the large one was written, in rounds a second."""
    with Server() as small, Server() as large:
        for server in (small, large):
            server.stop()
            _write(server, 1, USUAL)
        _write(small, 1, LONG)
        started = time.perf_counter()
        _write(large, max(rounds // ROUNDS_A_GROUP, 1), ROUNDS_A_GROUP)
        speed = rounds / (time.perf_counter() - started)
        for server in (small, large):
            _python(server, "from tests.bench import seed; seed.analyze()")
        turns = [(_measure_pages(small), _measure_pages(large)) for _ in range(TURNS)]
    here, there = (
        {name: median(turn[name] for turn in each) for name in each[0]}
        for each in zip(*turns, strict=True)
    )
    return {"written": speed, "small": here, "large": there}


def lines(figures: dict[str, Any]) -> Iterator[str]:
    here, there = figures["small"], figures["large"]
    yield f"{figures['written']:,.0f} rounds written a second (at least 20,000)"
    for name, took in here.items():
        beside = ""
        if name in there:
            ratio = there[name] / took
            beside = f"; large database {there[name]:.1f} ms: {ratio:.2f} (at most 1.20)"
        yield f"{name:34}{took:7.1f} ms{beside}"
    for name, base, most in ((LONG_UNCACHED, LEAGUE, 5), (LONG_CACHED, TABLE, 1.5)):
        yield f"{name}: {here[name] / here[base]:.2f} times {base} (at most {most})"


def _write(server: Server, groups: int, rounds: int) -> None:
    _manage(server, "make_history", f"--groups={groups}", f"--rounds={rounds}")


def _measure_pages(server: Server) -> dict[str, float]:
    figures: dict[str, float] = json.loads(
        _python(server, "from tests.bench import pages; pages.measure()")
    )
    return figures


def _python(server: Server, code: str) -> str:
    return _manage(server, "shell", "--no-imports", "-c", code)


def _manage(server: Server, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=server.env,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout
