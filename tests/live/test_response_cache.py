"""Polls are answered from the cache if another phone has asked the same before."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections

from scoring.live.response_cache import Message, Receive, ResponseCache, Scope, Send, cacheable
from scoring.models import Membership, Role
from scoring.services.membership import join_group, register_device
from tests.factories import plain
from tests.live.clients import LiveRequest, Table, at_table, soon
from tichu_score.wsgi_bridge import WSGIBridge

pytestmark = pytest.mark.django_db(transaction=True)


class Counted:
    """Counts how many pages are rendered."""

    def __init__(self) -> None:
        self.bridge = WSGIBridge(get_wsgi_application(), threads=1)
        self.made = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.made += 1
        await self.bridge(scope, receive, send)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(
            self.bridge.pool, connections.close_all
        )
        await self.bridge.close()


def at_pages(play: Callable[[Table, Counted], Any]) -> None:
    """Run `play` at a table with a round on its sheet, in front of the real pages."""

    async def evening(table: Table) -> None:
        pages = Counted()
        table.live.pages, table.live.cache = pages, ResponseCache(pages)
        await table.write(lambda writer: writer.record(plain(60)))
        try:
            await play(table, pages)
        finally:
            await pages.close()

    at_table(evening)


async def look(table: Table, token: str = "", **headers: str) -> tuple[int, bytes]:
    """Poll as a phone that has seen no round yet. Returns the status and the body."""
    request = LiveRequest(table.live, table.game.key, token or table.token)
    path = f"/t/{table.game.key}/board/"
    request.scope.update(path=path, raw_path=path.encode(), query_string=b"seen=0")
    request.scope.update(client=("127.0.0.1", 1), server=("127.0.0.1", 80))
    request.scope.update(http_version="1.1", scheme="http")
    request.scope["headers"] += [
        (b"host", b"127.0.0.1"),
        *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()),
    ]
    table.requests.append(request)
    start = await request.start()
    return start["status"], (await request.message())["body"]


async def other_phone(table: Table, role: Role = Role.MEMBER) -> str:
    def join() -> str:
        device, token = register_device("iPhone")
        join_group(device, table.group, role)
        return token

    return await asyncio.to_thread(join)


def test_second_phone_gets_what_was_made_for_the_first() -> None:
    async def play(table: Table, pages: Counted) -> None:
        first = await look(table)
        second = await look(table, await other_phone(table))
        assert first == second
        assert (first[0], pages.made) == (200, 1)

    at_pages(play)


def test_phones_that_ask_at_the_same_time_wait_for_one_page() -> None:
    async def play(table: Table, pages: Counted) -> None:
        answers = await asyncio.gather(*(look(table) for _ in range(4)))
        assert len(set(answers)) == 1
        assert pages.made == 1

    at_pages(play)


def test_what_was_kept_before_a_round_is_not_answered_after_it() -> None:
    async def play(table: Table, pages: Counted) -> None:
        before = await look(table)
        await table.write(lambda writer: writer.record(plain(40)))
        after = await look(table)
        assert before != after
        assert pages.made == 2

    at_pages(play)


def test_browser_that_wants_another_encoding_gets_a_page_of_its_own() -> None:
    async def play(table: Table, pages: Counted) -> None:
        _, as_it_is = await look(table)
        _, compressed = await look(table, accept_encoding="gzip")
        assert compressed != as_it_is
        assert pages.made == 2

    at_pages(play)


def test_browsers_that_accept_the_same_by_other_words_share_a_page() -> None:
    async def play(table: Table, pages: Counted) -> None:
        _, first = await look(table, accept_encoding="gzip, deflate, br, zstd")
        _, second = await look(table, accept_encoding="br, gzip;q=0.8")
        assert first == second
        assert pages.made == 1

    at_pages(play)


@pytest.mark.parametrize("who", ["stranger", "viewer", "revoked"])
def test_what_was_kept_is_not_for_others(who: str) -> None:
    async def play(table: Table, _: Counted) -> None:
        await look(table)
        token = await other_phone(table, Role.VIEWER if who == "viewer" else Role.MEMBER)
        if who == "revoked":
            await asyncio.to_thread(Membership.objects.all().delete)
        status, _body = await look(table, "stranger" if who == "stranger" else token)
        assert status == 404

    at_pages(play)


START: Message = {"status": 200, "headers": [(b"etag", b'"1"'), (b"vary", b"Accept-Encoding")]}
BODY: Message = {"body": b"x", "more_body": False}


def with_header(name: bytes, value: bytes) -> Message:
    return {**START, "headers": [*START["headers"], (name, value)]}


def test_answer_is_kept_under_its_tag() -> None:
    answer = cacheable(START, BODY)
    assert answer is not None
    assert (answer.etag, answer.body["body"]) == (b'"1"', b"x")


@pytest.mark.parametrize(
    ("start", "body"),
    [
        (with_header(b"set-cookie", b"a=b"), BODY),
        (with_header(b"vary", b"Cookie"), BODY),
        ({**START, "status": 404}, BODY),
        ({**START, "headers": []}, BODY),
        (START, {**BODY, "more_body": True}),
    ],
    ids=["cookie", "varies", "missing", "no-tag", "in-parts"],
)
def test_answer_for_one_phone_alone_is_not_kept(start: Message, body: Message) -> None:
    assert cacheable(start, body) is None


def test_oldest_answer_makes_room() -> None:
    async def page(scope: Scope, _: Receive, send: Send) -> None:
        made.append(scope["path"])
        await send({**START, "type": "http.response.start"})
        await send({**BODY, "type": "http.response.body"})

    async def ask(path: str) -> None:
        messages: asyncio.Queue[Message] = asyncio.Queue()
        scope: Scope = {"path": path, "headers": []}
        await soon(cache.respond(scope, messages.get, messages.put, etag=b'"1"', language="en"))

    async def play() -> None:
        for path in ("a", "b", "b", "c", "b", "a"):
            await ask(path)

    made: list[str] = []
    cache = ResponseCache(page, max_responses=2)
    asyncio.run(play())
    assert made == ["a", "b", "c", "a"]
