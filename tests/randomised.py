"""Repeats of tests with random values: `RANDOM_TESTS=5` makes five times as many as in the
usual run."""

import os

FACTOR = int(os.environ.get("RANDOM_TESTS", "1"))


def repeats(usual: int) -> range:
    """The numbers of the repeats, of which there are `usual` in the usual run: seeds, too."""
    return range(usual * FACTOR)
