"""A server that connects through PgBouncer. This needs PgBouncer and PostgreSQL."""

import http.client
import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg.rows import dict_row

from tests.bench.client import drive
from tests.bench.phones import Phone
from tests.pooler import PROGRAM, pgbouncer
from tests.server import PATIENCE, Server, create_database, drop_database
from tests.site.database_faults import writes_locked
from tests.site.phones import answered, recorded, rounds_of_a_game
from tests.site.running import in_shell
from tests.site.starting import refused
from tichu_score.environment import pooler
from tichu_score.start_error import StartError

POSTGRES = os.environ.get("DATABASE_URL", "")
behind_a_pooler = pytest.mark.skipif(
    PROGRAM is None or not POSTGRES.startswith("postgres"),
    reason="wants PgBouncer, and DATABASE_URL on PostgreSQL",
)
GAMES, ROUNDS = 8, 10


@contextmanager
def pooled_server(
    *, mode: str = "transaction", size: int = 4, **environ: str
) -> Iterator[tuple[Server, str]]:
    """A server that uses a pooler, and the address of the pooler."""
    database = create_database(POSTGRES, migrated=True)
    try:
        with (
            pgbouncer(database, mode=mode, size=size) as url,
            Server(DATABASE_URL=database, POOLER_URL=url, **environ) as server,
        ):
            yield server, url
            server.env.pop("DATABASE_URL")
    finally:
        drop_database(POSTGRES, database)


def transactions(url: str, database: str) -> int:
    """Return how many transactions the pooler has forwarded to this database."""
    console = urlsplit(url)._replace(path="/pgbouncer").geturl()
    with psycopg.connect(console, autocommit=True) as connection:
        cursor = psycopg.ClientCursor(connection, row_factory=dict_row)
        rows = cursor.execute("SHOW STATS_TOTALS").fetchall()
    return next(int(row["xact_count"]) for row in rows if row["database"] == database)


@behind_a_pooler
@pytest.mark.parametrize("processes", ["1", "2"])
def test_rounds_are_recorded_by_the_pooler(processes: str) -> None:
    with pooled_server(PROCESSES=processes) as (server, url):
        seeded = json.loads(
            in_shell(server, f"from tests.bench import seed; seed.tables({GAMES})")
        )
        games = seeded["games"][0]
        phone = Phone(server.url, seeded["token"], games[0])
        name = urlsplit(url).path.lstrip("/")
        before = transactions(url, name)

        answers = drive(server.url, [phone.score(game) for game in games] * 2).statuses

        assert answers == Counter({200: 2 * GAMES * ROUNDS})
        assert recorded(server) == GAMES * ROUNDS
        assert transactions(url, name) - before >= GAMES * ROUNDS


@behind_a_pooler
@pytest.mark.parametrize(("mode", "size"), [("transaction", 4), ("session", 6)])
def test_stream_receives_a_round(mode: str, size: int) -> None:
    with pooled_server(mode=mode, size=size) as (server, _):
        seeded = json.loads(in_shell(server, "from tests.bench import seed; seed.tables(1)"))
        game = seeded["games"][0][0]
        first, *_ = Phone(server.url, seeded["token"], game).score(game)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with closing(connection):
            headers = {"Cookie": f"device={seeded['token']}"}
            connection.request("GET", f"/live/t/{game}/", headers=headers)
            stream = connection.getresponse()
            events = (line for line in stream if line.startswith(b"data:"))
            assert next(events) == b"data: 0\n"
            assert answered(server, first)[0] == 200
            assert next(events) == b"data: 1\n"


@behind_a_pooler
def test_write_that_is_locked_out_is_refused() -> None:
    with pooled_server() as (server, _):
        first, *_ = rounds_of_a_game(server)
        with writes_locked(server):
            status, _ = answered(server, first)

        assert status == 503
        assert answered(server, first)[0] == 200


@behind_a_pooler
def test_pool_that_is_too_small_in_session_mode_is_refused_at_the_start(tmp_path: Path) -> None:
    with pgbouncer(POSTGRES, mode="session", size=4) as url:
        code, line = refused(tmp_path, DATABASE_URL=POSTGRES, POOLER_URL=url)
    assert code == os.EX_CONFIG
    assert line == (
        "The pooler of POOLER_URL gave this server 4 of the 6 connections that it keeps (no "
        "answer in 10 s): set pool_mode = transaction in PgBouncer; in session mode "
        "default_pool_size has to be 6 for each server."
    )


def test_pooler_is_named_as_libpq_does() -> None:
    url = "postgres://anna:h%40nd@pooler:6432/tichu?sslmode=require"
    assert pooler(url, "tichu_score.postgresql") == {
        "dbname": "tichu",
        "host": "pooler",
        "port": 6432,
        "user": "anna",
        "password": "h@nd",
        "sslmode": "require",
    }


@pytest.mark.parametrize(
    ("url", "engine"),
    [
        ("postgres://pooler/tichu", "tichu_score.sqlite"),
        ("sqlite:////tmp/tichu.sqlite3", "tichu_score.postgresql"),
    ],
)
def test_pooler_of_another_database_is_refused(url: str, engine: str) -> None:
    with pytest.raises(StartError, match="POOLER_URL is for PostgreSQL"):
        pooler(url, engine)
