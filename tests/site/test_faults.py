"""A server keeps what it acknowledged, and says so where it cannot: a parent that is killed, a
database that goes away, writes that are locked out, a clock that is wrong."""

import http.client
import json
import os
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

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


def etag(server: Server, request: bytes) -> str:
    """The ETag of a page as a phone asks for it."""
    with closing(sent(server, request)) as connection:
        answer = connection.getresponse()
        assert answer.status == 200
        return answer.headers["ETag"]


def status_of(server: Server, request: bytes, seen: str) -> int:
    """The status of the answer to who has the page of this ETag."""
    asked = request.replace(b"\r\n\r\n", f"\r\nIf-None-Match: {seen}\r\n\r\n".encode())
    return answered(server, asked)[0]


def next_version(events: http.client.HTTPResponse) -> int:
    """The version of the game that a stream tells next."""
    while not (line := events.readline()).startswith(b"data: "):
        assert line, "The stream ended."
    return int(line.removeprefix(b"data: "))


def at_a_new_game(server: Server) -> tuple[Phone, str]:
    """A phone, and the key of a game of its group."""
    laid = json.loads(in_shell(server, "from tests.bench import seed; seed.tables(1)"))
    game = laid["games"][0][0]
    return Phone(server.url, laid["token"], game), game


def rounds_of_a_game(server: Server) -> list[bytes]:
    """The rounds of a new game, as they are tapped in."""
    phone, game = at_a_new_game(server)
    return phone.score(game)


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


@contextmanager
def database_gone(server: Server) -> Iterator[None]:
    """PostgreSQL ends all connections to the database, and takes no new ones."""
    name = urlsplit(server.env["DATABASE_URL"]).path.lstrip("/")
    allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with psycopg.connect(server.admin_url, autocommit=True) as other:
        other.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        yield
        other.execute(allow.format(sql.Identifier(name), sql.SQL("true")))


@contextmanager
def entry_of_log(server: Server, containing: str) -> Iterator[None]:
    """Meanwhile one entry of one line is logged, with this in it, and nothing else."""
    before = len(server.log())
    yield
    (line,) = server.log()[before:].splitlines()
    assert containing in line


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
            with entry_of_log(server, "Service Unavailable: /t/<uuid:key>/rounds/ ("):
                status, page = answered(server, first)
            assert get(server, "/rules/").status == 200
        again = [answered(server, first)[0] for _ in range(2)]

        assert status == 503
        assert "The scores cannot be read or written at the moment." in page
        assert (again, recorded(server)) == ([200, 200], 1)


@pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="a file is no server"
)
def test_round_that_comes_while_the_database_is_away_counts_once_when_it_is_back() -> None:
    with Server() as server:
        first, second, *_ = rounds_of_a_game(server)
        assert answered(server, first)[0] == 200
        with database_gone(server):
            with entry_of_log(server, "Service Unavailable: /healthz"):
                assert get(server, "/healthz").status == 503
            with entry_of_log(server, "Service Unavailable: /t/<uuid:key>/rounds/ ("):
                status, page = answered(server, second)
        assert get(server, "/healthz").status == 200
        again = [answered(server, second)[0] for _ in range(2)]

        assert status == 503
        assert "The scores cannot be read or written at the moment." in page
        assert (again, recorded(server)) == ([200, 200], 2)


MOVE_TIMES = """
from datetime import timedelta
from django.db.models import F
from scoring.models import Change, Game, Round
by = timedelta(days={days})
Round.objects.update(recorded=F("recorded") + by)
Change.objects.update(at=F("at") + by)
Game.objects.update(created=F("created") + by)
"""
NUMBERS = """
import json
from scoring.models import Change, Game, Round
rounds = list(Round.objects.order_by("seq").values_list("seq", "version"))
changes = list(Change.objects.order_by("number").values_list("number", flat=True))
print(json.dumps([rounds, changes, Game.objects.get().version]))
"""


@pytest.mark.parametrize("days", [1, -1])
def test_no_order_depends_on_the_clock(days: int) -> None:
    """What was stored by a clock a day ahead, or behind, is before what is stored by now's."""
    with Server() as server:
        phone, game = at_a_new_game(server)
        first, second, *_ = phone.score(game)
        page = phone.open(game)
        assert answered(server, first)[0] == 200
        in_shell(server, MOVE_TIMES.format(days=days))
        old, stream = etag(server, page), sent(server, phone.watch(game))
        events = stream.getresponse()
        assert next_version(events) == 1
        # The one that had counted, sent again, and the next.
        assert [answered(server, each)[0] for each in (first, second)] == [200, 200]
        assert next_version(events) == 2
        stream.close()
        new = etag(server, page)

        assert status_of(server, page, old) == 200
        assert status_of(server, page, new) == 304
        assert json.loads(in_shell(server, NUMBERS)) == [[[1, 1], [2, 2]], [1, 2], 2]


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
