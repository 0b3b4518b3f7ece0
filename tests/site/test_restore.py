"""A restore refuses some files, and keeps the SQLite file that was there before."""

import os
import resource
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.site.running import manage_in
from tichu_score.backups import check_backup, make_backup
from tichu_score.start_error import StartError

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="is about a file")


@pytest.fixture(autouse=True)
def _folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_restore_on_a_full_disk_leaves_the_database(tmp_path: Path) -> None:
    backup, database = make_backup(), tmp_path / "tichu.sqlite3"
    shutil.copy(backup, database)
    whole = database.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        done = restored_in(tmp_path, backup)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (done.returncode, done.stderr.count("\n")) == (os.EX_CANTCREAT, 1)
    assert database.read_bytes() == whole
    assert list(backup.parent.iterdir()) == [backup]


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_damaged_database_is_kept_as_it_is(tmp_path: Path) -> None:
    backup, database = make_backup(), tmp_path / "tichu.sqlite3"
    database.write_bytes(b"Anna 100 : 0 Bernd\n" * 1000)
    done = restored_in(tmp_path, backup)
    assert done.returncode == 0, done.stderr
    (kept,) = backup.parent.glob("*.damaged")
    assert kept.read_bytes() == b"Anna 100 : 0 Bernd\n" * 1000


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_damaged_database_is_put_back_if_the_restore_fails(tmp_path: Path) -> None:
    backup, database = make_backup(), tmp_path / "tichu.sqlite3"
    database.write_bytes(b"Anna 100 : 0 Bernd\n" * 1000)
    # The path to which the copy would be written.
    (tmp_path / "tichu.sqlite3.part").mkdir()
    done = restored_in(tmp_path, backup)
    assert done.returncode == os.EX_CANTCREAT
    assert database.read_bytes() == b"Anna 100 : 0 Bernd\n" * 1000


def test_backup_of_the_other_kind_of_database_is_named(tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    content, advice = {
        "sqlite": (b"PGDMP", "is of PostgreSQL: set DATABASE_URL as it is set for the server."),
        "postgresql": (
            b"SQLite format 3\0",
            (
                "is of SQLite: leave DATABASE_URL out to restore it there, or run "
                "`manage.py copy_database` with it and an empty PostgreSQL."
            ),
        ),
    }[connection.vendor]
    backup.write_bytes(content)
    with pytest.raises(StartError) as refused:
        check_backup(backup)
    assert str(refused.value) == f"The file {backup} {advice}"


def test_where_there_are_no_backups_is_said(tmp_path: Path) -> None:
    done = restored_in(tmp_path)
    told = f"There are no backups in {tmp_path / 'backups'}.\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", told)


def restored_in(folder: Path, *backup: Path) -> subprocess.CompletedProcess[str]:
    """Restore by the command, with SQLite in this folder."""
    return manage_in(folder, "restore", *map(str, backup))
