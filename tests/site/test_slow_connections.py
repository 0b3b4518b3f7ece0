"""Connections to the real server that never finish what they send do not block other
clients."""

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.bench.slow_connections import KINDS
from tests.server import PATIENCE, Server
from tichu_score.request_bodies import BodyLimits

TOO_MANY = BodyLimits().count_per_address + 20
SLOW_BODIES = ["no body", "half a body", "no chunk"]


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    with Server() as server:
        yield server


def slow(server: Server, kind: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.sendall(KINDS[kind]("127.0.0.1"))
    return line


def status(server: Server, method: str) -> int:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    line.request(method, "/new/", body=b"a1=Ada" if method == "POST" else None)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def rest(line: socket.socket) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    said = b""
    try:
        while heard := line.recv(65536):
            said += heard
    except ConnectionResetError:
        pass  # the server closed the connection while the body was being sent
    return said


@pytest.mark.parametrize("kind", KINDS)
def test_page_and_form_are_answered_beside_slow_connections(running: Server, kind: str) -> None:
    with ExitStack() as lines:
        for _ in range(TOO_MANY):
            lines.enter_context(slow(running, kind))
        assert (status(running, "GET"), status(running, "POST")) == (200, 403)


@pytest.mark.parametrize("kind", SLOW_BODIES)
def test_slow_body_that_makes_room_is_answered_and_cut_off(running: Server, kind: str) -> None:
    with ExitStack() as lines:
        opened = [lines.enter_context(slow(running, kind)) for _ in range(TOO_MANY)]
        assert rest(opened[0]).startswith(b"HTTP/1.1 408 ")


def test_header_without_an_end_is_refused(running: Server) -> None:
    with slow(running, "half a header") as line:
        line.sendall(b"X: " + b"x" * 100_000)
        assert rest(line).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"no chunk\r\n", 400),
        (b"ffffffffffffffffff\r\n", 400),
        (b"5\r\nab\r\n0\r\n\r\n", 400),
        (b"1\r\na\r\n" * 10_000 + b"0\r\n\r\n", 413),
        (b"2\r\nab\r\n0\r\n\r\n", 403),
    ],
)
def test_body_in_chunks_is_refused_where_it_is_none(
    running: Server, body: bytes, said: int
) -> None:
    with slow(running, "no chunk") as line:
        line.sendall(body)
        assert line.recv(12) == b"HTTP/1.1 %d" % said
