"""The event stream of a game, /live/t/<key>/: its version, whenever that changes; and what a
phone is answered that asks for news instead."""

import asyncio
import re
import uuid
from http import HTTPStatus

from django.conf import settings
from django.http.cookie import parse_cookie

from scoring.live.bell import Bell, Full, Watcher
from scoring.live.kept import Kept, Message, Pages, Receive, Scope, Send
from scoring.views import access

KEY = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
STREAM = re.compile(rf"/live/t/{KEY}/")
QUESTION = re.compile(rf"/t/{KEY}/(board|scoreboard)/")
SEEN = re.compile(rb"seen=(\d{1,9})")
RETRY = 2_000  # milliseconds until a browser that lost the stream comes again by itself
FULL_FOR = 60  # seconds after which it is worth while to try again

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Live:
    """The ASGI application that says whether there is news: it stands before the pages."""

    def __init__(self, pages: Pages, bell: Bell | None = None) -> None:
        self.pages = pages
        self.kept = Kept(pages)
        self.bell = bell or Bell(most=settings.STREAMS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is asked here; every page is answered by the pages, and so is what this
        device may not see: the page that is not there tells no more than that."""
        if scope["method"] == "GET":
            if path := STREAM.fullmatch(scope["path"]):
                return await self.stream(uuid.UUID(path[1]), scope, receive, send)
            if path := QUESTION.fullmatch(scope["path"]):
                return await self.news(uuid.UUID(path[1]), path[2], scope, receive, send)
        return await self.pages(scope, receive, send)

    async def news(
        self, key: uuid.UUID, page: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer a phone that asks: as the page would, at half the cost."""
        seen = SEEN.fullmatch(scope["query_string"])
        game = await self.bell.look(key, device_token(scope), scoring=page == "board")
        if seen is None or game is None:
            await self.pages(scope, receive, send)
        elif game.version == int(seen[1]):
            unchanged = (b"cache-control", b"private, no-cache")
            await answer(send, HTTPStatus.NO_CONTENT, unchanged)
        else:
            await self.kept.answer(scope, receive, send, etag=game.etag)

    async def stream(self, key: uuid.UUID, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a stream, which lasts as long as the phone listens."""
        try:
            watcher = await self.bell.join(key, device_token(scope))
        except Full:
            # There is no room for a stream: the phone asks instead.
            later = (b"retry-after", b"%d" % FULL_FOR)
            await answer(send, HTTPStatus.SERVICE_UNAVAILABLE, later, (b"content-length", b"0"))
            return
        if watcher is None:
            await self.pages(scope, receive, send)
            return
        # A third of what a stream would keep in memory: what the request said, in pieces.
        scope.clear()
        try:
            await pour(watcher, receive, send)
        finally:
            self.bell.leave(watcher)

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


async def answer(send: Send, status: HTTPStatus, *headers: tuple[bytes, bytes]) -> None:
    """Answer with the status alone."""
    start = {"type": "http.response.start", "status": status.value, "headers": list(headers)}
    await send(start)
    await send(body(b"", more=False))


def device_token(scope: Scope) -> str:
    """The device's token out of its cookie, as the pages read it."""
    cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie("; ".join(cookies)).get(access.COOKIE, "")
