"""One command copies SQLite to PostgreSQL: everything is copied, or nothing."""

import json
import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.db import connection

from tests.server import Server, create_database, drop_database
from tests.site.phones import answered, recorded, rounds_of_a_game
from tests.site.running import in_shell, manage, manage_in

POSTGRESQL = os.environ.get("DATABASE_URL", "")
# Tables that are empty in these groups.
EMPTY = {"scoring_bucket", "scoring_payment"}
on_postgresql = pytest.mark.skipif(
    not POSTGRESQL.startswith("postgres"), reason="copies into a PostgreSQL"
)
# A table in the output of the command: its name, and the number of its rows.
TABLE = re.compile(r"^(scoring_\w+) +([\d,]+) rows   [0-9a-f]{16}$", re.MULTILINE)
# Create two groups with a row of every kind, and a player who was merged into a later one.
GROUPS = (
    "from scoring.models import Group; from scoring.services.player_merge import merge_players;"
    "from scoring.rules.play_rules import HouseRule;"
    "from scoring.services.play_rules import set_play_rules;"
    "from tests.addresses import create_everything; create_everything(); create_everything();"
    "group = Group.objects.first();"
    "set_play_rules(group.pk, {HouseRule.OTHER_BOMB}, None); players = group.players;"
    "merge_players(players.create(name='Eva'), players.create(name='Eve'));"
    "from scoring.services.unknown_properties import LoggedUnknownProperties, store_unknown;"
    "store_unknown(group, [LoggedUnknownProperties('', group.key, {'/later': [1, 'é']})])"
)
LOGS = (
    "from scoring.exchange.log_export import write_log; from scoring.models import Group;"
    "print(*[''.join(write_log(group)) for group in Group.objects.order_by('pk')])"
)


@pytest.fixture
def target() -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    url = create_database(POSTGRESQL)
    yield url
    drop_database(POSTGRESQL, url)


@pytest.fixture(scope="module")
def source() -> Iterator[Server]:
    """A stopped server on SQLite with GROUPS. No test changes it."""
    with Server(DATABASE_URL="") as server:
        in_shell(server, GROUPS)
        server.stop()
        yield server


@pytest.fixture
def file(source: Server, tmp_path: Path) -> Path:
    """A copy of its database, which a test may change."""
    path = tmp_path / "changed.sqlite3"
    with (
        closing(sqlite3.connect(file_of(source))) as whole,
        closing(sqlite3.connect(path)) as copy,
    ):
        whole.backup(copy)
    return path


def on(server: Server, database: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command on this database."""
    own = server.env
    server.env = own | {"DATABASE_URL": database}
    try:
        return manage(server, *words)
    finally:
        server.env = own


def file_of(server: Server) -> Path:
    return Path(server.env["DATA_DIR"]) / "tichu.sqlite3"


def change(file: Path, statement: str) -> None:
    """Change the database by another program."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


def count(database: Any, table: str) -> int:
    ((rows,),) = database.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(rows)


def content(file: Path) -> list[str]:
    """Return the content of the database as SQL statements."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


def tables(target: str) -> list[str]:
    with psycopg.connect(target) as database:
        found = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return [name for (name,) in found]


def test_sqlite_is_not_copied_into(tmp_path: Path) -> None:
    done = manage_in(tmp_path, "copy_database")
    assert done.returncode == os.EX_CONFIG
    assert done.stderr.startswith("Set DATABASE_URL to the PostgreSQL")


@pytest.mark.django_db
def test_every_table_is_one_that_is_copied() -> None:
    models = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert {*connection.introspection.table_names()} == models | {"django_migrations"}


@on_postgresql
def test_game_plays_on_after_the_copy(target: str) -> None:
    with Server(DATABASE_URL="") as server:
        first, second, *_ = rounds_of_a_game(server)
        assert answered(server, first)[0] == 200
        refused = on(server, target, "copy_database")
        server.stop()
        before = content(file_of(server))
        done = on(server, target, "copy_database")
        assert done.returncode == 0, done.stderr

        server.env |= {"DATABASE_URL": target}
        server.start()
        arrived = recorded(server)
        again = [answered(server, each)[0] for each in (first, second)]
        assert (arrived, again, recorded(server)) == (1, [200, 200], 2)
        assert content(file_of(server)) == before
        server.env.pop("DATABASE_URL")
    assert refused.returncode == os.EX_TEMPFAIL
    assert refused.stderr == (
        f"A server runs on the data in {file_of(server).parent}: stop it first. "
        "Nothing was changed.\n"
    )


@on_postgresql
def test_everything_arrives_and_is_counted(source: Server, target: str) -> None:
    before = on(source, "", "shell", "--no-imports", "-c", LOGS).stdout
    done = on(source, target, "copy_database")
    after = on(source, target, "shell", "--no-imports", "-c", LOGS).stdout
    again = on(source, target, "copy_database")

    told = dict(TABLE.findall(done.stdout))
    with closing(sqlite3.connect(file_of(source))) as here, psycopg.connect(target) as there:
        counts = {table: [count(each, table) for each in (here, there)] for table in told}
    assert counts == {table: [int(rows)] * 2 for table, rows in told.items()}
    assert {*told, "django_migrations"} == {*tables(target)}
    assert {table for table, (rows, _) in counts.items() if not rows} <= EMPTY
    # The logs contain all facts of the groups, byte for byte.
    assert json.loads(before.partition("\n}\n")[0] + "}")["games"]
    assert after == before
    assert again.returncode == os.EX_DATAERR
    assert again.stderr.startswith(f"The database {target.rpartition('/')[2]} is not empty (")


@on_postgresql
def test_backup_is_copied(source: Server, target: str) -> None:
    backup = on(source, "", "backup").stdout.strip()
    done = on(source, target, "copy_database", backup)
    assert done.returncode == 0, done.stderr
    assert "scoring_game" in tables(target)


@on_postgresql
def test_database_that_somebody_uses_is_refused(source: Server, target: str) -> None:
    with psycopg.connect(target):
        done = on(source, target, "copy_database")
    assert done.returncode == os.EX_TEMPFAIL
    assert done.stderr.startswith("Somebody is connected to the database that DATABASE_URL")
    assert tables(target) == []


@on_postgresql
def test_file_of_an_older_version_is_refused(source: Server, file: Path, target: str) -> None:
    change(file, "DELETE FROM django_migrations WHERE app = 'scoring' AND name > '0040'")
    done = on(source, target, "copy_database", str(file))
    assert done.returncode == os.EX_DATAERR
    assert "was written by an older version of Tichu Score" in done.stderr
    assert tables(target) == []


@on_postgresql
def test_row_that_does_not_fit_leaves_nothing_behind(
    source: Server, file: Path, target: str
) -> None:
    """SQLite does not limit the length of a name."""
    change(file, "UPDATE scoring_device SET system = printf('%.100c', 'x')")
    done = on(source, target, "copy_database", str(file))
    assert done.returncode == os.EX_DATAERR
    assert done.stderr == (
        "The database cannot be copied (value too long for type character varying(40)). "
        "Nothing was changed.\n"
    )
    assert tables(target) == []


@on_postgresql
def test_row_that_names_one_that_is_missing_is_refused(
    source: Server, file: Path, target: str
) -> None:
    change(
        file, "DELETE FROM scoring_device WHERE id IN (SELECT device_id FROM scoring_change)"
    )
    done = on(source, target, "copy_database", str(file))
    assert done.returncode == os.EX_DATAERR
    assert tables(target) == []
