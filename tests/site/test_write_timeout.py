"""Accepted connections have a timeout for writing."""

import asyncio
import socket
import sys

import pytest

from tichu_score.write_timeout import set_write_timeout

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux has the limit")


def seconds_of(line: socket.socket) -> float:
    return line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) / 1000


def test_connection_has_the_limit_that_its_server_was_given() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        asyncio.run(set_write_timeout(7))
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert seconds_of(accepted) == 7


def test_socket_that_does_not_listen_has_no_limit() -> None:
    with socket.create_server(("127.0.0.1", 0)), socket.socket() as other:
        asyncio.run(set_write_timeout(7))
        assert seconds_of(other) == 0
