"""A timeout for writing: the operating system closes connections whose clients receive no data.

granian has no such timeout, so a connection whose client reads nothing would remain open for as
long as the client wants. TCP_USER_TIMEOUT is a timeout in the kernel, and an accepted
connection inherits the option from the listening socket. granian opens that socket in this
process after the application has started and does not expose it, so it is found among the open
files.
"""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

WRITE_TIMEOUT = 30  # seconds without an acknowledgement of sent data
POLL_INTERVAL = 0.1  # seconds between two searches for the socket

OPEN_FILES = Path("/proc/self/fd")


async def set_write_timeout(seconds: float = WRITE_TIMEOUT) -> None:
    """Wait for the listening sockets of this process, and set the timeout on them.

    Does nothing on systems without TCP_USER_TIMEOUT or /proc.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    done = option is None or not OPEN_FILES.exists()
    while not done:
        for listener in _listening_sockets():
            with closing(listener):
                listener.setsockopt(socket.IPPROTO_TCP, option or 0, round(seconds * 1000))
                done = True
        await asyncio.sleep(POLL_INTERVAL)


def _listening_sockets() -> Iterator[socket.socket]:
    """Yield a duplicate of every listening TCP socket of this process."""
    for file in OPEN_FILES.iterdir():
        with suppress(OSError):
            if not os.readlink(file).startswith("socket:"):
                continue
            duplicate = socket.socket(fileno=os.dup(int(file.name)))
            listens = duplicate.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            if listens and duplicate.family in {socket.AF_INET, socket.AF_INET6}:
                yield duplicate
            else:
                duplicate.close()
