"""The real server in a process of its own and with its own data, for tests that use it over the
network."""

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
PATIENCE = 60.0  # seconds until a wait fails; reached only if something is broken


class Server:
    """`manage.py serve` on a free port. It runs from construction to `close`.

    The data exist until `close`: after `stop` or `kill`, `start` continues with them. Keyword
    arguments are environment variables. If DATABASE_URL names a PostgreSQL database, the data
    are in a new database beside that one, reached through the pooler of POOLER_URL. Otherwise
    the data folder is prepared as if the server had started before: see `tests.prepared`.
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
        # If a test does not call `close`, or the constructor fails, this removes the database
        # at exit.
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
        # If the tests were started with nohup, the server would inherit that SIGHUP is ignored.
        hang_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.root,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                # A process group of its own, so that `kill` ends the workers as well.
                start_new_session=True,
            )
        signal.signal(signal.SIGHUP, hang_up)
        self.wait(lambda: self.ended() or self.answers(), "answered")
        if self.ended():
            raise RuntimeError(f"The server ended at once.\n{self.log()}")

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Send this signal to the server, as Ctrl-C or the system does. Returns its exit
        code."""
        self.process.send_signal(by)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise RuntimeError(f"The server did not stop.\n{self.log()}") from None

    def stop_in_time(self, by: signal.Signals = signal.SIGTERM) -> float:
        """Stop the server, and return how many seconds that took. Fails if it took so long that
        granian killed the worker. The log does not decide that: two threads of granian wait for
        the process, and the second of them may log that it is still alive though it was not
        killed."""
        started = time.monotonic()
        assert self.stop(by) == 0, self.log()
        took = time.monotonic() - started
        assert took < KILL_TIMEOUT, self.log()
        return took

    def kill(self) -> None:
        """Kill the server and its workers, without a chance to clean up."""
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
    """Create a database beside that of `admin_url`, and return its address."""
    name = f"tichu_server_{secrets.token_hex(6)}"
    url = urlsplit(admin_url)._replace(path=f"/{name}").geturl()
    if migrated:
        prepared.create_migrated_database(admin_url, name)
        return url
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return url


def drop_database(admin_url: str, url: str) -> None:
    """Drop a database that may have connections. An autovacuum worker in it ends by itself, but
    only a superuser may terminate it. In that case the command is refused, and this function
    tries again."""
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
