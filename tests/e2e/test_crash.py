"""The server is killed while eight phones record: everything that it has acknowledged is stored
once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore

import pytest

from tests.scripted_phones import PHONES, Phone, assert_agrees, stored
from tests.server import PATIENCE, Server

ENOUGH = 10 * PHONES  # the number of acknowledged rounds after which the server is killed


def kill_while_recording(server: Server, phones: list[Phone]) -> None:
    acknowledged = Semaphore(0)
    with ThreadPoolExecutor(PHONES) as pool:
        lost = [
            pool.submit(phone.record_until_nobody_answers, acknowledged) for phone in phones
        ]
        try:
            for _ in range(ENOUGH):
                assert acknowledged.acquire(timeout=PATIENCE)
        finally:
            server.kill()
        for each in lost:
            each.result()


def assert_kept(server: Server, phones: list[Phone]) -> None:
    """Fail if an acknowledged round is missing.

    A round that was not acknowledged may be stored too, because its answer may have been lost.
    """
    games = stored(server)
    for phone in phones:
        game, taps = games[phone.game], phone.acknowledged
        assert phone.unanswered
        if game["version"] > len(taps):
            taps = [*taps, phone.unanswered]
        assert_agrees(game, phone, taps)


def assert_resending_doubles_nothing(server: Server, phones: list[Phone]) -> None:
    for phone in phones:
        assert phone.unanswered
        assert phone.record(phone.unanswered)
    games = stored(server)
    for phone in phones:
        assert_agrees(games[phone.game], phone, phone.acknowledged)


@pytest.fixture
def server() -> Iterator[Server]:
    """A separate server, because it is killed."""
    with Server() as server:
        yield server


def test_killed_while_recording_keeps_every_acknowledged_round_once(server: Server) -> None:
    phones = [Phone(server.url, number) for number in range(PHONES)]

    for _ in range(3):
        kill_while_recording(server, phones)
        server.start()
        assert_kept(server, phones)
        assert_resending_doubles_nothing(server, phones)
