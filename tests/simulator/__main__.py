"""Simulates evenings: `python -m tests.simulator --evenings 200`, or one that failed by its
seed: `--seed N --trace`."""

import sys

from tests.simulator.run import main

if __name__ == "__main__":
    sys.exit(main())
