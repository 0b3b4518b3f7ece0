"""Requests as a phone sends them to a running server, byte by byte, and what is recorded."""

import http.client
import json
from contextlib import closing

from tests.bench.phones import Phone
from tests.server import PATIENCE, Server
from tests.site.running import in_shell


def sent(server: Server, request: bytes) -> http.client.HTTPConnection:
    """Send a request as a phone does, and return the connection on which the answer comes."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    method, path, _ = first.split()
    headers = dict(line.split(": ", 1) for line in rest)
    headers.pop("Accept-Encoding")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path, body, headers)
    return connection


def answered(server: Server, request: bytes) -> tuple[int, str]:
    """The status and the body of the answer to a request as a phone sends it."""
    with closing(sent(server, request)) as connection:
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def at_a_new_game(server: Server) -> tuple[Phone, str]:
    """A phone, and the key of a game of its group."""
    seeded = json.loads(in_shell(server, "from tests.bench import seed; seed.tables(1)"))
    game = seeded["games"][0][0]
    return Phone(server.url, seeded["token"], game), game


def rounds_of_a_game(server: Server) -> list[bytes]:
    """The rounds of a new game, as they are tapped in."""
    phone, game = at_a_new_game(server)
    return phone.score(game)


def recorded(server: Server) -> int:
    count = "from scoring.models import Round; print(Round.objects.count())"
    return int(in_shell(server, count))
