"""A cache of whole responses for boards, which all phones at a table request at once."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple

from scoring.content_encoding import resolve_encoding

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_RESPONSES = 1_000
# Request headers on which a response may depend in addition to the path, the language and the
# ETag.
VARY_HEADERS = (b"accept-encoding", b"hx-request")


class CachedResponse(NamedTuple):
    etag: bytes
    start: Message
    body: Message


class ResponseCache:
    """The latest response for each path, language, encoding, and page or fragment. The least
    recently used response is dropped first.

    The caller checks that the client may see the path, and passes the current ETag.
    """

    def __init__(self, pages: ASGIApp, *, max_responses: int = MAX_RESPONSES) -> None:
        self.pages, self.max_responses = pages, max_responses
        self.responses: OrderedDict[object, CachedResponse] = OrderedDict()
        self.pending: dict[object, asyncio.Event] = {}

    async def respond(
        self, scope: Scope, receive: Receive, send: Send, *, etag: bytes, language: str
    ) -> None:
        """Send the cached response if it has this ETag, otherwise the response of the pages. If
        several clients request it at the same time, it is rendered once, and the others
        wait."""
        encoding = resolve_encoding(_header(scope, b"accept-encoding").decode("latin-1"))
        key = (scope["path"], language, encoding, _header(scope, b"hx-request"))
        if rendered := self.pending.get((key, etag)):
            await rendered.wait()
        cached = self.responses.get(key)
        if cached is None or cached.etag != etag:
            await self._render(key, etag, scope, receive, send)
            return
        self.responses.move_to_end(key)
        await send(cached.start)
        await send(cached.body)

    async def _render(
        self, key: object, etag: bytes, scope: Scope, receive: Receive, send: Send
    ) -> None:
        rendered = self.pending.setdefault((key, etag), asyncio.Event())
        start: Message = {}

        async def store_and_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif response := cacheable(start, message):
                self._store(key, response)
            await send(message)

        try:
            await self.pages(scope, receive, store_and_send)
        finally:
            rendered.set()
            self.pending.pop((key, etag), None)

    def _store(self, key: object, response: CachedResponse) -> None:
        self.responses[key] = response
        self.responses.move_to_end(key)
        if len(self.responses) > self.max_responses:
            self.responses.popitem(last=False)


def cacheable(start: Message, body: Message) -> CachedResponse | None:
    """Return the response if it may be cached, else None. It may be cached if it is complete,
    has an ETag, and is the same for every client that may see it."""
    headers = {bytes(name).lower(): bytes(value) for name, value in start["headers"]}
    vary = {each.strip().lower() for each in headers.get(b"vary", b"").split(b",")} - {b""}
    if (
        start["status"] != 200
        or body.get("more_body")
        or b"etag" not in headers
        or b"set-cookie" in headers
        or not vary <= set(VARY_HEADERS)
    ):
        return None
    # Compression makes the ETag weak.
    return CachedResponse(headers[b"etag"].removeprefix(b"W/"), dict(start), dict(body))


def _header(scope: Scope, name: bytes) -> bytes:
    return next((bytes(value) for key, value in scope["headers"] if key == name), b"")
