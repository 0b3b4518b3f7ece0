"""The real server in a process of its own, with data of its own, for tests from outside."""

import atexit
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests import prepared
from tichu_score.management.commands.serve import KILL_TIMEOUT

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0  # seconds until something counts as stuck; never awaited when all is well


class Server:
    """`manage.py serve` on a free port. It runs from construction to `close`.

    Data live as long as the object: `stop` or `kill`, then `start`, goes on with the same.
    Keyword arguments are environment variables. With DATABASE_URL naming a PostgreSQL, the
    data are in a fresh database beside the one it names, by the pooler of POOLER_URL.
    Where the data are its own, it is not its first start: see `tests.prepared`.
    """

    root = ROOT
    starts_prepared = True
    command = [sys.executable, "manage.py", "serve"]

    def __init__(self, **environ: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="tichu-")
        self.log_path = Path(self.folder.name) / "server.log"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = os.environ | {
            "DATA_DIR": str(Path(self.folder.name) / "data"),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            # Many phones come from this one address.
            "NO_LIMITS": "1",
        }
        self.admin_url = self.env.pop("DATABASE_URL", "")
        if self.admin_url.startswith("postgres") and "DATABASE_URL" not in environ:
            database = create_database(self.admin_url, migrated=self.starts_prepared)
            self.env["DATABASE_URL"] = database
            if pooler := self.env.get("POOLER_URL"):
                path = urlsplit(database).path
                self.env["POOLER_URL"] = urlsplit(pooler)._replace(path=path).geturl()
        self.env |= environ
        if self.starts_prepared:
            on_file = not self.env.get("DATABASE_URL")
            prepared.copy_files(Path(self.env["DATA_DIR"]), database=on_file)
        # Whoever forgets to close, or fails before, leaves no database behind.
        atexit.register(self.close)
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start, and return when the first page is answered."""
        # Started with nohup, as it may be, the tests would hand on a deaf ear to hang-ups.
        hang_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.root,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                # A group of its own, so that `kill` reaches the workers as well.
                start_new_session=True,
            )
        signal.signal(signal.SIGHUP, hang_up)
        self.wait(lambda: self.ended() or self.answers(), "answered")
        if self.ended():
            raise RuntimeError(f"The server ended at once.\n{self.log()}")

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask the server to end, as Ctrl-C or the system does; return its exit code."""
        self.process.send_signal(by)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise RuntimeError(f"The server did not stop.\n{self.log()}") from None

    def stop_in_time(self, by: signal.Signals = signal.SIGTERM) -> float:
        """Ask the server to end; return the seconds that took. Fails if its process was killed
        for being in the way. The log says that too where nobody was: two threads of granian
        wait for that process, and the one that comes second may find it still alive."""
        started = time.monotonic()
        assert self.stop(by) == 0, self.log()
        took = time.monotonic() - started
        assert took < KILL_TIMEOUT, self.log()
        return took

    def kill(self) -> None:
        """End the server and its workers with no chance to tidy up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.wait(lambda: not is_listening(self.port), "gave its port back")

    def close(self) -> None:
        """End the server and remove its data."""
        if hasattr(self, "process") and not self.ended():
            self.kill()
        if database := self.env.pop("DATABASE_URL", ""):
            drop_database(self.admin_url, database)
        self.folder.cleanup()
        atexit.unregister(self.close)

    def log(self) -> str:
        """Return what the server printed."""
        return self.log_path.read_text() if self.log_path.exists() else ""

    def ended(self) -> bool:
        return self.process.poll() is not None

    def answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/")
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        else:
            return True
        finally:
            connection.close()

    def wait(self, until: Callable[[], object], did: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not until():
            if time.monotonic() > deadline:
                raise RuntimeError(f"The server has not {did} in {PATIENCE} s.\n{self.log()}")
            time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def create_database(admin_url: str, *, migrated: bool = False) -> str:
    """Create a database beside the one named, and return its address."""
    name = f"tichu_server_{secrets.token_hex(6)}"
    url = urlsplit(admin_url)._replace(path=f"/{name}").geturl()
    if migrated:
        prepared.create_migrated_database(admin_url, name)
        return url
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return url


def drop_database(admin_url: str, url: str) -> None:
    """Drop a database that may have connections. An autovacuum worker in it, which ends by
    itself, may be terminated by a superuser only: that is refused, and tried again."""
    name = sql.Identifier(urlsplit(url).path.lstrip("/"))
    deadline = time.monotonic() + PATIENCE
    with psycopg.connect(admin_url, autocommit=True) as connection:
        while True:
            try:
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
            except psycopg.errors.InsufficientPrivilege:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
            else:
                return
