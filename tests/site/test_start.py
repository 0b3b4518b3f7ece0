"""A server that cannot start reports the reason in a sentence.

The exit code tells a service manager whether it should try again.
"""

import os
import resource
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from tests import prepared
from tests.server import PATIENCE, free_port
from tests.site.starting import refused, serve
from tichu_score.database_check import access_error, check_database
from tichu_score.file_lock import try_lock
from tichu_score.start_error import StartError

TOO_LATE = "postgres://tichu:h1dden@127.0.0.1:{port}/tichu"


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """The SQLite file of a server in this folder."""
    return tmp_path / "tichu.sqlite3"


def test_wrong_setting_is_named(tmp_path: Path) -> None:
    assert refused(tmp_path, TIME_ZONE="Mars/One") == (
        os.EX_CONFIG,
        "TIME_ZONE must be a time zone such as Europe/Berlin, not 'Mars/One'.",
    )


def test_more_processes_than_the_machine_has_use_for_are_refused(tmp_path: Path) -> None:
    code, line = refused(tmp_path, PROCESSES="9999")
    assert code == os.EX_CONFIG
    assert line.startswith("PROCESSES must be a whole number from 1 to ")


def test_more_threads_than_a_process_has_use_for_are_refused(tmp_path: Path) -> None:
    code, line = refused(tmp_path, THREADS="9999")
    assert code == os.EX_CONFIG
    assert line.startswith("THREADS must be a whole number from 1 to 32, not '9999'")


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    code, line = refused(folder)
    assert code == os.EX_CANTCREAT
    assert line.startswith(f"Cannot write {folder}/secret_key (Not a directory): make room, ")


def collecting(folder: Path) -> subprocess.Popen[str]:
    """Start a server with a migrated database, and wait until it collects the static files."""
    prepared.copy_database(folder)
    process = serve(folder)
    deadline = time.monotonic() + PATIENCE
    while not (folder / "static-new").exists():
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.02)
    return process


def is_prepared(process: subprocess.Popen[str]) -> bool:
    """Return whether a server prints the last line of its start, after the database and the
    static files are ready."""
    assert process.stdout
    lines = iter(process.stdout.readline, "")
    return any(line.startswith("Ctrl-C stops it.") for line in lines)


def test_next_start_waits_for_nothing_of_one_that_was_killed(tmp_path: Path) -> None:
    with collecting(tmp_path) as process:
        process.kill()
    with serve(tmp_path) as second:
        prepared_anew = is_prepared(second)
        second.terminate()
        second.communicate(timeout=PATIENCE)
    assert prepared_anew


def test_start_that_is_stopped_collects_no_further_files(tmp_path: Path) -> None:
    with collecting(tmp_path) as process:
        process.terminate()
    assert process.returncode == 0
    assert not (tmp_path / "static-new" / "staticfiles.json").exists()


def test_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, line = refused(tmp_path / "file")
    assert code == os.EX_CANTCREAT
    assert line.startswith(f"Cannot write {tmp_path}/file/secret_key (Not a directory): make ")


def test_folder_without_room_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        process = serve(folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with process:
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == os.EX_CANTCREAT
    assert said.startswith("The database cannot be brought up to date (")
    assert said.count("\n") == 1


def test_database_that_does_not_answer_is_waited_for(tmp_path: Path) -> None:
    url = TOO_LATE.format(port=free_port())
    process = serve(tmp_path, DATABASE_URL=url, DATABASE_WAIT="1")
    with process:
        printed, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == os.EX_UNAVAILABLE
    assert printed.startswith("Waiting up to 1 s for the database (connection")
    assert said.startswith("The database does not answer (connection")
    assert said.endswith("): start it, or see DATABASE_URL.\n")
    assert "h1dden" not in printed + said


def test_file_that_is_no_database_is_refused(tmp_path: Path, stored: Path) -> None:
    stored.write_bytes(b"Anna 100 : 0 Bernd\n" * 1000)
    code, line = refused(tmp_path)
    assert code == os.EX_DATAERR
    assert line.startswith(f"The database {stored} cannot be used (file is not a database): ")
    assert stored.read_bytes() == b"Anna 100 : 0 Bernd\n" * 1000


def test_database_in_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    stored = tmp_path / "missing" / "tichu.sqlite3"
    code, line = refused(tmp_path, DATABASE_URL=f"sqlite:///{stored}")
    assert code == os.EX_CANTCREAT
    assert line == (
        f"The database {stored} cannot be opened and written (unable to open database file): "
        "make its folder if there is none, and let this user write the folder and the file."
    )


def test_database_that_may_only_be_read_is_no_full_disk(stored: Path) -> None:
    sqlite3.connect(stored).close()
    database = sqlite3.connect(f"{stored.as_uri()}?mode=ro", uri=True)
    with closing(database), pytest.raises(sqlite3.OperationalError) as failed:
        database.execute("CREATE TABLE scoring_group (id)")
    wrapped = DatabaseError(str(failed.value))
    wrapped.__cause__ = failed.value
    error = access_error(wrapped)
    assert error
    assert error.code == os.EX_CANTCREAT
    assert "cannot be opened and written (attempt to write a readonly database)" in str(error)


def test_database_of_another_program_is_refused(tmp_path: Path, stored: Path) -> None:
    with closing(sqlite3.connect(stored)) as database:
        database.execute("CREATE TABLE album (title)")
    code, line = refused(tmp_path)
    assert code == os.EX_DATAERR
    assert line == (
        f"The database {stored} belongs to another program (it has a table album): "
        "set DATABASE_URL to a database of its own."
    )


@pytest.mark.parametrize("lock", ["EXCLUSIVE", "IMMEDIATE"])
def test_locked_database_is_tried_again(tmp_path: Path, stored: Path, lock: str) -> None:
    """In a database without WAL, an exclusive lock blocks readers too."""
    with closing(sqlite3.connect(stored)) as database:
        if lock == "IMMEDIATE":
            database.execute("PRAGMA journal_mode=WAL")
        database.execute(f"BEGIN {lock}")
        assert refused(tmp_path) == (
            os.EX_TEMPFAIL,
            f"The database {stored} is locked by another program: end that, and start again.",
        )


def test_unknown_option_of_the_database_address_is_named(tmp_path: Path) -> None:
    url = TOO_LATE.format(port=free_port()) + "?schema=public"
    code, line = refused(tmp_path, DATABASE_URL=url)
    assert code == os.EX_CONFIG
    assert line.startswith("DATABASE_URL has an option that cannot be used (")
    assert 'invalid connection option "schema"' in line
    assert "h1dden" not in line


def test_server_does_not_start_while_a_backup_is_restored(tmp_path: Path) -> None:
    lock = try_lock(tmp_path / "server.lock", shared=False)
    assert lock
    with lock:
        assert refused(tmp_path) == (
            os.EX_TEMPFAIL,
            "The database is being restored or copied: start again when that is done.",
        )


@pytest.mark.django_db
def test_database_of_this_program_is_fine() -> None:
    check_database()


@pytest.mark.django_db
def test_database_of_a_newer_version_is_refused() -> None:
    MigrationRecorder(connection).record_applied("scoring", "9999_from_the_future")
    with pytest.raises(StartError, match=r"was written by a newer .* \(it has 9999_from_the_f"):
        check_database()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="is about a file")
@pytest.mark.django_db(transaction=True)
def test_damaged_database_is_refused(tmp_path: Path, stored: Path) -> None:
    """Bytes in the middle of a valid database are overwritten."""
    with closing(sqlite3.connect(stored)) as copy, connection.cursor() as cursor:
        cursor.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    with stored.open("r+b") as file:
        size = stored.stat().st_size
        for place in range(4096, size, 8192):
            file.seek(place)
            file.write(b"\xff" * 64)
    code, line = refused(tmp_path)
    assert code == os.EX_DATAERR
    assert line.startswith(f"The database {stored} cannot be used (")
    assert line.endswith("if it is damaged, restore a backup (docs/deploy.md says how).")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Start two servers at once on an empty folder."""
    servers = [serve(tmp_path, NO_LIMITS="1") for _ in range(2)]
    yield servers
    for each in servers:
        each.terminate()
    for each in servers:
        each.communicate(timeout=PATIENCE)
    shutil.rmtree(tmp_path)


def test_two_servers_start_at_once_on_an_empty_folder(
    two: list[subprocess.Popen[str]],
) -> None:
    assert [is_prepared(each) for each in two] == [True, True]
