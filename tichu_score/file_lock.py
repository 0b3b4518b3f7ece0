"""Locks between processes that share a data folder. The system releases a lock when its holder
ends, for whatever reason."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tichu_score.start_error import cannot_write


@contextmanager
def wait_for_lock(path: Path) -> Iterator[None]:
    """Hold the lock exclusively; wait until no other process holds it. Raises StartError if the
    file cannot be written."""
    with _open(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def try_lock(path: Path, *, shared: bool) -> IO[bytes] | None:
    """Take the lock, exclusively or shared, and return its open file; None if another process
    holds the lock in the other mode. The lock lasts until the file is closed here and in every
    process that was forked meanwhile. Raises StartError if the file cannot be written."""
    file = _open(path)
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def _open(path: Path) -> IO[bytes]:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path.open("ab")
    except OSError as error:
        raise cannot_write(path, error) from None
