"""PgBouncer in front of the database of a test."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.server import PATIENCE, free_port, is_listening

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SETTINGS = """
[databases]
* = host={host} port={port}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = plain
auth_file = {users}
admin_users = {user}
pool_mode = {mode}
default_pool_size = {size}
"""


@contextmanager
def pgbouncer(database: str, *, mode: str = "transaction", size: int = 4) -> Iterator[str]:
    """The address of the same database through a pooler that shares this number of connections
    between all clients."""
    there, listen = urlsplit(database), free_port()
    with tempfile.TemporaryDirectory(prefix="tichu-pooler-") as name:
        folder = Path(name)
        users, settings = folder / "users.txt", folder / "pgbouncer.ini"
        users.write_text(f'"{there.username}" "{there.password}"\n')
        settings.write_text(
            SETTINGS.format(
                host=there.hostname,
                port=there.port or 5432,
                listen=listen,
                users=users,
                user=there.username,
                mode=mode,
                size=size,
            )
        )
        process = subprocess.Popen(
            [str(PROGRAM), "--quiet", *unprivileged_options(folder), str(settings)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            deadline = time.monotonic() + PATIENCE
            while not is_listening(listen):
                assert process.poll() is None, "PgBouncer ended at once."
                assert time.monotonic() < deadline, "PgBouncer does not listen."
            yield there._replace(
                netloc=f"{there.username}:{there.password}@127.0.0.1:{listen}"
            ).geturl()
        finally:
            process.kill()
            process.wait()


def unprivileged_options(folder: Path) -> list[str]:
    """Return the options with which PgBouncer runs as `nobody`, because it refuses to run as
    root. Without root they are empty."""
    if os.getuid():
        return []
    nobody = pwd.getpwnam("nobody")
    for path in (folder, *folder.iterdir()):
        os.chown(path, nobody.pw_uid, nobody.pw_gid)
    return ["--user", "nobody"]
