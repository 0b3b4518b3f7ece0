"""The events of a stream, and when they are sent."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import OperationalError, connection

from scoring.live.hub import RevisionHub
from scoring.rules import Call, CallLevel, RoundNotes, Seat
from tests.factories import GameWriter, plain
from tests.live.clients import Table, at_table
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

TICHU = Call(Seat.B1, CallLevel.TICHU)


# What it says


def test_first_event_is_the_present_version() -> None:
    async def play(table: Table) -> None:
        await table.write(lambda writer: writer.record(plain(60)))
        assert await table.stream().event() == 1

    at_table(play)


VERBS: dict[str, Callable[[GameWriter], object]] = {
    "record": lambda writer: writer.record(plain(45)),
    "amend": lambda writer: writer.amend(1, plain(55)),
    "remember": lambda writer: writer.annotate(1, RoundNotes(note="What a hand")),
    "remove": lambda writer: writer.remove(1),
    "undo": lambda writer: writer.undo(),
    "call": lambda writer: writer.set_calls(TICHU),
}


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_every_change_is_published(
    verb: Callable[[GameWriter], object],
) -> None:
    async def play(table: Table) -> None:
        await table.write(lambda writer: writer.record(plain(60)))
        request = await table.subscribe()
        await table.write(verb)
        assert await request.event() == 2

    at_table(play)


def test_redo_is_published() -> None:
    async def play(table: Table) -> None:
        await table.write(lambda writer: (writer.record(plain(60)), writer.undo()))
        request = await table.subscribe()
        await table.write(lambda writer: writer.redo())
        assert await request.event() == 3

    at_table(play)


def test_tick_that_raises_no_version_is_published() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        await table.write(
            lambda writer: writer.update_progress(lambda now: replace(now, all_dealt=True))
        )
        assert await request.event() == 1
        await table.write(lambda writer: writer.set_calls(TICHU))
        assert await request.event() == 2

    at_table(play)


def test_change_of_another_game_is_not_published() -> None:
    async def play(table: Table) -> None:
        other = await Table(table.hub).create()
        await table.write(lambda writer: writer.record(plain(60)))
        request = await table.subscribe()
        await other.write(lambda writer: writer.record(plain(60)))
        await table.write(lambda writer: writer.record(plain(60)))
        assert await request.event() == 2

    at_table(play)


def test_every_subscriber_is_notified() -> None:
    async def play(table: Table) -> None:
        requests = [await table.subscribe() for _ in range(3)]
        await table.write(lambda writer: writer.record(plain(60)))
        assert [await request.event() for request in requests] == [1, 1, 1]

    at_table(play)


RECORD = """
import uuid
from scoring.models import Device, Game
from scoring.rules import ByTeam, RoundResult, Seat
from scoring.services import rounds
from scoring.services.transaction import Submission
result, device = RoundResult((Seat.A1,), ByTeam(60, 40)), Device.objects.get()
rounds.record(Game.objects.get(), result, Submission(uuid.uuid4(), device.pk), after=0)
"""


def test_change_by_another_process_is_published() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        command = [sys.executable, "-c", f"{SETUP}\n{RECORD}"]
        name = str(connection.settings_dict["NAME"])
        await asyncio.to_thread(subprocess.run, [*command, name], cwd=ROOT, check=True)
        assert await request.event() == 1

    at_table(play)


# A separate process on the database of this test.
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
        request = await table.subscribe()
        assert await request.event() == 0

    at_table(play, tick=0.01)


def test_listening_continues_after_the_database_was_unreachable() -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        await table.write(lambda writer: writer.record(plain(60)))
        assert await request.event() == 1
        await table.write(cut_off_everybody)
        await table.write(lambda writer: writer.record(plain(60)))
        assert await request.event() == 2

    at_table(play)


class OftenUnreachable(RevisionHub):
    """A listener that fails to connect to the database for a number of tries, at first and
    after it is cut off."""

    def __init__(self, **limits: Any) -> None:
        super().__init__(**limits)
        self.away, self.cut_off = 3, asyncio.Event()

    async def _listen(self) -> None:
        if self.away:
            self.away -= 1
            raise OperationalError("The database is away.")
        await super()._listen()

    async def _tick(self) -> None:
        await self.cut_off.wait()
        self.cut_off.clear()
        self.away = 3
        raise OperationalError("The database is gone.")


def test_database_that_is_away_for_long_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play(table: Table) -> None:
        request = await table.subscribe()
        await table.write(lambda writer: writer.record(plain(60)))
        assert await request.event() == 1
        hub = table.live.hub
        assert isinstance(hub, OftenUnreachable)
        hub.cut_off.set()
        await table.write(lambda writer: writer.record(plain(60)))
        assert await request.event() == 2

    at_table(play, OftenUnreachable, tick=0.01)
    of_hub = [
        each.getMessage() for each in caplog.records if each.name == RevisionHub.__module__
    ]
    assert of_hub == [
        "Live scores wait for the database: The database is away.",
        "Live scores wait for the database: The database is gone.",
    ]


@contextmanager
def without_notifications() -> Iterator[None]:
    """Lose all notifications of writes."""
    alter = "ALTER TABLE scoring_game {} TRIGGER scoring_game_rings"
    with connection.cursor() as cursor:
        cursor.execute(alter.format("DISABLE"))
        try:
            yield
        finally:
            cursor.execute(alter.format("ENABLE"))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is asked all the time")
def test_change_whose_notification_is_lost_is_published_after_a_tick() -> None:
    def record_quietly(writer: GameWriter) -> None:
        with without_notifications():
            writer.record(plain(60))

    async def play(table: Table) -> None:
        request = await table.subscribe()
        # When listening starts, all revisions are sent. So wait until it has started and
        # reported.
        while not await asyncio.to_thread(is_listened_to):
            continue
        for version in (1, 2, 3):
            await table.write(lambda writer: writer.record(plain(60)))
            assert await request.event() == version
        await table.write(record_quietly)
        assert await request.event() == 4

    at_table(play, tick=0.5)


def is_listened_to() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND query LIKE 'LISTEN %' AND state = 'idle'"
        )
        return bool(cursor.fetchone())


def cut_off_everybody(_: GameWriter) -> None:
    """PostgreSQL closes every other connection. SQLite has no connections that could be
    closed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
