"""Starts proxies in front of a server."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server import PATIENCE, is_listening

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    log = folder / "log"
    with log.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + PATIENCE
        while not is_listening(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
        yield
    finally:
        # If it were asked to end, it would wait for streams.
        process.kill()
        process.wait()
