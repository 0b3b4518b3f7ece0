"""Starts servers in a folder of a test, including servers that refuse to start."""

import os
import subprocess
import sys
from pathlib import Path

from tests.server import PATIENCE, ROOT, free_port


def serve(folder: Path, **environ: str) -> subprocess.Popen[str]:
    names = ("DATABASE_URL", "SECRET_KEY")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    settings = {"DATA_DIR": str(folder), "HOST": "127.0.0.1", "PORT": str(free_port())}
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=kept | settings | environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def refused(folder: Path, **environ: str) -> tuple[int, str]:
    """Return the exit code and the only line of output of a start that fails."""
    with serve(folder, **environ) as process:
        try:
            _, said = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    (line,) = said.splitlines()
    return process.returncode, line
