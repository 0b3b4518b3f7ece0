"""Measures the real server with eight phones, prints a table, and writes bench.json."""

import json
import os
import platform
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_score.settings")
django.setup()

# Ratings are measured without a server, and import models.
from tests.bench import (  # noqa: E402
    commits,
    models,
    one_table,
    processes,
    rulings,
    slow_connections,
    statistics,
    subscribers,
)
from tests.bench.client import Run, drive  # noqa: E402
from tests.bench.measures import (  # noqa: E402
    GAMES_A_PHONE,
    OPENINGS_A_PHONE,
    PHONES,
    Measure,
    measures,
    measures_of_two_processes,
)
from tests.server import Server  # noqa: E402
from tests.server_processes import ServerProcesses  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
TABLES, PHONES_A_TABLE = 100, 10
RUNS = 6  # the first run warms up and is not counted


def main() -> None:
    match sys.argv[1:]:
        case ["requests"]:
            measure_requests()
        case ["subscribers"]:
            measure_subscribers()
        case ["subscribers-on-two-processes"]:
            measure_subscribers_on_two_processes()
        case ["one-table"]:
            measure_one_table()
        case ["commits"]:
            print("\n".join(commits.lines(commits.measure())))
        case ["statistics", *rounds]:
            measure_statistics(*map(int, rounds))
        case ["slow-connections", *rest]:
            measure_slow_connections(*map(int, rest))
        case _:
            measure_requests()
            measure_computations()
            measure_statistics()
            measure_subscribers()


def measure_subscribers() -> None:
    with Server(DJANGO_SETTINGS_MODULE="tests.bench.settings") as server:
        seeded = seed_database(server.env, f"subscribers({TABLES}, {PHONES_A_TABLE})")
        figures = subscribers.measure(server.url, server.process.pid, seeded)
    save_figures(subscribers=figures)
    phones, rate = TABLES * PHONES_A_TABLE, subscribers.RATE
    print(f"\n{phones} phones subscribe to {TABLES} tables, {rate} rounds a second")
    print("\n".join(subscribers.lines(figures)))


def measure_subscribers_on_two_processes() -> None:
    raise_open_file_limit(8 * TABLES * PHONES_A_TABLE)
    figures = processes.measure(
        lambda env: seed_database(env, f"subscribers({TABLES}, {PHONES_A_TABLE})"),
    )
    save_figures(subscribers_on_two_processes=figures)
    phones, rate = TABLES * PHONES_A_TABLE, subscribers.RATE
    print(f"\n{phones} phones subscribe to {TABLES} tables, {rate} rounds a second")
    print("\n".join(subscribers.lines(figures)))


def measure_one_table() -> None:
    with Server(DJANGO_SETTINGS_MODULE="tests.bench.settings") as server:
        seeded = seed_database(server.env, f"one_table({one_table.TABLES}, {one_table.PHONES})")
        figures = one_table.measure(server.url, server.process.pid, seeded)
    save_figures(one_table=figures)
    print(f"\n{one_table.PHONES} phones at one table, {one_table.RATE:g} taps a second")
    print("\n".join(one_table.lines(figures)))


def measure_slow_connections(connections: int = 6_000, seconds: int = 60) -> None:
    raise_open_file_limit(2 * connections)
    figures = {}
    for kind in slow_connections.KINDS:
        with Server(DJANGO_SETTINGS_MODULE="tests.bench.settings") as server:
            seeded = seed_database(server.env, f"tables({seconds})")
            attack = slow_connections.Attack(kind, connections, seconds)
            figures[kind] = slow_connections.measure(
                server.url, server.process.pid, seeded, attack
            )
    save_figures(slow_connections=figures)
    print(
        f"\n{connections:,} slow connections for {seconds} s, a tap every quarter of a second"
    )
    print("\n".join(slow_connections.lines(figures)))


def raise_open_file_limit(wanted: int) -> None:
    """Allow this process and its child processes to open this number of files, if the system
    permits it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < room:
        resource.setrlimit(resource.RLIMIT_NOFILE, (room, hard))


def measure_statistics(rounds: int = statistics.ROUNDS) -> None:
    figures = statistics.measure(rounds)
    save_figures(statistics=figures)
    print(f"\nStatistics, with {rounds:,} rounds of other groups in the large database")
    print("\n".join(statistics.lines(figures)))


def save_figures(**figures: Any) -> None:
    """Write figures into bench.json, and keep its other figures."""
    path = ROOT / "bench.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(known | figures, indent=2) + "\n")


def measure_requests() -> None:
    settings = "tests.bench.settings"
    with (
        Server(DJANGO_SETTINGS_MODULE=settings) as one,
        Server(DJANGO_SETTINGS_MODULE=settings, PROCESSES="2") as two,
    ):
        games, openings = PHONES * GAMES_A_PHONE, PHONES * OPENINGS_A_PHONE
        wanted = measures(one, seed_database(one.env, f"main({RUNS}, {games}, {openings})"))
        wanted += measures_of_two_processes(
            two, seed_database(two.env, f"few({RUNS}, {games})")
        )
        rows = report(run_in_turn(wanted))
    machine = {
        "database": os.getenv("DATABASE_URL", "sqlite").partition(":")[0],
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "phones": PHONES,
    }
    save_figures(**machine, measures=rows)
    print("\n".join(table(rows, machine)))


def measure_computations() -> None:
    """Measure computations without a server: rulings on hands, and how well ratings predict."""
    ruled, modelled = rulings.measure(), models.measure()
    save_figures(milliseconds_a_hand=ruled, models=modelled)
    print(
        f"a hand of 14 for a wish: {ruled['median']:.2f} ms, at worst {ruled['worst']:.2f} ms"
    )
    print("\n".join(models.lines(modelled)))


def seed_database(env: dict[str, str], call: str) -> Any:
    code = f"from tests.bench import seed; seed.{call}"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def run_in_turn(wanted: list[Measure]) -> dict[Measure, list[Run]]:
    """Run all measures in turn, several times, so that other load affects all of them alike."""
    servers = {
        measure.server: ServerProcesses(measure.server.process.pid) for measure in wanted
    }
    runs: dict[Measure, list[Run]] = {measure: [] for measure in wanted}
    for number in range(RUNS):
        for measure in wanted if number % 2 else reversed(wanted):
            server = measure.server
            run = drive(server.url, measure.work(number), servers[server].cpu)
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
            "server_cpu_ms": median(1000 * run.server_cpu / len(run.times) for run in each),
            "base": measure.base,
            "ratio": ratio(rates, measure),
            "target": measure.target,
        }
        for measure, each in runs.items()
    ]


def times(runs: list[Run]) -> dict[str, float]:
    """Return the median and the 99th percentile of the times that phones waited, in
    milliseconds."""
    cuts = quantiles((each * 1000 for run in runs for each in run.times), n=100)
    return {"median_ms": cuts[49], "p99_ms": cuts[98]}


def ratio(rates: dict[str, list[float]], measure: Measure) -> float | None:
    """Return the median of the ratios of each run to the run of the base beside it."""
    if not measure.base:
        return None
    pairs = zip(rates[measure.name], rates[measure.base], strict=True)
    return median(rate / base for rate, base in pairs)


def table(rows: list[dict[str, Any]], machine: dict[str, Any]) -> Iterator[str]:
    yield "{database}, Python {python}, {cores} cores, {phones} phones".format(**machine)
    yield f"{'':46}{'req/s':>7}{'CPU':>9}{'median':>9}{'p99':>9}{'client':>8}  share of"
    for row in rows:
        yield (
            f"{row['name']:46}{row['rate']:7,.0f}{row['server_cpu_ms']:6.2f} ms"
            f"{row['median_ms']:6.1f} ms{row['p99_ms']:6.0f} ms"
            f"{row['client_cpu']:8.0%}  {share(row)}"
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
