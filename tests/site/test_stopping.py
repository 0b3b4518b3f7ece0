"""The server stops at once, regardless of the number of open streams, and ends each of them."""

import http.client
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.server import PATIENCE, ROOT, Server

GAME = """
import uuid
from scoring.models import Agreement, Group
from scoring.rules import BySeat
from scoring.services.games import start_game
from scoring.services.membership import join_group, register_device
group = Group.objects.create()
device, token = register_device("Android")
join_group(device, group)
names = BySeat("Anna", "Bernd", "Clara", "Dieter")
game = start_game(group, names, Agreement(), key=uuid.uuid4())
print(game.key, token)
"""


class Stream:
    """An open stream of a phone."""

    def __init__(self, server: Server, game: str, token: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.line.request("GET", f"/live/t/{game}/", headers={"Cookie": f"device={token}"})
        self.answer = self.line.getresponse()
        assert self.answer.status == 200
        while not self.answer.readline().startswith(b"data: "):
            pass

    def rest(self) -> bytes:
        """Return the rest of the answer. Raises if the server does not end it properly."""
        with closing(self.line), self.answer:
            return self.answer.read()


def create_game(server: Server) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", GAME],
        cwd=ROOT,
        env=server.env,
        capture_output=True,
        text=True,
        check=True,
    )
    game, token = done.stdout.split()
    return game, token


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_open_streams_end_when_the_server_stops(by: signal.Signals) -> None:
    with Server() as server, ThreadPoolExecutor() as pool:
        game, token = create_game(server)
        streams = [Stream(server, game, token) for _ in range(3)]
        rests = [pool.submit(stream.rest) for stream in streams]
        took = server.stop_in_time(by)
        print(f"\nStopped with {len(streams)} open streams in {took:.2f} s")
        assert [rest.result() for rest in rests] == [b"\n", b"\n", b"\n"]
