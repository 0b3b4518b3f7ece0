"""End a process whose parent has ended. Otherwise it would hold a port or a lock, and nothing
would stop it."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait

KILL_TIMEOUT = 3.0  # seconds until a process that does not stop is ended immediately

log = logging.getLogger(__name__)


@contextmanager
def end_with_parent() -> Iterator[None]:
    """End this process when its parent ends, which makes a pipe readable.

    Does nothing outside a worker process.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        yield
        return
    loop = asyncio.get_running_loop()
    sentinel = parent.sentinel

    def end() -> None:
        log.error("The parent process was killed: process %d ends too.", os.getpid())
        loop.remove_reader(sentinel)
        timer = threading.Timer(KILL_TIMEOUT, os._exit, [1])
        timer.daemon = True
        timer.start()
        os.kill(os.getpid(), signal.SIGTERM)

    loop.add_reader(sentinel, end)
    try:
        yield
    finally:
        loop.remove_reader(sentinel)


def end_at_once_with_parent() -> None:
    """From now on, end this process as soon as its parent has ended, for whatever reason."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101 (this is a child process)
    wait([parent.sentinel])
    os._exit(0)
