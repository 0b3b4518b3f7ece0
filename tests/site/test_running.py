"""A start reports each server of its data folder that did not stop properly, and no other
server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server import ROOT
from tichu_score.running import TOUCHED_EVERY, RunningFile, mark_as_running
from tichu_score.start_error import StartError

# A server with a worker. It prints what it finds, and stops after it has read a line.
SERVER = """
import os, signal, sys
from pathlib import Path
from tichu_score.running import mark_as_running
with mark_as_running(Path(sys.argv[1]), print):
    if os.fork():
        print("runs", flush=True)
        sys.stdin.readline()
    else:
        signal.pause()
"""
SEEN = 1_795_626_192  # 2026-11-25 17:03:12 UTC
DID_NOT_STOP = (
    "The server that was started at 2026-11-25 16:00:00 UTC did not stop: it was killed, or "
    "the machine went down. It ran at 2026-11-25 17:03:12 UTC, and ended within a minute of "
    "that."
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "running"


@contextmanager
def running(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a server on this folder. Its worker lives until the end of the block."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as server:
        assert server.stdout
        assert server.stdout.readline() == "runs\n"
        try:
            yield server
        finally:
            os.killpg(server.pid, 9)


def start_and_stop(folder: Path) -> list[str]:
    """Start and stop a server. Returns what the start reports about other servers."""
    said: list[str] = []
    with mark_as_running(folder, said.append):
        pass
    return said


def leave(folder: Path, name: str) -> None:
    """Create the file of a server that does not run any more."""
    folder.mkdir(exist_ok=True)
    (folder / name).touch()
    os.utime(folder / name, (SEEN, SEEN))


def test_server_that_did_not_stop_is_said_once(folder: Path) -> None:
    leave(folder, "2026-11-25T160000Z-0a0b0c0d")
    assert start_and_stop(folder) == [DID_NOT_STOP]
    assert start_and_stop(folder) == []


def test_each_server_that_did_not_stop_is_said(folder: Path) -> None:
    leave(folder, "2026-11-25T160000Z-0a0b0c0d")
    leave(folder, "2026-11-25T160000Z-1a1b1c1d")
    assert start_and_stop(folder) == [DID_NOT_STOP] * 2


def test_nothing_is_said_of_a_server_that_runs(folder: Path) -> None:
    with running(folder):
        assert start_and_stop(folder) == []


def test_server_that_is_killed_did_not_stop_although_its_worker_lives_on(folder: Path) -> None:
    with running(folder) as server:
        server.kill()
        server.wait()
        assert len(start_and_stop(folder)) == 1


def test_server_that_stopped_leaves_nothing(folder: Path) -> None:
    with running(folder) as server:
        assert server.stdin
        print(file=server.stdin, flush=True)
        server.wait()
        assert list(folder.iterdir()) == []
        assert start_and_stop(folder) == []


def test_server_that_stopped_by_an_error_leaves_nothing(folder: Path) -> None:
    with pytest.raises(StartError), mark_as_running(folder, print):
        raise StartError("The port is taken.")
    assert list(folder.iterdir()) == []


def test_time_is_noted_once_a_minute(folder: Path) -> None:
    leave(folder, "file")
    file = RunningFile(
        folder / "file", iter([0.0, TOUCHED_EVERY - 1, TOUCHED_EVERY, TOUCHED_EVERY]).__next__
    )
    file.touch()
    assert (folder / "file").stat().st_mtime == SEEN
    file.touch()
    assert (folder / "file").stat().st_mtime > SEEN


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "running").touch()
    with (
        pytest.raises(StartError, match=f"^Cannot write {tmp_path}/running/"),
        mark_as_running(tmp_path / "running", print),
    ):
        pass
