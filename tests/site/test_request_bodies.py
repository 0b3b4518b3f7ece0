"""Limits of request bodies: clients that send many bodies slowly do not block others."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import pytest

from tests.site.asgi import scope
from tichu_score.request_bodies import BodyLimits, BodyReader, Message, RequestRejected

TIMEOUT, TOO_LARGE = HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class Sender:
    """A request whose body a test sends piece by piece."""

    def __init__(self, bodies: BodyReader, address: str = "192.0.2.1") -> None:
        self.pieces: asyncio.Queue[Message] = asyncio.Queue()
        headers = [(b"transfer-encoding", b"chunked")]
        asked = scope("POST", headers=headers, client=(address, 50000))
        self.reading = asyncio.create_task(bodies.read(asked, self.pieces.get))

    def send(self, piece: bytes, *, more: bool = True) -> "Sender":
        self.pieces.put_nowait({"type": "http.request", "body": piece, "more_body": more})
        return self

    async def refused(self) -> HTTPStatus | None:
        """Return the status with which the request was refused; None if its body was read."""
        try:
            await asyncio.wait_for(self.reading, 10)
        except RequestRejected as refusal:
            return refusal.status
        return None


def run(play: Callable[[BodyReader], Awaitable[None]], **limits: float) -> BodyReader:
    bodies = BodyReader(BodyLimits(**limits))  # type: ignore[arg-type]

    async def all_of_it() -> None:
        await play(bodies)

    asyncio.run(all_of_it())
    return bodies


async def begun(*senders: Sender) -> None:
    """Wait until all pieces that were sent so far are read."""
    while any(not sender.pieces.empty() for sender in senders):
        await asyncio.sleep(0)
    await asyncio.sleep(0)


def test_body_that_does_not_come_is_given_up() -> None:
    async def play(bodies: BodyReader) -> None:
        assert await Sender(bodies).send(b"half").refused() == TIMEOUT

    run(play, timeout=0.01)


def test_body_that_trickles_in_is_given_up() -> None:
    """The timeout is for the whole body, not for the next piece."""

    async def play(bodies: BodyReader) -> None:
        sender = Sender(bodies)
        while not sender.reading.done():
            sender.send(b"x")
            await asyncio.sleep(0)
        assert await sender.refused() == TIMEOUT

    run(play, timeout=0.01, chunks=10**9)


def test_request_without_a_body_makes_no_room() -> None:
    async def play(bodies: BodyReader) -> None:
        pieces: asyncio.Queue[Message] = asyncio.Queue()
        asked = scope(client=("192.0.2.1", 50000))
        page = asyncio.create_task(bodies.read(asked, pieces.get))
        await asyncio.sleep(0)
        one, other = Sender(bodies), Sender(bodies)
        assert await one.refused() == TIMEOUT
        pieces.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        assert await page == b""
        other.reading.cancel()

    run(play, count_per_address=1)


def test_slowest_body_makes_room() -> None:
    async def play(bodies: BodyReader) -> None:
        first, second, third = (Sender(bodies, f"192.0.2.{n}") for n in range(3))
        assert await first.refused() == TIMEOUT
        assert await second.send(b"x", more=False).refused() is None
        assert await third.send(b"x", more=False).refused() is None

    run(play, total_count=2)


def test_slow_bodies_of_one_address_keep_out_nobody_elsewhere() -> None:
    async def play(bodies: BodyReader) -> None:
        other = Sender(bodies, "192.0.2.99")
        first, second, third = (Sender(bodies) for _ in range(3))
        assert await first.refused() == TIMEOUT
        for each in (other, second, third):
            assert await each.send(b"x", more=False).refused() is None

    run(play, count_per_address=2)


def test_whole_body_is_read_beside_as_many_slow_ones_as_there_may_be() -> None:
    async def play(bodies: BodyReader) -> None:
        slow = [Sender(bodies) for _ in range(6)]
        whole = Sender(bodies).send(b"tap", more=False)
        assert await whole.refused() is None
        for each in slow:
            each.reading.cancel()

    run(play, total_count=4, count_per_address=3)


def test_largest_body_makes_room_where_all_are_too_large() -> None:
    async def play(bodies: BodyReader) -> None:
        small, large = Sender(bodies).send(b"x"), Sender(bodies).send(b"x" * 60)
        await begun(small, large)
        third = Sender(bodies).send(b"x" * 50, more=False)
        assert await third.refused() is None
        assert await large.refused() == TIMEOUT
        assert await small.send(b"", more=False).refused() is None

    run(play, total_size=100)


def test_body_in_too_many_pieces_is_refused() -> None:
    async def play(bodies: BodyReader) -> None:
        sender = Sender(bodies)
        for _ in range(11):
            sender.send(b"x")
        assert await sender.refused() == TOO_LARGE

    run(play, chunks=10)


@pytest.mark.parametrize("limits", [{"timeout": 0.01}, {"size": 3}, {"chunks": 1}])
def test_nothing_is_left_of_a_body_that_was_refused(limits: dict[str, float]) -> None:
    async def play(bodies: BodyReader) -> None:
        await Sender(bodies).send(b"ab").send(b"cd").refused()

    bodies = run(play, **limits)

    assert (bodies.pending, bodies.pending_by_address, bodies.size) == ({}, {}, 0)


def test_import_has_limits_of_its_own() -> None:
    """Only at its own address, for large files that need more time."""
    bodies = BodyReader(
        BodyLimits(size=3),
        limits_of=lambda asked: BodyLimits(size=9) if asked["path"] == "/import/" else None,
    )

    async def read(path: bytes) -> bytes | HTTPStatus:
        pieces: asyncio.Queue[Message] = asyncio.Queue()
        pieces.put_nowait({"type": "http.request", "body": b"1234567"})
        headers = [(b"transfer-encoding", b"chunked")]
        try:
            return await bodies.read(scope("POST", path, headers=headers), pieces.get)
        except RequestRejected as refusal:
            return refusal.status

    assert asyncio.run(read(b"/import/")) == b"1234567"
    assert asyncio.run(read(b"/unsent/")) == TOO_LARGE
