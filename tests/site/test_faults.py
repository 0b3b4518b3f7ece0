"""A server keeps what it acknowledged, and says so where it cannot: a parent that is killed, a
database file that is deleted, writes that are locked out."""

import http.client
import json
import os
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.bench.phones import Phone
from tests.bench.watchers import children
from tests.server import PATIENCE, Server, is_listening
from tests.site.test_serve import get, in_shell


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


def rounds_of_a_game(server: Server) -> list[bytes]:
    """The rounds of a new game, as they are tapped in."""
    laid = json.loads(in_shell(server, "from tests.bench import seed; seed.tables(1)"))
    game = laid["games"][0][0]
    return Phone(server.url, laid["token"], game).score(game)


def recorded(server: Server) -> int:
    count = "from scoring.models import Round; print(Round.objects.count())"
    return int(in_shell(server, count))


@contextmanager
def writes_locked(server: Server) -> Iterator[None]:
    """Another program holds the lock for writing."""
    if url := server.env.get("DATABASE_URL"):
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE scoring_game IN EXCLUSIVE MODE")
            yield
            other.rollback()
        return
    path = Path(server.env["DATA_DIR"]) / "tichu.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_workers_end_when_their_parent_is_killed(processes: str) -> None:
    with Server(PROCESSES=processes) as server:
        workers = list(children(server.process.pid))
        server.process.kill()
        server.process.wait()
        server.wait(lambda: not is_listening(server.port), "given its port back")
        server.wait(lambda: not any(map(runs, workers)), "ended its workers")

    assert len(workers) == int(processes)


def runs(pid: int) -> bool:
    """Whether the process runs: one that has ended may still be listed."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_nothing_is_acknowledged_once_the_file_is_deleted() -> None:
    with Server(DATABASE_URL="") as server:
        first, second, *_ = rounds_of_a_game(server)
        folder = Path(server.env["DATA_DIR"])
        assert answered(server, first)[0] == 200
        for file in folder.glob("tichu.sqlite3*"):
            file.unlink()

        status, page = answered(server, second)

        assert status == 503
        assert "<h1>Not available right now</h1>" in page
        assert get(server, "/").status == 503
        assert not (folder / "tichu.sqlite3").exists()


def test_write_that_is_locked_out_is_refused_and_counts_once_when_it_is_sent_again() -> None:
    with Server() as server:
        first, *_ = rounds_of_a_game(server)
        with writes_locked(server):
            status, page = answered(server, first)
            assert get(server, "/rules/").status == 200
        again = [answered(server, first)[0] for _ in range(2)]

        assert status == 503
        assert "The scores cannot be read or written at the moment." in page
        assert (again, recorded(server)) == ([200, 200], 1)


def test_worker_that_is_killed_is_replaced() -> None:
    with Server() as server:
        server.wait(lambda: len([*children(server.process.pid)]) == 1, "had one process alone")
        (worker,) = children(server.process.pid)
        os.kill(worker, signal.SIGKILL)
        server.wait(lambda: worker not in children(server.process.pid), "lost its worker")
        server.wait(server.answers, "answered again")


def limit_files(server: Server, size: int) -> None:
    """Let no process of the server write beyond this size: as on a full disk, no file grows."""
    for pid in (server.process.pid, *children(server.process.pid)):
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def test_round_that_the_disk_has_no_room_for_counts_once_there_is_some() -> None:
    with Server(DATABASE_URL="") as server:
        first, *_ = rounds_of_a_game(server)
        limit_files(server, 0)
        status, page = answered(server, first)
        assert get(server, "/rules/").status == 200
        limit_files(server, resource.RLIM_INFINITY)
        again = [answered(server, first)[0] for _ in range(2)]

        assert status == 503
        assert "The scores cannot be read or written at the moment." in page
        assert (again, recorded(server)) == ([200, 200], 1)


def test_round_that_comes_while_the_server_is_stopped_counts_when_it_goes_on() -> None:
    """As where a machine sleeps, or a container is paused."""
    with Server() as server:
        first, *_ = rounds_of_a_game(server)
        (worker,) = children(server.process.pid)
        os.kill(worker, signal.SIGSTOP)
        with closing(sent(server, first)) as connection:
            os.kill(worker, signal.SIGCONT)
            assert connection.getresponse().status == 200

        assert recorded(server) == 1
