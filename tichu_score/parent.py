"""End a worker process whose parent is gone: it would keep the port, and nothing stops it."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

KILL_TIMEOUT = 3.0  # seconds until a process that does not stop ends at once


@contextmanager
def end_with_parent() -> Iterator[None]:
    """Watch the parent of this process: its end makes a pipe readable. Outside of a worker
    process this does nothing."""
    parent = multiprocessing.parent_process()
    if parent is None:
        yield
        return
    loop = asyncio.get_running_loop()
    sentinel = parent.sentinel

    def end() -> None:
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
