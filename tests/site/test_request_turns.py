"""Requests that begin one after the other."""

import asyncio
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.db import connection

from tests.server import PATIENCE
from tests.site.asgi import scope
from tichu_score import asgi
from tichu_score.request_bodies import Message
from tichu_score.request_turns import RequestTurns
from tichu_score.wsgi_bridge import WSGIBridge


async def let_others_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_requests_take_turns_in_the_order_in_which_they_ask() -> None:
    events: list[str] = []

    async def request(turns: RequestTurns, name: str) -> None:
        async with turns.take():
            events.append(f"{name} begins")
            await let_others_run()
            events.append(f"{name} ends")

    async def run() -> None:
        turns = RequestTurns(longest=PATIENCE)
        await asyncio.gather(*(request(turns, name) for name in ("a", "b", "c")))

    asyncio.run(run())

    assert events == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]


def test_request_whose_turn_is_over_runs_on_beside_the_next_one_alone() -> None:
    """When the slow request ends at last, it does not end the turn of the next one."""
    events: list[str] = []

    async def run() -> None:
        turns, others_turn, done = RequestTurns(longest=0), asyncio.Event(), asyncio.Event()

        async def slow() -> None:
            async with turns.take():
                turns.longest = PATIENCE
                await others_turn.wait()
                events.append("slow ends")
            done.set()

        async def second() -> None:
            async with turns.take():
                others_turn.set()
                await done.wait()
                await let_others_run()
                events.append("second ends")

        async def third() -> None:
            async with turns.take():
                events.append("third begins")

        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(slow(), second(), third())

    asyncio.run(run())

    assert events == ["slow ends", "second ends", "third begins"]


def test_failure_and_a_client_that_leaves_end_their_turns() -> None:
    async def run() -> None:
        turns = RequestTurns(longest=PATIENCE)

        async def fail() -> None:
            async with turns.take():
                raise ZeroDivisionError

        async def wait() -> None:
            async with turns.take():
                await asyncio.Event().wait()

        await asyncio.gather(fail(), return_exceptions=True)
        has_turn, queued = asyncio.create_task(wait()), asyncio.create_task(wait())
        await let_others_run()
        queued.cancel()
        has_turn.cancel()
        async with asyncio.timeout(PATIENCE / 2), turns.take():
            pass

    asyncio.run(run())


def test_request_gets_no_thread_before_its_turn() -> None:
    answered: list[str] = []

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        answered.append(environ["REQUEST_METHOD"])
        start_response("200 OK", [])
        return [b""]

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(_: Message) -> None:
        pass

    async def run() -> list[str]:
        turns = RequestTurns(longest=PATIENCE)
        bridge = WSGIBridge(answer, threads=1, turns=turns)
        async with turns.take():
            request = asyncio.create_task(bridge(scope("GET"), receive, send))
            await let_others_run()
            # The only thread runs this after everything that was queued before.
            await asyncio.get_running_loop().run_in_executor(bridge.pool, int)
            before_the_turn = [*answered]
        await request
        await bridge.close()
        return before_the_turn

    assert (asyncio.run(run()), answered) == ([], ["GET"])


def test_requests_take_turns_on_sqlite_alone() -> None:
    assert (asgi.pages.turns is not None) == (connection.vendor == "sqlite")
