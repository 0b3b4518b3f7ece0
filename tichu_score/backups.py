"""Back up and restore the database, either SQLite or PostgreSQL."""

import logging
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

from tichu_score import backup_files, postgresql_backup, sqlite_backup
from tichu_score.file_lock import try_lock
from tichu_score.start_error import StartError, cannot_write

DAY = timedelta(days=1)
BEFORE_RESTORE = "before-restore"
_START_OF_DUMP, _START_OF_SQLITE = b"PGDMP", b"SQLit"

log = logging.getLogger(__name__)


def make_backup(place: Path | None = None, *, reason: str = "tichu") -> Path:
    """Back up the database into a folder, and return the file. In the folder of backups, which
    is the default, only the newest `settings.BACKUPS` are kept. A backup before a restore may
    be of any version, or empty. Raises StartError."""
    any_version = reason == BEFORE_RESTORE
    if place and not place.is_dir():
        # The folder is not created here, because it may be the mount point of a disk that is
        # not mounted.
        raise StartError(
            f"There is no folder {place}: make it, or mount its disk.", os.EX_CANTCREAT
        )
    if connection.vendor == "sqlite" and not (any_version or database_file().exists()):
        raise StartError(
            f"There is no database {database_file()}: set DATA_DIR as it is set for the server."
        )
    try:
        target_place = place or backup_files.folder()
        target = backup_files.new_file(target_place, _suffix(), reason=reason)
        if connection.vendor == "sqlite":
            sqlite_backup.back_up(database_file(), target, any_version=any_version)
        else:
            postgresql_backup.back_up(target, any_version=any_version)
        if place is None:
            backup_files.prune(target_place, max(1, settings.BACKUPS))
    except OSError as error:
        choose = "name" if place else "set DATA_DIR to"
        path = error.filename or place or settings.DATA_DIR
        raise cannot_write(path, error, choose=choose) from None
    return target


def restore_backup(backup: Path) -> None:
    """Replace the database by a backup. Raises StartError if the backup is damaged; the
    database is then unchanged."""
    try:
        if connection.vendor == "sqlite":
            connection.close()
            sqlite_backup.restore(backup, database_file())
        else:
            postgresql_backup.restore(backup)
    except OSError as error:
        raise cannot_write(error.filename or settings.DATA_DIR, error) from None


def check_backup(backup: Path) -> None:
    """Raises StartError if the file is not a backup of this kind of database."""
    if not backup.is_file():
        raise StartError(f"There is no file {backup}.")
    start = _first_bytes(backup)
    if connection.vendor == "sqlite":
        if start == _START_OF_DUMP:
            raise StartError(
                f"The file {backup} is of PostgreSQL: set DATABASE_URL as it is set for the "
                "server."
            )
        sqlite_backup.check(backup)
    else:
        if start == _START_OF_SQLITE:
            raise StartError(
                f"The file {backup} is of SQLite: leave DATABASE_URL out to restore it there, "
                "or run `manage.py copy_database` with it and an empty PostgreSQL."
            )
        postgresql_backup.check(backup)


def _first_bytes(backup: Path) -> bytes:
    """The first bytes of a backup, which identify its kind of database. Raises StartError."""
    try:
        with backup.open("rb") as file:
            return file.read(len(_START_OF_DUMP))
    except OSError as error:
        raise StartError(f"The file {backup} cannot be read ({error.strerror}).") from None


def back_up_if_due(now: datetime) -> Path | None:
    """Back up if the newest backup is a day old, and return the file; otherwise None. Only one
    of several processes does so. Failures are logged."""
    try:
        lock = try_lock(settings.DATA_DIR / "backup.lock", shared=False)
        if lock is None:
            return None
        with lock:
            return make_backup() if is_due(backup_files.folder(), now) else None
    except (StartError, OSError) as error:
        log.error("No backup was made. %s", error)  # noqa: TRY400 (the message says everything)
        return None


def is_due(place: Path, now: datetime) -> bool:
    """Whether no backup in the folder is younger than a day."""
    times = [backup_files.made_at(path) or now for path in backup_files.existing(place)]
    return not any(now - DAY < made <= now for made in times)


def utc_now() -> datetime:
    return datetime.now(UTC)


def database_file() -> Path:
    """Return the file of a SQLite database."""
    return Path(connection.settings_dict["NAME"])


def _suffix() -> str:
    return sqlite_backup.SUFFIX if connection.vendor == "sqlite" else postgresql_backup.SUFFIX
