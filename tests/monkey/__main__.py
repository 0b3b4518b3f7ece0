"""Runs the monkey: `python -m tests.monkey --minutes 60 --seed 1`.

Each seed is carried out for `--bursts` bursts of steps, in turn on the stream and on polling;
then the next seed follows. A failure prints its seed and the steps, which `--replay` carries
out again. If DATABASE_URL names a PostgreSQL database, the data of the server are in a new
database beside it.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import quantiles
from traceback import format_exception_only

from playwright.sync_api import Browser, Error, sync_playwright

from tests.chromium import find_chromium
from tests.e2e.conftest import CHROMIUM_ARGS
from tests.monkey import steps
from tests.monkey.agreement import LIMIT, Failure
from tests.monkey.game import SharedGame, share_game
from tests.monkey.runner import Runner
from tests.monkey.scenarios import DOUBLE_TAPS, SCENARIOS
from tests.monkey.walk import Walk
from tests.server import Server


def main() -> None:
    asked = read_arguments()
    chromium = find_chromium()
    if not chromium:
        sys.exit("Chromium is missing: `make e2e` finds or installs it.")
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        failures = sum(run(asked, browser, server))
        browser.close()
    sys.exit(f"{failures} failures" if failures else 0)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.monkey", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="how long to go on")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--bursts", type=int, default=12, help="bursts of a seed")
    parser.add_argument(
        "--by", choices=["stream", "polling"], help="only so (default: in turn)"
    )
    parser.add_argument(
        "--worker",
        action="store_true",
        help="with the service worker (default: every third seed)",
    )
    parser.add_argument("--scenario", nargs="*", help="these scenarios instead, or all")
    parser.add_argument("--replay", type=Path, help="a file of steps to carry out instead")
    return parser.parse_args()


def run(asked: argparse.Namespace, browser: Browser, server: Server) -> Iterator[bool]:
    """Run what the options ask for. Yields for each part whether it failed."""
    ways = [asked.by] if asked.by else ["stream", "polling"]
    if asked.replay or asked.scenario is not None:
        for way in ways:
            with share_game(
                browser, server.url, polling=way == "polling", worker=asked.worker
            ) as game:
                yield from scripts(asked, game, server, way)
        return
    end, seed = time.monotonic() + asked.minutes * 60, asked.seed
    while time.monotonic() < end:
        way = ways[seed % len(ways)]
        worker = asked.worker or seed % 3 == 0
        name = f"Seed {seed} by {way}{' with the service worker' if worker else ''}"
        with share_game(browser, server.url, polling=way == "polling", worker=worker) as game:
            yield walk(game, server, name, Random(seed), asked.bursts)
        seed += 1


def scripts(
    asked: argparse.Namespace, game: SharedGame, server: Server, way: str
) -> Iterator[bool]:
    if asked.replay:
        runner = Runner(game, server, f"{asked.replay} by {way}", waits_for_targets=False)
        yield attempt(runner, asked.replay.read_text())
        return
    known = SCENARIOS | DOUBLE_TAPS
    for name in asked.scenario or known:
        yield attempt(Runner(game, server, f"{name} by {way}"), known[name])


def attempt(runner: Runner, text: str) -> bool:
    try:
        runner.begin()
        runner.run(steps.read(text))
    except (Failure, Error) as failure:
        print_failure(runner, failure)
        return True
    print_seconds(runner)
    return False


def walk(game: SharedGame, server: Server, name: str, chance: Random, bursts: int) -> bool:
    runner = Runner(game, server, name, waits_for_targets=False, chance=chance)
    try:
        Walk(runner, chance).go(bursts)
    except (Failure, Error) as failure:
        print_failure(runner, failure)
        if server.ended():
            server.start()
        return True
    print_seconds(runner)
    return False


def print_failure(runner: Runner, failure: Exception) -> None:
    print(f"FAILED: {runner.name}", "".join(format_exception_only(failure)), flush=True)


def print_seconds(runner: Runner) -> None:
    seconds = runner.agreement.seconds
    late = [f"{each:.1f}" for each in seconds if each > LIMIT]
    cuts = quantiles([*seconds, *seconds], n=20)
    print(
        f"{runner.name}: all agreed {len(seconds)} times, p50 {cuts[9]:.2f} s, "
        f"p95 {cuts[18]:.2f} s; later than {LIMIT:g} s: {late}",
        flush=True,
    )


if __name__ == "__main__":
    main()
