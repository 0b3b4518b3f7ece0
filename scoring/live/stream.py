"""The event stream of a game, /live/t/<key>/: its version, whenever that changes."""

import asyncio
import re
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http.cookie import parse_cookie

from scoring.live.bell import Bell, Full, Watcher
from scoring.views import access

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATH = re.compile(r"/live/t/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")
RETRY = 2_000  # milliseconds until a browser that lost the stream comes again by itself
FULL_FOR = 60  # seconds after which it is worth while to try again

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Live:
    """The ASGI application that streams leave by."""

    def __init__(self, bell: Bell | None = None) -> None:
        self.bell = bell or Bell(most=settings.STREAMS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer with a stream, which lasts as long as the phone listens. False, and no answer,
        where there is nothing for this device: what then answers tells no more than that."""
        path = PATH.fullmatch(scope["path"])
        if path is None or scope["method"] != "GET":
            return False
        try:
            watcher = await self.bell.join(uuid.UUID(path[1]), device_token(scope))
        except Full:
            await refuse(send)
            return True
        if watcher is None:
            return False
        # A third of what a stream would keep in memory: what the request said, in pieces.
        scope.clear()
        try:
            await pour(watcher, receive, send)
        finally:
            self.bell.leave(watcher)
        return True

    def stop(self) -> None:
        """End every stream, and begin no other."""
        self.bell.stop()

    async def close(self) -> None:
        await self.bell.close()


async def pour(watcher: Watcher, receive: Receive, send: Send) -> None:
    """Send what the watcher is told, until it is closed or the phone has gone."""
    await receive()  # the request, which has no body
    gone = asyncio.ensure_future(receive())
    gone.add_done_callback(lambda _: watcher.close())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send(body(b"retry: %d\n" % RETRY, more=True))
        while await watcher.rung():
            await send(body(event(watcher.version), more=True))
        await send(body(b"", more=False))
    finally:
        gone.cancel()


def event(version: int) -> bytes:
    return b"id: %d\ndata: %d\n\n" % (version, version)


def body(content: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


async def refuse(send: Send) -> None:
    """There is no room for a stream: the phone asks instead."""
    status = HTTPStatus.SERVICE_UNAVAILABLE.value
    headers = [(b"content-length", b"0"), (b"retry-after", b"%d" % FULL_FOR)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send(body(b"", more=False))


def device_token(scope: Scope) -> str:
    """The device's token out of its cookie, as the pages read it."""
    cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie("; ".join(cookies)).get(access.COOKIE, "")
