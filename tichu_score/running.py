"""Records which servers run on a data folder, so that a start can report a server that ended
without stopping.

Each server has a file in a folder, which it removes when it stops. Until then it holds a lock
on the file. The system releases the lock when the process ends, for whatever reason.
"""

import fcntl
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from tichu_score.file_lock import wait_for_lock
from tichu_score.start_error import cannot_write

TOUCHED_EVERY = 60.0  # seconds; the modification time shows until when a server ran
NAME = "%Y-%m-%dT%H%M%SZ"
SHOWN = "%Y-%m-%d %H:%M:%S UTC"


class RunningFile:
    """The file of this server."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path, self.clock = path, clock
        self.touched = clock()

    def touch(self) -> None:
        """Update the time of the file once a minute, as a sign that the server still runs."""
        if self.clock() - self.touched >= TOUCHED_EVERY:
            self.touched = self.clock()
            # The file is not opened, because closing it anywhere in a process releases its
            # POSIX lock.
            with suppress(OSError):
                os.utime(self.path)


@contextmanager
def mark_as_running(folder: Path, say: Callable[[str], object]) -> Iterator[RunningFile]:
    """Report the servers that have ended without stopping since the last start, and create the
    file of this server. Raises StartError if the folder cannot be written."""
    path = folder / f"{datetime.now(UTC):{NAME}}-{secrets.token_hex(4)}"
    try:
        with wait_for_lock(folder.with_suffix(".lock")):
            folder.mkdir(exist_ok=True)
            for each in sorted(folder.glob(f"*Z-{'?' * 8}")):
                # That server may stop, and remove its file, at this moment.
                with suppress(FileNotFoundError):
                    if sentence := _ended_without_stopping(each):
                        say(sentence)
            file = path.open("w")
            # A POSIX lock, because workers do not inherit it. They may run for seconds after
            # this process was killed.
            fcntl.lockf(file, fcntl.LOCK_EX)
    except OSError as error:
        raise cannot_write(path, error) from None
    with file:
        try:
            yield RunningFile(path)
        finally:
            path.unlink(missing_ok=True)


def _ended_without_stopping(path: Path) -> str | None:
    """Return a message if the server of this file does not run any more, and remove the
    file."""
    with path.open("r+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return None
        seen = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        path.unlink()
    started = datetime.strptime(path.name.rpartition("-")[0], NAME)
    return (
        f"The server that was started at {started:{SHOWN}} did not stop: it was killed, or the "
        f"machine went down. It ran at {seen:{SHOWN}}, and ended within a minute of that."
    )
