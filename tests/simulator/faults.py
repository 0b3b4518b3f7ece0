"""Mutation testing of the simulator: faults are planted into copies of the site, and the
simulator has to find each. A fault is a patch in `faults/`. `python -m tests.simulator.faults`
plants all of them, or those that are given as arguments."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PATCHES = Path(__file__).parent / "faults"
CHANGED = "scoring"  # the patches change this folder only
USED = ("tests", "tichu_score", "rules_ref", "rulings", "templates")
EVENINGS = 200  # as many as `make test` simulates
FAILED = re.compile(r"^Evening (\d+) failed: (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Found:
    """The evening that found a fault, and the invariant that was violated."""

    seed: int
    failure: str


def names() -> list[str]:
    return sorted(path.stem for path in PATCHES.glob("*.patch"))


def plant(name: str, folder: Path) -> None:
    """Put a copy of the site with this fault into the folder. Raises CalledProcessError if the
    patch cannot be applied to the site any more."""
    shutil.copytree(ROOT / CHANGED, folder / CHANGED, ignore=shutil.ignore_patterns("*.pyc"))
    for each in USED:
        (folder / each).symlink_to(ROOT / each)
    patch = ["git", "apply", "--recount", str(PATCHES / f"{name}.patch")]
    subprocess.run(patch, cwd=folder, check=True)


def find(name: str, *, seed: int = 1, evenings: int = EVENINGS) -> Found | None:
    """Simulate evenings with this fault until one fails. Returns None if all of them pass."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        plant(name, folder)
        command = [sys.executable, "-W", "ignore", "-m", "tests.simulator"]
        command += ["--seed", str(seed), "--evenings", str(evenings)]
        # `tests` and others are symbolic links, so their bytecode would be written into the
        # site itself.
        env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "DATA_DIR": str(folder / "data")}
        done = subprocess.run(
            command, cwd=folder, env=env, text=True, capture_output=True, check=False
        )
    if failed := FAILED.search(done.stdout):
        return Found(int(failed[1]), failed[2])
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stderr}")
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the faults to plant; all if none is named")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    parser.add_argument(
        "--evenings", type=int, default=EVENINGS, help="at most, for each fault"
    )
    options = parser.parse_args()
    missed = 0
    for name in options.names or names():
        found = find(name, seed=options.seed, evenings=options.evenings)
        missed += found is None
        where = f"evening {found.seed}: {found.failure[:160]}" if found else "NOT FOUND"
        print(f"{name}: {where}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
