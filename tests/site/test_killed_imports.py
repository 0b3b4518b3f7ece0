"""A server is killed in the middle of a long import. After the next start, everything that was
acknowledged is stored, the import continues where it stopped, and no group is incomplete."""

import copy
import json
import re
import sqlite3
import uuid
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from html import unescape
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import psycopg
import pytest

from scoring.models import Group
from tests.factories import GameFactory, GameWriter, plain
from tests.scoring.game_import.importer import many_games
from tests.scoring.log_groups import log_of
from tests.server import Server

GAMES = 1_500


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


class Browser:
    """A browser that stores cookies and follows redirects."""

    def __init__(self, server: Server) -> None:
        self.url = server.url
        self.opener = build_opener(ProxyHandler({}), HTTPCookieProcessor())

    def get(self, path: str) -> tuple[str, str]:
        """Return the path after redirects, and the page."""
        return self._open(Request(f"{self.url}{path}"))

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        return self._open(
            Request(f"{self.url}{path}", urlencode(self._form(path, fields)).encode())
        )

    def send_file(self, path: str, content: bytes) -> tuple[str, str]:
        border, parts = uuid.uuid4().hex, []
        for name, value in self._form(path, {}).items():
            head = f'Content-Disposition: form-data; name="{name}"'
            parts.append(f"--{border}\r\n{head}\r\n\r\n{value}\r\n".encode())
        head = 'Content-Disposition: form-data; name="file"; filename="group.json"'
        parts += [f"--{border}\r\n{head}\r\n\r\n".encode(), content, b"\r\n"]
        body = b"".join((*parts, f"--{border}--\r\n".encode()))
        kind = {"Content-Type": f"multipart/form-data; boundary={border}"}
        return self._open(Request(f"{self.url}{path}", body, kind))

    def _form(self, path: str, fields: dict[str, str]) -> dict[str, str]:
        """Return these fields with the CSRF token of the page's form."""
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path)[1])
        return {"csrfmiddlewaretoken": found[1] if found else "", **fields}

    def _open(self, request: Request) -> tuple[str, str]:
        with self.opener.open(request) as answer:
            return answer.url.removeprefix(self.url), answer.read().decode()


def count(server: Server, table: str, where: str = "1 = 1") -> int:
    """Count the rows in this table, over a connection of its own."""
    query = f"SELECT count(*) FROM {table} WHERE {where}"
    if url := server.env.get("DATABASE_URL"):
        with psycopg.connect(url) as other:
            found = other.execute(query.encode()).fetchone()
    else:
        path = Path(server.env["DATA_DIR"]) / "tichu.sqlite3"
        with closing(sqlite3.connect(path)) as other:
            found = other.execute(query).fetchone()
    return int(found[0]) if found else 0


def kill_while(server: Server, table: str, request: Future[Any]) -> None:
    """Kill the server after the request has stored some rows."""
    server.wait(lambda: count(server, table) or request.done(), "stored anything")
    server.kill()
    assert isinstance(request.exception(), OSError | HTTPException)
    server.start()


def text(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.partition("<main")[2])).split())


def test_import_of_games_continues_after_a_kill(server: Server) -> None:
    phone = Browser(server)
    seats = {"a1": "A", "b1": "B", "a2": "C", "b2": "D"}
    phone.post("/new/", **seats, target="1000", tie="play_on", grand="on")
    group = re.search(r"/g/[0-9a-f-]{36}/", phone.get("/")[1])
    assert group is not None
    preview, _ = phone.post(f"{group[0]}imports/", text=many_games(GAMES))

    with ThreadPoolExecutor(1) as pool:
        storing = pool.submit(phone.post, preview, store="yes", target="1000")
        kill_while(server, "scoring_change", storing)
    stored = count(server, "scoring_game") - 1
    page, shown = phone.get(preview)

    assert 0 < stored < GAMES
    assert page == preview
    assert f"{stored} of {GAMES} games are imported." in text(shown)
    while page == preview:
        page, shown = phone.post(preview, store="yes")
    assert count(server, "scoring_game") - 1 == GAMES
    assert f"{GAMES} games" in text(shown)


@pytest.mark.django_db
def test_group_is_not_half_there_after_a_kill(server: Server) -> None:
    file = long_log()

    with ThreadPoolExecutor(1) as pool:
        kill_while(
            server, "scoring_game", pool.submit(Browser(server).send_file, "/import/", file)
        )
    half = count(server, "scoring_game")
    assert 0 < half < GAMES
    assert count(server, "scoring_group", "deleted IS NULL") == 0
    assert count(server, "scoring_membership") == 0

    owner = Browser(server)
    page, _ = owner.send_file("/import/", file)
    saved = json.loads(owner.get(f"{page}export/")[1])
    assert len(saved["games"]) == GAMES
    assert count(server, "scoring_group", "deleted IS NULL") == 1


def long_log() -> bytes:
    """Return a file with GAMES copies of a game, each with other ids."""
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    log = json.loads(log_of(Group.objects.get(pk=writer.game.group_id)))
    games = [copy.deepcopy(log["games"][0]) for _ in range(GAMES)]
    for game in games:
        game["id"] = str(uuid.uuid4())
        for change in game["changes"]:
            change["id"] = str(uuid.uuid4())
    return json.dumps(log | {"games": games}).encode()
