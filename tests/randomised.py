"""Repeats of tests with random values: `RANDOM_TESTS=5` makes five times as many as in the
usual run."""

import os

FACTOR = int(os.environ.get("RANDOM_TESTS", "1"))


def repeats(usual: int) -> range:
    """Return the numbers of the repeats, which tests use as seeds. The usual run has `usual`
    repeats."""
    return range(usual * FACTOR)
