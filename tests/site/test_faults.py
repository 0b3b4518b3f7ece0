"""A server keeps what it has acknowledged, and reports when it cannot: after its parent is
killed, with a database that cannot be reached or written, and with a wrong clock."""

import http.client
import json
import os
import resource
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.server import Server, is_listening
from tests.server_processes import child_pids
from tests.site.database_faults import database_gone, writes_locked
from tests.site.phones import answered, phone_with_new_game, recorded, rounds_of_a_game, sent
from tests.site.running import get, in_shell


def etag(server: Server, request: bytes) -> str:
    """Return the ETag of a page that a phone requests."""
    with closing(sent(server, request)) as connection:
        answer = connection.getresponse()
        assert answer.status == 200
        return answer.headers["ETag"]


def status_of(server: Server, request: bytes, seen: str) -> int:
    """Return the status of the answer to a phone that has the page with this ETag."""
    asked = request.replace(b"\r\n\r\n", f"\r\nIf-None-Match: {seen}\r\n\r\n".encode())
    return answered(server, asked)[0]


def next_version(events: http.client.HTTPResponse) -> int:
    """Return the next version of the game that a stream sends."""
    while not (line := events.readline()).startswith(b"data: "):
        assert line, "The stream ended."
    return int(line.removeprefix(b"data: "))


@contextmanager
def entry_of_log(server: Server, containing: str) -> Iterator[None]:
    """Check that exactly one entry of one line is logged during the block, and that it contains
    this text."""
    before = len(server.log())
    yield
    (line,) = server.log()[before:].splitlines()
    assert containing in line


@pytest.mark.parametrize("processes", ["1", "2"])
def test_workers_end_when_their_parent_is_killed(processes: str) -> None:
    with Server(PROCESSES=processes) as server:
        workers = list(child_pids(server.process.pid))
        server.process.kill()
        server.process.wait()
        server.wait(lambda: not is_listening(server.port), "given its port back")
        server.wait(lambda: not any(map(runs, workers)), "ended its workers")
        entries = [
            f"The parent process was killed: process {each} ends too." for each in workers
        ]
        logged = [server.log().count(entry) for entry in entries]

    assert logged == [1] * int(processes)


def runs(pid: int) -> bool:
    """Return whether the process runs. One that has ended may still be listed."""
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
            with entry_of_log(server, "The database is locked ("):
                status, page = answered(server, first)
                assert answered(server, first)[0] == 503
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
        with database_gone(server), entry_of_log(server, "The database does not answer ("):
            assert get(server, "/healthz").status == 503
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
    """Rows of a clock that is a day ahead or behind precede rows of the right clock."""
    with Server() as server:
        phone, game = phone_with_new_game(server)
        first, second, *_ = phone.score(game)
        page = phone.open(game)
        assert answered(server, first)[0] == 200
        in_shell(server, MOVE_TIMES.format(days=days))
        old, stream = etag(server, page), sent(server, phone.stream(game))
        events = stream.getresponse()
        assert next_version(events) == 1
        # The recorded round sent again, and the next round.
        assert [answered(server, each)[0] for each in (first, second)] == [200, 200]
        assert next_version(events) == 2
        stream.close()
        new = etag(server, page)

        assert status_of(server, page, old) == 200
        assert status_of(server, page, new) == 304
        assert json.loads(in_shell(server, NUMBERS)) == [[[1, 1], [2, 2]], [1, 2], 2]


def test_worker_that_is_killed_is_replaced() -> None:
    with Server() as server:
        server.wait(
            lambda: len([*child_pids(server.process.pid)]) == 1, "had one process alone"
        )
        (worker,) = child_pids(server.process.pid)
        with entry_of_log(server, " ERROR _granian [-]: Unexpected exit from worker-1"):
            os.kill(worker, signal.SIGKILL)
            server.wait(lambda: worker not in child_pids(server.process.pid), "lost its worker")
            server.wait(server.answers, "answered again")


def test_start_after_a_kill_says_that_the_last_one_did_not_stop() -> None:
    with Server() as server:
        server.kill()
        server.start()
        server.stop()
        server.start()
        log = server.log()

    assert (
        log.count("ERROR tichu_score.management.commands.serve [-]: The server that was") == 1
    )


def limit_files(server: Server, size: int) -> None:
    """Let no process of the server write beyond this size, so that no file grows, as on a full
    disk."""
    for pid in (server.process.pid, *child_pids(server.process.pid)):
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


def test_round_that_comes_while_the_server_is_stopped_counts_when_it_continues() -> None:
    """As when a machine sleeps or a container is paused."""
    with Server() as server:
        first, *_ = rounds_of_a_game(server)
        (worker,) = child_pids(server.process.pid)
        os.kill(worker, signal.SIGSTOP)
        with closing(sent(server, first)) as connection:
            os.kill(worker, signal.SIGCONT)
            assert connection.getresponse().status == 200

        assert recorded(server) == 1
