"""The event stream: who gets one, what it says, and when it ends."""

import asyncio
import subprocess
import sys
import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection

from scoring.models import Device, Game, Membership, Role
from scoring.rules import Call, Level, Moments, Seat
from tests.factories import Pen, plain
from tests.live.phones import BY_A_PAGE, Line, Table, at_table, soon
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

TICHU = Call(Seat.B1, Level.TICHU)


# Who gets a stream


def test_stream_is_not_for_keeping_nor_for_holding_up() -> None:
    async def play(table: Table) -> None:
        start = await table.watch().start()
        headers = dict(start["headers"])
        assert start["status"] == 200
        assert headers[b"content-type"] == b"text/event-stream"
        assert headers[b"cache-control"] == b"no-store, no-transform"
        assert headers[b"x-accel-buffering"] == b"no"

    at_table(play)


def test_stream_is_for_devices_of_the_group() -> None:
    async def play(table: Table) -> None:
        _, stranger = await asyncio.to_thread(Device.objects.register, "Android")
        lines = [
            table.watch(token=stranger),
            table.watch(token=""),
            table.watch(key=uuid.uuid4()),
        ]
        assert [await line.left_to_a_page() for line in lines] == [True, True, True]

    at_table(play)


def test_stream_is_read_only() -> None:
    async def play(table: Table) -> None:
        line = Line(table.live, table.game.key, table.token, method="POST")
        assert await line.left_to_a_page()

    at_table(play)


def test_streams_of_one_device_are_limited() -> None:
    async def play(table: Table) -> None:
        await table.watching()
        assert (await table.watch().start())["status"] == 503

    at_table(play, most_a_device=1)


def test_streams_of_all_devices_are_limited() -> None:
    async def play(table: Table) -> None:
        await table.watching()
        assert (await table.watch().start())["status"] == 503

    at_table(play, most=1)


def test_stream_that_ended_makes_room_for_another() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        line.left.set()
        await soon(line.answer)
        await table.watching()

    at_table(play, most=1)


# What it says


def test_first_event_is_the_present_version() -> None:
    async def play(table: Table) -> None:
        await table.write(lambda pen: pen.record(plain(60)))
        assert await table.watch().event() == 1

    at_table(play)


VERBS: dict[str, Callable[[Pen], object]] = {
    "record": lambda pen: pen.record(plain(45)),
    "amend": lambda pen: pen.amend(1, plain(55)),
    "remember": lambda pen: pen.remember(1, Moments(note="What a hand")),
    "remove": lambda pen: pen.remove(1),
    "undo": lambda pen: pen.undo(),
    "call": lambda pen: pen.call(TICHU),
}


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_change_is_told(verb: Callable[[Pen], object]) -> None:
    async def play(table: Table) -> None:
        await table.write(lambda pen: pen.record(plain(60)))
        line = await table.watching()
        await table.write(verb)
        assert await line.event() == 2

    at_table(play)


def test_redo_is_told() -> None:
    async def play(table: Table) -> None:
        await table.write(lambda pen: (pen.record(plain(60)), pen.undo()))
        line = await table.watching()
        await table.write(lambda pen: pen.redo())
        assert await line.event() == 3

    at_table(play)


def test_tick_that_raises_no_version_is_not_told() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        await table.write(lambda pen: pen.tell(lambda now: replace(now, dealt=True)))
        await table.write(lambda pen: pen.call(TICHU))
        assert await line.event() == 1

    at_table(play)


def test_change_of_another_game_is_not_told() -> None:
    async def play(table: Table) -> None:
        other = await Table(table.bell).lay()
        await table.write(lambda pen: pen.record(plain(60)))
        line = await table.watching()
        await other.write(lambda pen: pen.record(plain(60)))
        await table.write(lambda pen: pen.record(plain(60)))
        assert await line.event() == 2

    at_table(play)


def test_everybody_who_watches_is_told() -> None:
    async def play(table: Table) -> None:
        lines = [await table.watching() for _ in range(3)]
        await table.write(lambda pen: pen.record(plain(60)))
        assert [await line.event() for line in lines] == [1, 1, 1]

    at_table(play)


RECORD = """
import uuid
from scoring.models import Device, Game
from scoring.rules import ByTeam, RoundResult, Seat
result, device = RoundResult((Seat.A1,), ByTeam(60, 40)), Device.objects.get()
Game.objects.get().record(result, key=uuid.uuid4(), after=0, by=device.pk)
"""


def test_change_by_another_process_is_told() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        command = [sys.executable, "-c", f"{SETUP}\n{RECORD}"]
        name = str(connection.settings_dict["NAME"])
        await asyncio.to_thread(subprocess.run, [*command, name], cwd=ROOT, check=True)
        assert await line.event() == 1

    at_table(play)


# A process of its own on the database of this test.
SETUP = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tichu_score.settings"
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
import django
django.setup()
"""


def test_version_is_repeated_so_that_a_dead_line_shows() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        assert await line.event() == 0

    at_table(play, pulse=0.01)


def test_listening_goes_on_after_the_database_was_away() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        await table.write(lambda pen: pen.record(plain(60)))
        assert await line.event() == 1
        await table.write(cut_off_everybody)
        await table.write(lambda pen: pen.record(plain(60)))
        assert await line.event() == 2

    at_table(play)


def cut_off_everybody(_: Pen) -> None:
    """PostgreSQL hangs up on every other connection; SQLite has none that could be cut."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


# When it ends


def test_stream_ends_when_the_device_loses_its_right() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        await table.revoke()
        assert await line.event() is None

    # Not by the sweep that comes every few pulses.
    at_table(play, pulse=3600)


def test_device_without_a_right_is_told_nothing_more() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()

        def revoke_and_record(pen: Pen) -> None:
            table.device.groups.clear()
            pen.record(plain(60))

        await table.write(revoke_and_record)
        assert await line.event() is None

    at_table(play)


def test_stream_ends_when_the_game_is_gone() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        await asyncio.to_thread(Game.objects.all().delete)
        assert await line.event() is None

    at_table(play, pulse=0.05)


def test_stream_ends_when_the_phone_leaves() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        line.left.set()
        await soon(line.answer)
        assert (table.bell.watchers, table.bell.listening) == ([], None)

    at_table(play)


def test_stream_ends_when_the_server_stops() -> None:
    async def play(table: Table) -> None:
        lines = [await table.watching() for _ in range(3)]
        table.live.stop()
        assert [await line.event() for line in lines] == [None, None, None]

    at_table(play)


def test_stopping_server_begins_no_stream() -> None:
    async def play(table: Table) -> None:
        table.live.stop()
        assert (await table.watch().start())["status"] == 503

    at_table(play)


# What a device may see


def test_watching_takes_the_same_right_as_the_page() -> None:
    async def play(table: Table) -> None:
        def rights() -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
            stranger, token = Device.objects.register("Android")
            tokens = {table.device.pk: table.token, stranger.pk: token}
            page = {
                (game.pk, device)
                for device, held in tokens.items()
                for game in Game.objects.seen_by(held)
            }
            return page, Game.objects.rights(tokens)

        await Table(table.bell).lay()
        page, stream = await soon(asyncio.to_thread(rights))
        assert stream == page == {(table.game.pk, table.device.pk)}

    at_table(play)


# A phone that asks


async def ask(table: Table, seen: int, page: str = "board", **who: str) -> int | None:
    """The status that a phone gets which has seen this version; None if a page answers."""
    line = Line(table.live, table.game.key, who.get("token", table.token))
    line.scope["path"] = f"/t/{table.game.key}/{page}/"
    line.scope["query_string"] = b"seen=%d" % seen
    table.lines.append(line)
    status = int((await line.start())["status"])
    return None if status == BY_A_PAGE else status


def test_phone_that_has_seen_all_is_answered_without_a_page() -> None:
    async def play(table: Table) -> None:
        assert await ask(table, 0) == 204

    at_table(play)


def test_phone_that_has_not_seen_all_is_answered_by_the_page() -> None:
    async def play(table: Table) -> None:
        await table.write(lambda pen: pen.record(plain(60)))
        assert await ask(table, 0) is None

    at_table(play)


def test_phone_that_may_not_see_the_game_is_answered_by_the_page() -> None:
    async def play(table: Table) -> None:
        assert await ask(table, 0, token="") is None

    at_table(play)


def test_viewer_who_has_seen_all_is_told_so_of_the_scoreboard_alone() -> None:
    def only_watch() -> None:
        Membership.objects.update(role=Role.VIEWER)

    async def play(table: Table) -> None:
        await asyncio.to_thread(only_watch)
        assert [await ask(table, 0, page) for page in ("board", "scoreboard")] == [None, 204]

    at_table(play)


def test_stream_ends_when_the_group_is_deleted() -> None:
    async def play(table: Table) -> None:
        line = await table.watching()
        await asyncio.to_thread(table.group.delete_for_now)
        assert await line.event() is None

    at_table(play)
