"""Acts as an operator who requests pages of a running server and runs commands."""

import http.client
import os
import subprocess
import sys
from pathlib import Path

from tests.server import PATIENCE, ROOT, Server


def get(server: Server, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def manage(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    return _manage(server.env, *words)


def manage_in(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command with SQLite in this folder, and no server."""
    return _manage({**os.environ, "DATABASE_URL": "", "DATA_DIR": str(folder)}, *words)


def _manage(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def in_shell(server: Server, code: str) -> str:
    done = manage(server, "shell", "--no-imports", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
