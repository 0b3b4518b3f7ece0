"""The ASGI application in front of Django's pages.

/live/t/<key>/ is the stream of a game: server-sent events that contain only its revision. Polls
for a board or a scoreboard are answered here too, if nothing has changed or if the response is
cached.
"""

import asyncio
import re
import uuid
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http.cookie import parse_cookie

from scoring.cookies import read_cookie
from scoring.languages import resolve_language
from scoring.live import queries
from scoring.live.hub import RevisionHub
from scoring.live.response_cache import ASGIApp, Message, Receive, ResponseCache, Scope, Send
from scoring.live.subscribers import (
    MAX_PER_ADDRESS,
    MAX_SUBSCRIBERS,
    Subscriber,
    TooManyStreams,
)
from scoring.tokens import DEVICE_COOKIE, parse_device_token

KEY = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
STREAM_PATH = re.compile(rf"/live/t/{KEY}/")
POLL_PATH = re.compile(rf"/t/{KEY}/(board|scoreboard)/")
SEEN = re.compile(rb"seen=(\d{1,9})")
RETRY = 2_000  # milliseconds until a browser that has lost the stream connects again
RETRY_AFTER = 60  # seconds after which a client may try again if the hub was full

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class LiveApp:
    """Answers streams and polls, and forwards every other request to `pages`. `address` returns
    the address of the client. The number of streams for each address is limited."""

    def __init__(
        self,
        pages: ASGIApp,
        hub: RevisionHub | None = None,
        *,
        address: Callable[[Scope], str] = lambda _: "",
    ) -> None:
        self.pages, self.address = pages, address
        self.cache = ResponseCache(pages)
        # Without limits (NO_LIMITS), one address may have all streams.
        per_address = MAX_PER_ADDRESS if settings.LIMITS else MAX_SUBSCRIBERS
        self.hub = hub or RevisionHub(max_per_address=per_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Route the request. A request for a game that the device may not see is forwarded to
        the pages, so the 404 is the same as for a game that does not exist."""
        if scope["method"] == "HEAD" and (path := STREAM_PATH.fullmatch(scope["path"])):
            return await self.head(uuid.UUID(path[1]), scope, receive, send)
        if scope["method"] == "GET":
            if path := STREAM_PATH.fullmatch(scope["path"]):
                return await self.stream(uuid.UUID(path[1]), scope, receive, send)
            if path := POLL_PATH.fullmatch(scope["path"]):
                return await self.poll(uuid.UUID(path[1]), path[2], scope, receive, send)
        return await self.pages(scope, receive, send)

    async def poll(
        self, key: uuid.UUID, page: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer a poll as the page would, if possible without Django. A request that does not
        contain the revision of the page is no poll, and is forwarded to the pages."""
        found = SEEN.fullmatch(scope["query_string"])
        if found is None:
            await self.pages(scope, receive, send)
            return
        seen, language = int(found[1]), accepted_language(scope)
        request = queries.PollRequest(key, device_token(scope), page == "board", seen, language)
        game = await self.hub.polls.answer(request)
        if game is None:
            await self.pages(scope, receive, send)
        elif game.revision == seen:
            unchanged = (b"cache-control", b"private, no-cache")
            named = (b"content-language", language.encode())
            await send_status(send, HTTPStatus.NO_CONTENT, unchanged, named)
        else:
            await self.cache.respond(scope, receive, send, etag=game.etag, language=language)

    async def stream(self, key: uuid.UUID, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client disconnects. Answer 503 if the hub is full."""
        try:
            subscriber = await self.hub.subscribe(key, device_token(scope), self.address(scope))
        except TooManyStreams:
            later = (b"retry-after", b"%d" % RETRY_AFTER)
            await send_status(
                send, HTTPStatus.SERVICE_UNAVAILABLE, later, (b"content-length", b"0")
            )
            return
        if subscriber is None:
            await self.pages(scope, receive, send)
            return
        # The request scope is a third of the memory of an open stream, and not needed any more.
        scope.clear()
        try:
            await stream_events(subscriber, receive, send)
        finally:
            self.hub.unsubscribe(subscriber)

    async def head(self, key: uuid.UUID, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers of a stream."""
        if await self.hub.run(queries.find, key, device_token(scope)):
            await send_status(send, HTTPStatus.OK, *HEADERS)
        else:
            await self.pages(scope, receive, send)

    def stop(self) -> None:
        """End every stream, and accept no new one."""
        self.hub.stop()

    async def close(self) -> None:
        """Stop, and close every connection to the database."""
        await self.hub.close()


async def stream_events(subscriber: Subscriber, receive: Receive, send: Send) -> None:
    """Send each published revision, until the subscriber closes or the client disconnects."""
    await receive()  # the request, which has no body
    disconnected = asyncio.ensure_future(receive())
    disconnected.add_done_callback(lambda _: subscriber.close())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send(body(b"retry: %d\n" % RETRY, more=True))
        while await subscriber.wait():
            await send(body(event(subscriber.revision), more=True))
        await send(body(b"", more=False))
    finally:
        disconnected.cancel()


def event(revision: int) -> bytes:
    """Return a server-sent event that contains this revision."""
    return b"id: %d\ndata: %d\n\n" % (revision, revision)


def body(content: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


async def send_status(send: Send, status: HTTPStatus, *headers: tuple[bytes, bytes]) -> None:
    """Send a response without a body."""
    start = {"type": "http.response.start", "status": status.value, "headers": list(headers)}
    await send(start)
    await send(body(b"", more=False))


def device_token(scope: Scope) -> str:
    """Return the token of the device from its cookie, as the pages read it."""
    return parse_device_token(read_cookie(_cookies(scope), DEVICE_COOKIE))


def accepted_language(scope: Scope) -> str:
    """Return the language of the response, as the pages resolve it."""
    return resolve_language(_cookies(scope), ",".join(_header(scope, b"accept-language")))


def _cookies(scope: Scope) -> dict[str, str]:
    return parse_cookie("; ".join(_header(scope, b"cookie")))


def _header(scope: Scope, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == wanted]
