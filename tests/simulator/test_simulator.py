"""Evenings of the simulator that must pass, and faults that it must find."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.simulator import faults
from tests.simulator.evening import Evening

EVENINGS = faults.EVENINGS
ON_EVERY_DATABASE = 40  # how many evenings
AT_A_TIME = 10
PARTS = [
    pytest.param(first, marks=[] if first <= ON_EVERY_DATABASE else pytest.mark.one_database)
    for first in range(1, EVENINGS, AT_A_TIME)
]
# Each is found within the first evenings: one in sending, one in live updates, one in the
# services.
QUICK = [
    "answer-lost-taken-as-done",
    "newer-revision-not-fetched",
    "merge-on-the-server-forgets",
]


@pytest.fixture(autouse=True)
def _no_limits(settings: Any) -> None:
    settings.LIMITS = False


@pytest.mark.django_db
@pytest.mark.parametrize("first", PARTS)
def test_simulated_evenings_keep_all_invariants(first: int) -> None:
    for seed in range(first, first + AT_A_TIME):
        evening = Evening(seed)
        try:
            evening.run()
        except Exception as failure:
            replay = f"python -m tests.simulator --trace --seed {seed}"
            raise AssertionError(f"{failure}\nReplay it: {replay}") from failure


@pytest.mark.django_db
def test_seed_gives_the_same_evening_again() -> None:
    traces = []
    for _ in range(2):
        evening = Evening(3)
        evening.run()
        traces.append(evening.trace)
    assert traces[0] == traces[1]


def test_seed_gives_the_same_evening_in_another_process() -> None:
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "tests.simulator",
        "--seed",
        "4",
        "--trace",
    ]
    lines = []
    for hash_seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        lines.append(done.stdout.splitlines()[:-1])  # the last line has the time that it took
    assert lines[0] == lines[1]


@pytest.mark.parametrize("name", faults.names())
def test_fault_fits_the_site(name: str, tmp_path: Path) -> None:
    faults.plant(name, tmp_path)


@pytest.mark.parametrize("name", QUICK)
def test_fault_is_found(name: str) -> None:
    assert faults.find(name, evenings=10)


def test_faults_are_named_after_what_they_break() -> None:
    assert len(faults.names()) >= 30
    assert all(re.fullmatch(r"[a-z-]+", name) for name in faults.names())
