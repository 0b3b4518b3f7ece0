"""A command that runs in a folder without data reports that, and creates nothing."""

import sqlite3
from pathlib import Path

import pytest

from tests.site.running import manage_in

TIDY = ["tidy"]
each_command = pytest.mark.parametrize(
    "arguments",
    [TIDY, ["demo", "tests/examples/score-sheets.json"], ["make_history"], ["recovery_link"]],
    ids=["tidy", "demo", "make_history", "recovery_link"],
)


def failure(arguments: list[str], folder: Path) -> str:
    """Return the error of a command that fails, with the SQLite database in this folder."""
    done = manage_in(folder, *arguments)
    assert done.returncode == 1
    return done.stderr


@each_command
def test_missing_database_is_not_made(arguments: list[str], tmp_path: Path) -> None:
    stored = tmp_path / "tichu.sqlite3"
    assert failure(arguments, tmp_path) == (
        f"CommandError: There is no database {stored}: start the server once, or set DATA_DIR "
        "as it is set for the server.\n"
    )
    assert not stored.exists()


@each_command
def test_database_that_was_not_migrated_is_refused(
    arguments: list[str], tmp_path: Path
) -> None:
    stored = tmp_path / "tichu.sqlite3"
    sqlite3.connect(stored).close()
    assert failure(arguments, tmp_path) == (
        f"CommandError: The database {stored} is not that of this version yet: start the "
        "server once, or run `manage.py migrate`.\n"
    )


def test_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    stored = tmp_path / "tichu.sqlite3"
    stored.write_bytes(b"Anna 100 : 0 Bernd\n" * 1000)
    assert failure(TIDY, tmp_path) == (
        f"CommandError: The database {stored} cannot be used (file is not a database): "
        "see DATA_DIR and DATABASE_URL.\n"
    )
