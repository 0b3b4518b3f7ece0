"""Requests for streams and polls to LiveApp without a server, as ASGI messages."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from django.db import connections

from scoring.live import LiveApp, RevisionHub
from scoring.live.response_cache import Message, Receive, Scope, Send
from scoring.models import Game, Group, Membership
from scoring.services.membership import join_group, register_device
from tests.factories import GameFactory, GameWriter, GroupFactory

T = TypeVar("T")

BY_A_PAGE = 299
PATIENCE = 10  # seconds after which a wait fails


class LiveRequest:
    """One request to LiveApp, by default for the stream of a game, and its response."""

    def __init__(self, live: LiveApp, game: object, token: str, *, method: str = "GET") -> None:
        self.scope: Scope = {
            "type": "http",
            "method": method,
            "path": f"/live/t/{game}/",
            "headers": [(b"cookie", f"device={token}".encode())],
        }
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.left = asyncio.Event()
        self.asked = False
        self.answer = asyncio.create_task(live(self.scope, self.receive, self.sent.put))

    async def receive(self) -> Message:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def message(self) -> Message:
        return await soon(self.sent.get())

    async def start(self) -> Message:
        """Return the start of the response: status and headers."""
        start = await self.message()
        assert start["type"] == "http.response.start"
        return start

    async def event(self) -> int | None:
        """Return the next revision of the stream; None if the stream ends."""
        while True:
            message = await self.message()
            if message["type"] == "http.response.body":
                if not message["more_body"]:
                    return None
                if b"data: " in message["body"]:
                    return int(message["body"].split(b"data: ")[1])

    async def is_answered_by_a_page(self) -> bool:
        return bool((await self.start())["status"] == BY_A_PAGE)


class Pages:
    """Replaces Django: answers every request with BY_A_PAGE."""

    async def __call__(self, _scope: Scope, _: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": BY_A_PAGE, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Table:
    """A game, a writer that changes it, and the requests of its subscribers."""

    def __init__(self, hub: RevisionHub) -> None:
        self.hub, self.live = hub, LiveApp(Pages(), hub)
        self.requests: list[LiveRequest] = []

    async def create(self) -> "Table":
        await asyncio.to_thread(self._create)
        return self

    def _create(self) -> None:
        self.group: Group = GroupFactory.create()
        self.game: Game = GameFactory.create(group=self.group)
        self.device, self.token = register_device("Android")
        join_group(self.device, self.group)
        self.writer = GameWriter(self.game, self.device)

    async def write(self, verb: Callable[[GameWriter], object]) -> int:
        """Change the game as another phone does. Returns its new version."""

        def change() -> int:
            verb(self.writer)
            return Game.objects.get(pk=self.game.pk).version

        return await asyncio.to_thread(change)

    async def revoke(self) -> None:
        await asyncio.to_thread(Membership.objects.all().delete)

    def stream(self, *, key: uuid.UUID | None = None, token: str | None = None) -> LiveRequest:
        request = LiveRequest(
            self.live, key or self.game.key, self.token if token is None else token
        )
        self.requests.append(request)
        return request

    async def subscribe(self) -> LiveRequest:
        """Open a stream, and wait until it has sent the present revision."""
        request = self.stream()
        assert await request.event() is not None
        return request

    async def clear(self) -> None:
        await self.live.close()
        for request in self.requests:
            with suppress(Exception):
                await soon(request.answer)


async def soon(what: Awaitable[T]) -> T:
    return await asyncio.wait_for(what, PATIENCE)


def at_table(
    play: Callable[[Table], Coroutine[Any, Any, None]],
    kind: type[RevisionHub] = RevisionHub,
    **hub: Any,
) -> None:
    """Run `play` with a table in an event loop of its own, and close everything that it has
    opened."""

    async def evening() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        table = await Table(kind(**hub)).create()
        try:
            await play(table)
        finally:
            await table.clear()
            # Threads of the loop have opened connections to create and change the tables.
            await asyncio.to_thread(connections.close_all)

    asyncio.run(evening())
