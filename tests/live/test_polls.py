"""Answers to polls."""

import asyncio

import pytest

from scoring.models import Membership, Role
from tests.factories import plain
from tests.live.clients import BY_A_PAGE, LiveRequest, Table, at_table

pytestmark = pytest.mark.django_db(transaction=True)


# A phone that asks


async def ask(table: Table, seen: int, page: str = "board", **who: str) -> int | None:
    """Poll as a phone that has seen this revision. Returns the status of the answer; None if a
    page answers."""
    request = LiveRequest(table.live, table.game.key, who.get("token", table.token))
    request.scope["path"] = f"/t/{table.game.key}/{page}/"
    request.scope["query_string"] = b"seen=%d" % seen
    table.requests.append(request)
    status = int((await request.start())["status"])
    return None if status == BY_A_PAGE else status


def test_phone_that_has_seen_all_is_answered_without_a_page() -> None:
    async def play(table: Table) -> None:
        assert await ask(table, 0) == 204

    at_table(play)


def test_answer_without_a_page_names_its_language() -> None:
    async def play(table: Table) -> None:
        request = LiveRequest(table.live, table.game.key, table.token)
        request.scope["path"] = f"/t/{table.game.key}/board/"
        request.scope["query_string"] = b"seen=0"
        request.scope["headers"].append((b"accept-language", b"de"))
        table.requests.append(request)
        assert (b"content-language", b"de") in (await request.start())["headers"]

    at_table(play)


def test_phone_that_has_not_seen_all_is_answered_by_the_page() -> None:
    async def play(table: Table) -> None:
        await table.write(lambda writer: writer.record(plain(60)))
        assert await ask(table, 0) is None

    at_table(play)


def test_page_that_is_loaded_is_left_to_django_without_a_query() -> None:
    async def play(table: Table) -> None:
        request = LiveRequest(table.live, table.game.key, table.token)
        request.scope["path"] = f"/t/{table.game.key}/scoreboard/"
        request.scope["query_string"] = b""
        table.requests.append(request)
        assert await request.is_answered_by_a_page()
        assert table.hub.polls.task is None

    at_table(play)


def test_phone_that_may_not_see_the_game_is_answered_by_the_page() -> None:
    async def play(table: Table) -> None:
        assert await ask(table, 0, token="") is None

    at_table(play)


def test_viewer_who_has_seen_all_is_answered_for_the_scoreboard_alone() -> None:
    def become_viewer() -> None:
        Membership.objects.update(role=Role.VIEWER)

    async def play(table: Table) -> None:
        await asyncio.to_thread(become_viewer)
        assert [await ask(table, 0, page) for page in ("board", "scoreboard")] == [None, 204]

    at_table(play)
