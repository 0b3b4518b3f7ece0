"""`manage.py copy_database`: copies from SQLite to PostgreSQL."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from tichu_score.database_check import check_database, wait_for_database
from tichu_score.database_copy import copy_into_empty
from tichu_score.file_lock import try_lock
from tichu_score.postgresql_backup import others_connected
from tichu_score.start_error import StartError, in_use


class Command(BaseCommand):
    help = (
        "Copy a SQLite database into the empty PostgreSQL that DATABASE_URL names, and compare "
        "every table."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            default=settings.DATA_DIR / "tichu.sqlite3",
            help="the SQLite database, or a backup of one; without it, the one in DATA_DIR",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if connection.vendor != "postgresql":
            raise StartError(
                "Set DATABASE_URL to the PostgreSQL that is to be copied into, as in "
                "postgres://user:password@host/name."
            )
        if not file.is_file():
            raise StartError(f"There is no file {file}.")
        with ExitStack() as locks:
            for path in server_locks(file):
                lock = try_lock(path, shared=False)
                if lock is None:
                    raise in_use(f"A server runs on the data in {path.parent}")
                locks.enter_context(lock)
            self.copy(file)

    def copy(self, file: Path) -> None:
        wait_for_database(self.stdout.write, settings.DATABASE_WAIT)
        if others_connected():
            raise in_use("Somebody is connected to the database that DATABASE_URL names")
        check_database()
        tables = copy_into_empty(file)
        for table, (rows, digest) in tables.items():
            self.stdout.write(f"{table:26}{rows:>12,} rows   {digest[:16]}")
        total = sum(content.rows for content in tables.values())
        self.stdout.write(
            f"Copied {total:,} rows. Every table has the same number of rows with the same "
            f"content in {file} and in the database that DATABASE_URL names."
        )


def server_locks(file: Path) -> set[Path]:
    """The locks of the servers that may use the file: the lock in DATA_DIR, and the one in the
    folder of the file."""
    own, beside = settings.DATA_DIR / "server.lock", file.resolve().with_name("server.lock")
    return {own, beside} if beside.exists() else {own}
