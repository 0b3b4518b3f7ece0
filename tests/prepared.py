"""The migrated database and the collected static files that the first start of a server makes.

The servers of the tests, and the SQLite database of each test process, begin with a copy of
these, because making them takes four seconds of processor time. The first test that needs them
makes them. They are made again after any file of the site has changed.
"""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tichu_score.file_lock import wait_for_lock

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("tichu_score", "scoring", "rules_ref", "rulings", "requirements.txt")
FOLDER = Path(os.environ.get("DATA_DIR") or tempfile.gettempdir()).resolve() / "prepared"
LOCK = FOLDER.with_name("prepared.lock")
STAMP = FOLDER.with_name("prepared-from")
STATIC = ("static", "static-collected")
SQLITE = "tichu.sqlite3"
PREPARE = """
import django
django.setup()
from tichu_score.management.commands.serve import prepare
prepare(print)
"""
COMMENT = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s"


def copy_files(folder: Path, *, database: bool) -> None:
    """Copy the static files and, if `database` is true, the SQLite database into a data
    folder."""
    with wait_for_lock(LOCK):
        bring_up_to_date()
        folder.mkdir(parents=True)
        for name in STATIC + (SQLITE,) * database:
            copy = shutil.copytree if (FOLDER / name).is_dir() else shutil.copy2
            copy(FOLDER / name, folder / name)


def copy_database(folder: Path) -> None:
    """Copy the SQLite database alone into a data folder."""
    with wait_for_lock(LOCK):
        bring_up_to_date()
        shutil.copy2(FOLDER / SQLITE, folder / SQLITE)


def fill_migrated(connection: sqlite3.Connection) -> None:
    """Copy the migrated database into the empty database that `connection` has open."""
    with wait_for_lock(LOCK):
        bring_up_to_date()
        with closing(sqlite3.connect(FOLDER / SQLITE)) as migrated:
            migrated.backup(connection)


def bring_up_to_date() -> None:
    """Make the files that are copied, unless they were made from the present sources."""
    digest = digest_of_sources()
    if not STAMP.exists() or STAMP.read_text() != digest:
        STAMP.unlink(missing_ok=True)
        shutil.rmtree(FOLDER, ignore_errors=True)
        prepare(FOLDER, "")
        STAMP.write_text(digest)


def create_migrated_database(admin_url: str, name: str) -> None:
    """Create a migrated PostgreSQL database of this name beside the database of `admin_url`. It
    is a copy of a template database, which is kept. The name of the template is that of the
    database of `admin_url`, followed by `_prepared`."""
    parts = urlsplit(admin_url)
    template = f"{parts.path.lstrip('/')}_prepared"
    source, copy = sql.Identifier(template), sql.Identifier(name)
    with wait_for_lock(LOCK), psycopg.connect(admin_url, autocommit=True) as connection:
        digest = digest_of_sources()
        if connection.execute(COMMENT, [template]).fetchone() != (digest,):
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(source))
            connection.execute(sql.SQL("CREATE DATABASE {}").format(source))
            with tempfile.TemporaryDirectory() as folder:
                prepare(Path(folder), parts._replace(path=f"/{template}").geturl())
            comment = sql.SQL("COMMENT ON DATABASE {} IS {}")
            connection.execute(comment.format(source, sql.Literal(digest)))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(copy, source))


def prepare(folder: Path, database_url: str) -> None:
    """Migrate this database and collect the static files into this folder, as the start of a
    server does."""
    environ = {
        "DJANGO_SETTINGS_MODULE": "tichu_score.settings",
        "DATA_DIR": str(folder),
        "DATABASE_URL": database_url,
    }
    subprocess.run(
        [sys.executable, "-c", PREPARE], cwd=ROOT, env=os.environ | environ, check=True
    )


def digest_of_sources() -> str:
    """Return a hash of all files from which the database and the static files are made."""
    digest = hashlib.sha256()
    for source in SOURCES:
        path = ROOT / source
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix != ".pyc":
                content = file.read_bytes()
                digest.update(f"{file} {len(content)}\n".encode() + content)
    return digest.hexdigest()
