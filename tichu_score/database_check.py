"""Checks of the database before the site uses it."""

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import (
    DatabaseError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tichu_score.logs import first_line
from tichu_score.start_error import StartError

POLL_INTERVAL = 0.5  # seconds between two attempts to connect


def wait_for_database(say: Callable[[str], object], seconds: float) -> None:
    """Connect, and wait while the database does not respond. Raises StartError after this
    number of seconds, and for a file that is not a database."""
    deadline, waiting = time.monotonic() + seconds, False
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            reason = first_line(error)
            if connection.vendor == "sqlite":
                raise access_error(error) or _unusable(first_line(error)) from None
            if time.monotonic() >= deadline:
                raise StartError(
                    f"The database does not answer ({reason}): start it, or see DATABASE_URL.",
                    os.EX_UNAVAILABLE,
                ) from None
            if not waiting:
                say(f"Waiting up to {seconds:.0f} s for the database ({reason}) ...")
            waiting = True
            time.sleep(POLL_INTERVAL)
        except NotSupportedError as error:
            raise StartError(f"{first_line(error)} Use a newer one.") from None
        except ProgrammingError as error:
            raise StartError(
                f"DATABASE_URL has an option that cannot be used ({first_line(error)})."
            ) from None
        except DatabaseError as error:
            raise _unusable(first_line(error)) from None
        else:
            return


def check_database() -> None:
    """Raises StartError for a database that is damaged, belongs to another program, or is newer
    than this program."""
    try:
        if connection.vendor == "sqlite":
            _check_whole()
        _check_ours()
    except DatabaseError as error:
        raise access_error(error) or _unusable(first_line(error)) from None


def _check_whole() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (result,) = cursor.fetchone()
    if result != "ok":
        raise _unusable(str(result).splitlines()[-1])


def _check_ours() -> None:
    applied = MigrationRecorder(connection).applied_migrations()
    check_migrations(
        {name for app, name in applied if app == "scoring"},
        set(connection.introspection.table_names()),
        _name(),
    )


def check_migrations(applied: set[str], tables: set[str], name: str) -> None:
    """Raises StartError if the database with this name, which has these migrations and tables,
    belongs to another program or is newer than this program. An empty database is accepted."""
    tables -= {"django_migrations"}
    if not applied and any(not table.startswith("scoring_") for table in tables):
        raise StartError(
            f"{name} belongs to another program (it has a table {min(tables)}): "
            "set DATABASE_URL to a database of its own.",
            os.EX_DATAERR,
        )
    _check_not_newer(applied, name)


def check_backup_migrations(applied: set[str], backup: Path) -> None:
    """Raises StartError if a file with these migrations is not a backup, or is of a newer
    version."""
    if not applied:
        raise StartError(f"The file {backup} is no backup of Tichu Score.", os.EX_DATAERR)
    _check_not_newer(applied, f"The file {backup}")


def check_copied_migrations(applied: set[str]) -> None:
    """Raises StartError if a database whose copy has these migrations contains nothing of this
    program, or is of a newer version. The copy may be deleted by then, so the message does not
    name it."""
    if not applied:
        raise StartError(
            f"{_name()} has no table of Tichu Score: set DATA_DIR and DATABASE_URL as they are "
            "set for the server.",
            os.EX_DATAERR,
        )
    _check_not_newer(applied, _name())


def _check_not_newer(applied: set[str], name: str) -> None:
    if newer := applied - _known_migrations():
        raise StartError(
            f"{name} was written by a newer version of Tichu Score (it has {max(newer)}): "
            "run that version, or restore a backup from before the upgrade.",
            os.EX_DATAERR,
        )


def _known_migrations() -> set[str]:
    """The names of this program's migrations, and of those that they replace."""
    on_disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    known = {*on_disk, *(each for migration in on_disk.values() for each in migration.replaces)}
    return {name for app, name in known if app == "scoring"}


def access_error(error: DatabaseError) -> StartError | None:
    """The error for a SQLite database that another program has locked for longer than a write
    waits, or that this user may not open or write. Returns None for any other problem."""
    code = _sqlite_code(error)
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return StartError(
            f"{_name()} is locked by another program: end that, and start again.",
            os.EX_TEMPFAIL,
        )
    if code in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
        return StartError(
            f"{_name()} cannot be opened and written ({first_line(error)}): make its folder if "
            "there is none, and let this user write the folder and the file.",
            os.EX_CANTCREAT,
        )
    return None


def _sqlite_code(error: DatabaseError) -> int:
    """The error code of SQLite; SQLITE_OK for an error that SQLite did not raise."""
    reason: BaseException | None = error
    # Django wraps the exceptions of SQLite, and those of a failed migration once more.
    while reason and not isinstance(reason, sqlite3.Error):
        reason = reason.__cause__ or reason.__context__
    code: int = getattr(reason, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF


def _unusable(reason: str) -> StartError:
    return StartError(
        f"{_name()} cannot be used ({reason}): if its disk is full, make room; "
        "if it is damaged, restore a backup (docs/deploy.md says how).",
        os.EX_DATAERR,
    )


def _name() -> str:
    """The name of the database, without secrets."""
    name = settings.DATABASES["default"]["NAME"]
    return f"The database {name}"
