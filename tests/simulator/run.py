"""Simulates evenings in several processes, by default one for each core."""

import argparse
import logging
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from tichu_score.garbage_collection import freeze_present_objects


class Played(NamedTuple):
    """The result of an evening: its failure (empty if it passed), the lines of its trace, and
    its duration in virtual seconds."""

    seed: int
    failure: str
    lines: list[str]
    seconds: float


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__)
    parser.add_argument("--evenings", type=int, default=1, help="how many, one seed each")
    parser.add_argument("--seed", type=int, default=1, help="of the first one")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="that share them")
    parser.add_argument("--trace", action="store_true", help="print all that happened")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.evenings)
    start, virtual = time.monotonic(), 0.0
    processes = min(options.processes, len(seeds))
    with ProcessPoolExecutor(processes, get_context("spawn"), set_up) as pool:
        for played in pool.map(play, seeds):
            if options.trace:
                print(*played.lines, sep="\n")
            if played.failure:
                print(f"Evening {played.seed} failed: {played.failure}")
                pool.shutdown(cancel_futures=True)
                return 1
            virtual += played.seconds
    seconds = time.monotonic() - start
    print(
        f"{options.evenings} evenings hold: {virtual / 3600:.1f} hours in {seconds:.1f} s,"
        f" {60 * options.evenings / seconds:.0f} evenings a minute by {processes} processes"
    )
    return 0


def play(seed: int) -> Played:
    """Simulate the evening with this seed."""
    from tests.simulator.evening import Evening  # noqa: PLC0415 (after Django is set up)

    evening, failure = Evening(seed), ""
    try:
        evening.run()
    except Exception as error:  # noqa: BLE001 (whatever it is, its seed is printed)
        failure = f"{type(error).__name__}: {error}"
    return Played(seed, failure, evening.lines, getattr(evening, "seconds", 0.0))


def set_up() -> None:
    """Set up Django with a database in memory and without rate limits."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "tichu_score.settings",
        "NO_LIMITS": "1",
        "DATA_DIR": os.environ.get("DATA_DIR") or ".venv/test-data",
    }
    os.environ.pop("DATABASE_URL", None)
    import django  # noqa: PLC0415
    from django.apps import apps  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    # A server refuses to start on a database in memory, so the name is set here.
    settings.DATABASES["default"]["NAME"] = ":memory:"
    django.setup()
    logging.disable(logging.WARNING)
    # Create the tables from the models. The migrations would create the same tables in some
    # seconds.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)
    freeze_present_objects()
