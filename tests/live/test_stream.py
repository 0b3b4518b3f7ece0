"""The event stream: who may open one, and when it ends."""

import asyncio
import uuid

import pytest

from scoring.models import Game
from scoring.services.groups import soft_delete
from scoring.services.membership import register_device
from tests.factories import GameWriter, plain
from tests.live.clients import LiveRequest, Table, at_table, soon

pytestmark = pytest.mark.django_db(transaction=True)


# Who gets a stream


def test_stream_is_not_for_keeping_nor_for_holding_up() -> None:
    async def play(table: Table) -> None:
        start = await table.stream().start()
        headers = dict(start["headers"])
        assert start["status"] == 200
        assert headers[b"content-type"] == b"text/event-stream"
        assert headers[b"cache-control"] == b"no-store, no-transform"
        assert headers[b"x-accel-buffering"] == b"no"

    at_table(play)


def test_stream_is_for_devices_of_the_group() -> None:
    async def play(table: Table) -> None:
        _, stranger = await asyncio.to_thread(register_device, "Android")
        requests = [
            table.stream(token=stranger),
            table.stream(token=""),
            table.stream(key=uuid.uuid4()),
        ]
        assert [await request.is_answered_by_a_page() for request in requests] == [
            True,
            True,
            True,
        ]

    at_table(play)


def test_stream_is_read_only() -> None:
    async def play(table: Table) -> None:
        request = LiveRequest(table.live, table.game.key, table.token, method="POST")
        assert await request.is_answered_by_a_page()

    at_table(play)


def test_head_is_answered_with_the_headers_of_a_stream_alone() -> None:
    async def play(table: Table) -> None:
        request = LiveRequest(table.live, table.game.key, table.token, method="HEAD")
        table.requests.append(request)
        assert (await request.start())["status"] == 200
        assert await request.event() is None
        assert [*table.hub.subscribers] == []

    at_table(play)


def test_head_of_what_is_not_mine_is_left_to_the_pages() -> None:
    async def play(table: Table) -> None:
        request = LiveRequest(table.live, table.game.key, "", method="HEAD")
        table.requests.append(request)
        assert await request.is_answered_by_a_page()

    at_table(play)


def test_streams_of_one_device_are_limited() -> None:
    async def play(table: Table) -> None:
        await table.subscribe()
        assert (await table.stream().start())["status"] == 503

    at_table(play, max_per_device=1)


def test_streams_of_one_address_are_limited() -> None:
    async def play(table: Table) -> None:
        await table.subscribe()
        request = table.stream()
        assert (await request.start())["status"] == 503

    at_table(play, max_per_address=1)


def test_stream_that_ended_makes_room_at_its_address() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        request.left.set()
        await soon(request.answer)
        await table.subscribe()

    at_table(play, max_per_address=1)


def test_streams_of_all_devices_are_limited() -> None:
    async def play(table: Table) -> None:
        await table.subscribe()
        assert (await table.stream().start())["status"] == 503

    at_table(play, max_subscribers=1)


def test_stream_that_ended_makes_room_for_another() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        request.left.set()
        await soon(request.answer)
        await table.subscribe()

    at_table(play, max_subscribers=1)


# When it ends


def test_stream_ends_when_the_device_loses_its_right() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        await table.revoke()
        assert await request.event() is None

    # And not by the access check, which runs only every few ticks.
    at_table(play, tick=3600)


def test_device_without_access_receives_nothing_more() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()

        def revoke_and_record(writer: GameWriter) -> None:
            table.device.groups.clear()
            writer.record(plain(60))

        await table.write(revoke_and_record)
        assert await request.event() is None

    at_table(play)


def test_stream_ends_when_the_game_is_gone() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        await asyncio.to_thread(Game.objects.all().delete)
        assert await request.event() is None

    at_table(play, tick=0.05)


def test_stream_ends_when_the_phone_leaves() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        request.left.set()
        await soon(request.answer)
        assert ([*table.hub.subscribers], table.hub.listen_task) == ([], None)

    at_table(play)


def test_stream_ends_when_the_server_stops() -> None:
    async def play(table: Table) -> None:
        requests = [await table.subscribe() for _ in range(3)]
        table.live.stop()
        assert [await request.event() for request in requests] == [None, None, None]

    at_table(play)


def test_stopping_server_begins_no_stream() -> None:
    async def play(table: Table) -> None:
        table.live.stop()
        assert (await table.stream().start())["status"] == 503

    at_table(play)


# What a device may see


def test_stream_needs_the_same_right_as_the_page() -> None:
    async def play(table: Table) -> None:
        def rights() -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
            stranger, token = register_device("Android")
            tokens = {table.device.pk: table.token, stranger.pk: token}
            page = {
                (game.pk, device)
                for device, held in tokens.items()
                for game in Game.objects.visible_to(held)
            }
            return page, set(Game.objects.visible_pairs(tokens))

        await Table(table.hub).create()
        page, stream = await soon(asyncio.to_thread(rights))
        assert stream == page == {(table.game.pk, table.device.pk)}

    at_table(play)


def test_stream_ends_when_the_group_is_deleted() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        await asyncio.to_thread(soft_delete, table.group)
        assert await request.event() is None

    at_table(play)
