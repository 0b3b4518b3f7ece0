#!/usr/bin/env python
"""Django's command line for Tichu Score."""

import os
import sys

from tichu_score.garbage_collection import raise_gc_thresholds


def main() -> None:
    raise_gc_thresholds()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_score.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    from tichu_score.start_error import StartError  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except StartError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.code)


if __name__ == "__main__":
    main()
