"""A TCP proxy in front of a server, at the address that phones know. While it is stopped,
nothing answers at that address. `tests/e2e/proxy.py` loses or changes single requests."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from tests.server import free_port

HOST = "127.0.0.1"


class TcpProxy:
    """Forwards connections to the port of a server. It stops and starts at once. A server would
    take seconds to start again and to render all pages that it had cached."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.start()

    def start(self) -> None:
        self.listener = socket.create_server((HOST, self.port))
        self.connections: list[socket.socket] = []
        self.accepting = start_thread(self._accept)

    def stop(self) -> None:
        """Accept no further connections, and close the open ones."""
        close(self.listener)
        self.accepting.join()
        close(*self.connections)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                try:
                    server = socket.create_connection((HOST, self.server_port))
                except OSError:
                    client.close()  # the server is being started again
                    continue
                self.connections += [client, server]
                start_thread(forward, client, server)
                start_thread(forward, server, client)


def start_thread(work: Callable[..., None], *sockets: socket.socket) -> threading.Thread:
    thread = threading.Thread(target=work, args=sockets, daemon=True)
    thread.start()
    return thread


def forward(source: socket.socket, target: socket.socket) -> None:
    """Forward all bytes from one socket to the other until either is closed, then close
    both."""
    with suppress(OSError):
        while received := source.recv(1 << 16):
            target.sendall(received)
    close(source, target)


def close(*sockets: socket.socket) -> None:
    for each in sockets:
        # The socket may be closed already. `shutdown` wakes a thread that waits for the socket;
        # `close` does not.
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
