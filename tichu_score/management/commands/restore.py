"""`manage.py restore`: replaces the database by a backup."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from tichu_score import backup_files, postgresql_backup, sqlite_backup
from tichu_score.backups import (
    BEFORE_RESTORE,
    check_backup,
    database_file,
    make_backup,
    restore_backup,
)
from tichu_score.database_check import check_database, wait_for_database
from tichu_score.file_lock import try_lock
from tichu_score.start_error import in_use


class Command(BaseCommand):
    help = "Replace the database by a backup; without a file, list the backups."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a file that `backup` has made")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["file"] is None:
            self.list_backups(backup_files.folder())
            return
        lock = try_lock(settings.DATA_DIR / "server.lock", shared=False)
        if lock is None:
            raise in_use("A server runs on this data")
        with lock:
            self.restore(options["file"])

    def list_backups(self, folder: Path) -> None:
        found = backup_files.existing(folder)
        for path in found:
            self.stdout.write(str(path))
        if not found:
            self.stderr.write(f"There are no backups in {folder}.")

    def restore(self, backup: Path) -> None:
        check_backup(backup)
        if connection.vendor == "postgresql":
            wait_for_database(self.stdout.write, settings.DATABASE_WAIT)
            if postgresql_backup.others_connected():
                raise in_use("Somebody is connected to this database")
        with keep_present() as kept:
            restore_backup(backup)
        if kept:
            self.stdout.write(f"What was there before is kept: {kept}")
        check_database()
        self.stdout.write(f"Restored {backup}: {contents()}.")


@contextmanager
def keep_present() -> Iterator[Path | None]:
    """Keep the present database while a backup replaces it, and return its file. A damaged
    database is moved, and moved back if the restore fails."""
    if connection.vendor != "sqlite" or (
        database_file().exists() and not sqlite_backup.is_damaged(database_file())
    ):
        yield make_backup(reason=BEFORE_RESTORE)
        return
    connection.close()
    kept = backup_files.new_file(backup_files.folder(), ".damaged")
    moved = backup_files.move_with_log(database_file(), kept)
    try:
        yield kept if moved else None
    except BaseException:
        backup_files.move_with_log(kept, database_file())
        raise


def contents() -> str:
    """Return the numbers of groups, games and rounds in the database."""
    with connection.cursor() as cursor:
        counts = []
        for table in ("scoring_group", "scoring_game", "scoring_round"):
            cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 (three constants)
            counts.append(cursor.fetchone()[0])
    return "{} groups, {} games, {} rounds".format(*counts)
