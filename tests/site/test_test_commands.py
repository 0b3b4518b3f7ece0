"""The commands of the tests start without the settings of pytest."""

import subprocess
import sys

import pytest

from tests.server import ROOT


@pytest.mark.parametrize(
    "command", ["bench", "fuzz", "monkey", "evening", "shots", "lighthouse", "upgrades.rolling"]
)
def test_command_of_the_tests_can_be_started_by_itself(command: str) -> None:
    module = (
        f"tests.{command}.__main__"
        if (ROOT / "tests" / command).is_dir()
        else f"tests.{command}"
    )
    environment = {"PATH": "/usr/bin:/bin", "DATA_DIR": str(ROOT / ".venv" / "test-data")}
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
