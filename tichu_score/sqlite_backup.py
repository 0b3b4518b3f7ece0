"""Back up and restore a SQLite database."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tichu_score import backup_files
from tichu_score.database_check import check_backup_migrations, check_copied_migrations
from tichu_score.start_error import StartError

SUFFIX = ".sqlite3"
# All other errors, such as a full disk or a lock, do not show that the file is damaged.
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


def back_up(database: Path, target: Path, *, any_version: bool = False) -> None:
    """Copy the database in its state at one moment, even if others write to it meanwhile.
    Raises StartError if the copy is damaged, and OSError."""
    part = target.with_name(target.name + ".part")
    backup_files.create_private(part)
    try:
        with _errors_of(database):
            _copy(database, part)
        if not any_version:
            check_copied_migrations(_applied_migrations(part, shown=database))
        elif is_damaged(part):
            raise _not_whole(database, "the copy is damaged")
        backup_files.move(part, target)
    finally:
        part.unlink(missing_ok=True)


def restore(backup: Path, database: Path) -> None:
    """Replace the database by the backup. Nobody may use the database meanwhile. If the backup
    is damaged, the database is unchanged. Raises StartError and OSError."""
    check(backup)
    part = database.with_name(database.name + ".part")
    backup_files.create_private(part)
    try:
        with _errors_of(backup):
            _copy(backup, part)
        check(part)
        # With the log of another file, SQLite would read pages of that file.
        for suffix in ("-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        backup_files.move(part, database)
    finally:
        part.unlink(missing_ok=True)


def check(path: Path) -> None:
    """Raises StartError if the file is not a complete database of this program, or if it is of
    a newer version."""
    check_backup_migrations(_applied_migrations(path, shown=path), path)


def _applied_migrations(path: Path, *, shown: Path) -> set[str]:
    """The names of this program's migrations in a file. Raises StartError if it is damaged; the
    message contains `shown`."""
    with _errors_of(shown), closing(_open(path)) as database:
        whole = _integrity(database)
        if whole != "ok":
            raise sqlite3.DatabaseError(whole)
        if database.execute("PRAGMA foreign_key_check").fetchone():
            raise sqlite3.DatabaseError("a row refers to one that is not there")
        found = database.execute(
            "SELECT count(*) FROM sqlite_master WHERE name = 'django_migrations'"
        )
        applied = (
            database.execute("SELECT name FROM django_migrations WHERE app = 'scoring'")
            if found.fetchone()[0]
            else ()
        )
        return {name for (name,) in applied}


def is_damaged(path: Path) -> bool:
    """Whether the file is not a database that can be read to its end. Raises StartError if that
    cannot be determined, for example on a full disk."""
    try:
        with closing(_open(path)) as database:
            return _integrity(database) != "ok"
    except sqlite3.Error as error:
        if _primary_code(error) in _DAMAGE:
            return True
        raise _cannot_read(path, error) from None


def _integrity(database: sqlite3.Connection) -> str:
    (result,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    return str(result).splitlines()[-1]


def _copy(source: Path, target: Path) -> None:
    with closing(_open(source)) as database, closing(sqlite3.connect(target)) as copy:
        # All pages in one step, within one read transaction.
        database.backup(copy)
        # A single file, which needs no log.
        copy.execute("PRAGMA journal_mode=DELETE")


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)


@contextmanager
def _errors_of(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if _primary_code(error) in _DAMAGE:
            raise _not_whole(path, error) from None
        raise _cannot_read(path, error) from None


def _primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's result code without its extension. Errors without a code are raised by
    this module for damage."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


def _not_whole(path: Path, reason: object) -> StartError:
    return StartError(f"The file {path} is not whole ({reason}).", os.EX_DATAERR)


def _cannot_read(path: Path, error: sqlite3.Error) -> StartError:
    return StartError(
        f"The file {path} cannot be read or copied ({error}): if the disk is full, make room.",
        os.EX_CANTCREAT,
    )
