"""Requests as a phone sends them to a running server, byte by byte, and the number of recorded
rounds."""

import http.client
import json
from contextlib import closing

from tests.bench.phones import Phone
from tests.server import PATIENCE, Server
from tests.site.running import in_shell


def sent(server: Server, request: bytes) -> http.client.HTTPConnection:
    """Send a request as a phone does. Returns the connection on which the answer arrives."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    method, path, _ = first.split()
    headers = dict(line.split(": ", 1) for line in rest)
    headers.pop("Accept-Encoding")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path, body, headers)
    return connection


def answered(server: Server, request: bytes) -> tuple[int, str]:
    """Send a request as a phone does. Returns the status and the body of the answer."""
    with closing(sent(server, request)) as connection:
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def phone_with_new_game(server: Server) -> tuple[Phone, str]:
    """Return a phone, and the key of a new game of its group."""
    seeded = json.loads(in_shell(server, "from tests.bench import seed; seed.tables(1)"))
    game = seeded["games"][0][0]
    return Phone(server.url, seeded["token"], game), game


def rounds_of_a_game(server: Server) -> list[bytes]:
    """Return the requests that record the rounds of a new game."""
    phone, game = phone_with_new_game(server)
    return phone.score(game)


def recorded(server: Server) -> int:
    count = "from scoring.models import Round; print(Round.objects.count())"
    return int(in_shell(server, count))
