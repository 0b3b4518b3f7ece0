"""Back up and restore a PostgreSQL database, with the client programs of PostgreSQL."""

import os
import subprocess
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo

from tichu_score import backup_files
from tichu_score.database_check import check_backup_migrations, check_copied_migrations
from tichu_score.start_error import StartError

SUFFIX = ".dump"
_NOT_LIBPQ = (
    "context",
    "cursor_factory",
    "prepare_threshold",
    "server_side_binding",
    "options",
)

# Drops everything of this program, of any version, and nothing else in the database.
_DROP = """
DO $$
DECLARE found text;
BEGIN
    FOR found IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'
        AND (tablename LIKE 'scoring\\_%' OR tablename = 'django_migrations')
    LOOP EXECUTE 'DROP TABLE public.' || found || ' CASCADE'; END LOOP;
    FOR found IN SELECT p.oid::regprocedure::text FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'scoring\\_%'
    LOOP EXECUTE 'DROP FUNCTION ' || found || ' CASCADE'; END LOOP;
END $$;
"""


def back_up(target: Path, *, any_version: bool = False) -> None:
    """Dump the database in its state at one moment, even if others write to it meanwhile.
    Raises StartError if that fails."""
    part = target.with_name(target.name + ".part")
    backup_files.create_private(part)
    try:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        if any_version:
            _rows(part)
        else:
            check_copied_migrations(_applied_migrations(part))
        backup_files.move(part, target)
    finally:
        part.unlink(missing_ok=True)


def restore(backup: Path) -> None:
    """Replace the database by the backup, in one transaction. Raises StartError if that fails;
    the database is then unchanged."""
    script = _run(
        "pg_restore", "--no-owner", "--no-privileges", "--file=-", str(backup), database=False
    )
    # Statements that are part of every dump, but that this user may not run. The script is
    # split at newlines only, because names may contain other characters that `splitlines`
    # treats as line ends.
    lines = [line for line in script.split("\n") if not line.startswith(_SCHEMA)]
    _run(
        "psql",
        "--quiet",
        "--no-psqlrc",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        "--file=-",
        stdin="\n".join([_DROP, *lines, ""]),
    )


_SCHEMA = ("CREATE SCHEMA public", "COMMENT ON SCHEMA public", "COMMENT ON EXTENSION")


def check(path: Path) -> None:
    """Raises StartError if the file is not a dump of this program that can be read to its end,
    or if it is of a newer version."""
    check_backup_migrations(_applied_migrations(path), path)


def _applied_migrations(path: Path) -> set[str]:
    """The names of this program's migrations in a dump. Raises StartError."""
    rows = _rows(path).partition("COPY public.django_migrations ")[2].partition("\n\\.\n")[0]
    columns = [line.split("\t") for line in rows.split("\n")[1:]]
    return {name for _, app, name, *_ in columns if app == "scoring"}


def _rows(path: Path) -> str:
    """Read a dump to its end, and return the rows of its tables. Raises StartError."""
    return _run("pg_restore", "--data-only", "--file=-", str(path), database=False)


def others_connected() -> int:
    """Return the number of other connections to the database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            # Autovacuum does not count.
            " AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def _run(program: str, *words: str, database: bool = True, stdin: str = "") -> str:
    """Return the output of a program. The password is not among its arguments, because
    everybody on the machine can read these."""
    parameters = {
        name: value
        for name, value in connection.get_connection_params().items()
        if name not in _NOT_LIBPQ
    }
    password = parameters.pop("password", None)
    # Without a password, the program uses that of the environment or of ~/.pgpass.
    secret = {"PGPASSWORD": str(password)} if password else {}
    where = ["--dbname", make_conninfo(**parameters)] if database else []
    try:
        done = subprocess.run(  # noqa: S603 (no shell, and no untrusted argument)
            [program, *where, *words],
            input=stdin,
            env={**os.environ, **secret},
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise StartError(
            f"{program} is not here: install PostgreSQL's client programs in the server's "
            "version (Debian and Ubuntu: apt install postgresql-client).",
            os.EX_UNAVAILABLE,
        ) from None
    if done.returncode:
        reason = next(iter(done.stderr.strip().splitlines()), "no reason given")
        raise StartError(f"{program} failed ({reason}).", os.EX_DATAERR)
    return done.stdout
