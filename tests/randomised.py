"""How often a test with random values is repeated: `RANDOM_TESTS=5` makes it five times as
often as in the usual run."""

import os

FACTOR = int(os.environ.get("RANDOM_TESTS", "1"))


def repeats(usual: int) -> range:
    """The numbers of the repeats, of which there are `usual` in the usual run: seeds, too."""
    return range(usual * FACTOR)
