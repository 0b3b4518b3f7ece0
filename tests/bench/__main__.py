"""Measures the real server with eight phones, prints a table, and writes bench.json."""

import json
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.bench import models, rulings, statistics, watchers
from tests.bench.client import Run, drive
from tests.bench.measures import GAMES_A_PHONE, PHONES, Measure, measures
from tests.server import Server

ROOT = Path(__file__).resolve().parents[2]
TABLES, PHONES_A_TABLE = 100, 10
RUNS = 6  # the first of them warms up and is not counted


def main() -> None:
    match sys.argv[1:]:
        case ["watchers"]:
            watch()
        case ["statistics", *rounds]:
            count(*map(int, rounds))
        case _:
            requests()
            count()
            watch()


def watch() -> None:
    with Server(DJANGO_SETTINGS_MODULE="tests.bench.settings") as server:
        ground = lay(server.env, f"watchers({TABLES}, {PHONES_A_TABLE})")
        figures = watchers.measure(server.url, server.process.pid, ground)
    keep(watchers=figures)
    phones, rate = TABLES * PHONES_A_TABLE, watchers.RATE
    print(f"\n{phones} phones watch {TABLES} tables, {rate} rounds a second")
    print("\n".join(watchers.lines(figures)))


def count(rounds: int = statistics.ROUNDS) -> None:
    figures = statistics.measure(rounds)
    keep(statistics=figures)
    print(f"\nStatistics, with {rounds:,} rounds of other groups in the large database")
    print("\n".join(statistics.lines(figures)))


def keep(**figures: Any) -> None:
    """Write figures into bench.json, beside what is known."""
    path = ROOT / "bench.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(known | figures, indent=2) + "\n")


def requests() -> None:
    with Server(DJANGO_SETTINGS_MODULE="tests.bench.settings") as server:
        rows = report(take(server.url, measures(server.url, seed(server.env))))
    machine = {
        "database": os.getenv("DATABASE_URL", "sqlite").partition(":")[0],
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "phones": PHONES,
    }
    ruled, modelled = rulings.measure(), models.measure()
    keep(**machine, measures=rows, milliseconds_a_hand=ruled, models=modelled)
    print("\n".join(table(rows, machine)))
    print(
        f"a hand of 14 for a wish: {ruled['median']:.2f} ms, at worst {ruled['worst']:.2f} ms"
    )
    print("\n".join(models.lines(modelled)))


def seed(env: dict[str, str]) -> Any:
    return lay(env, f"main({RUNS}, {PHONES * GAMES_A_PHONE})")


def lay(env: dict[str, str], call: str) -> Any:
    code = f"from tests.bench import seed; seed.{call}"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def take(url: str, wanted: list[Measure]) -> dict[Measure, list[Run]]:
    """Run every measure in turn, again and again: what disturbs the machine disturbs all."""
    runs: dict[Measure, list[Run]] = {measure: [] for measure in wanted}
    for number in range(RUNS):
        for measure in wanted if number % 2 else reversed(wanted):
            run = drive(url, measure.work(number))
            if set(run.statuses) != {measure.status}:
                raise SystemExit(f"{measure.name}: answered {Counter(run.statuses)}")
            runs[measure].append(run)
    return {measure: each[1:] for measure, each in runs.items()}


def report(runs: dict[Measure, list[Run]]) -> list[dict[str, Any]]:
    rates = {measure.name: [run.rate for run in each] for measure, each in runs.items()}
    return [
        {
            "name": measure.name,
            "rate": median(rates[measure.name]),
            **times(each),
            "client_cpu": median(run.client_cpu / run.duration for run in each),
            "base": measure.base,
            "ratio": ratio(rates, measure),
            "target": measure.target,
        }
        for measure, each in runs.items()
    ]


def times(runs: list[Run]) -> dict[str, float]:
    """How long a phone waited, in milliseconds."""
    cuts = quantiles((each * 1000 for run in runs for each in run.times), n=100)
    return {"median_ms": cuts[49], "p99_ms": cuts[98]}


def ratio(rates: dict[str, list[float]], measure: Measure) -> float | None:
    """The median of the ratios of the runs, each to the run of the base beside it."""
    if not measure.base:
        return None
    pairs = zip(rates[measure.name], rates[measure.base], strict=True)
    return median(rate / base for rate, base in pairs)


def table(rows: list[dict[str, Any]], machine: dict[str, Any]) -> Iterator[str]:
    yield "{database}, Python {python}, {cores} cores, {phones} phones".format(**machine)
    yield f"{'':38}{'req/s':>7}{'median':>9}{'p99':>9}{'client':>8}  share of"
    for row in rows:
        yield (
            f"{row['name']:38}{row['rate']:7,.0f}{row['median_ms']:6.1f} ms"
            f"{row['p99_ms']:6.0f} ms{row['client_cpu']:8.0%}  {share(row)}"
        )


def share(row: dict[str, Any]) -> str:
    if row["ratio"] is None:
        return ""
    told = f"{row['ratio']:.0%} of {row['base']}"
    if row["target"] is None:
        return told
    verdict = "ok" if row["ratio"] >= row["target"] else "MISSED"
    return f"{told} (at least {row['target']:.0%}: {verdict})"


if __name__ == "__main__":
    main()
