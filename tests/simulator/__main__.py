"""Run evenings of the simulator: `python -m tests.simulator --evenings 200`, or one that failed
by its seed: `--seed N --trace`."""

import argparse
import logging
import os
import sys
import time


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=1, help="how many, one seed each")
    parser.add_argument("--seed", type=int, default=1, help="of the first one")
    parser.add_argument("--trace", action="store_true", help="print all that happened")
    options = parser.parse_args()
    set_up()
    from tests.simulator.evening import Evening  # noqa: PLC0415 (after Django is set up)

    start, virtual = time.process_time(), 0.0
    for seed in range(options.seed, options.seed + options.evenings):
        evening = Evening(seed)
        try:
            evening.run()
        except Exception as failure:  # noqa: BLE001 (whatever it is, its seed is printed)
            print(*evening.lines[slice(None) if options.trace else slice(0)], sep="\n")
            print(f"Evening {seed} failed: {type(failure).__name__}: {failure}")
            return 1
        if options.trace:
            print(*evening.lines, sep="\n")
        virtual += evening.seconds
    seconds = time.process_time() - start
    print(
        f"{options.evenings} evenings hold: {virtual / 3600:.1f} hours in {seconds:.1f} s of"
        f" processor time, {60 * options.evenings / seconds:.0f} evenings a minute"
    )
    return 0


def set_up() -> None:
    """Django on a database in memory, without limits."""
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
    # A server refuses to start on such a database.
    settings.DATABASES["default"]["NAME"] = ":memory:"
    django.setup()
    logging.disable(logging.WARNING)
    # The tables as the models have them: what migrations come to, without seconds of them.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
