"""Answers of the pages that every phone at a table asks for, kept for the next one."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Pages = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST = 1_000
# What of a request an answer may depend on, beside its path and what the page's ETag covers.
VARIES_BY = (b"accept-encoding", b"accept-language", b"hx-request")


class Answer(NamedTuple):
    etag: bytes
    start: Message
    body: Message


class Kept:
    """The latest answer for each path and kind of browser. Whoever asks must have the right to
    see it, and say by `etag` which answer is still true."""

    def __init__(self, pages: Pages, *, most: int = MOST) -> None:
        self.pages, self.most = pages, most
        self.answers: OrderedDict[object, Answer] = OrderedDict()
        self.making: dict[object, asyncio.Event] = {}

    async def answer(self, scope: Scope, receive: Receive, send: Send, *, etag: bytes) -> None:
        """Answer with what is kept, or else as the pages do. Phones that ask for the same at
        the same time wait for the first of them."""
        place = (scope["path"], *(_header(scope, name) for name in VARIES_BY))
        if made := self.making.get((place, etag)):
            await made.wait()
        kept = self.answers.get(place)
        if kept is None or kept.etag != etag:
            await self._make(place, etag, scope, receive, send)
            return
        self.answers.move_to_end(place)
        await send(kept.start)
        await send(kept.body)

    async def _make(
        self, place: object, etag: bytes, scope: Scope, receive: Receive, send: Send
    ) -> None:
        made = self.making.setdefault((place, etag), asyncio.Event())
        start: Message = {}

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif found := keepable(start, message):
                self._put(place, found)
            await send(message)

        try:
            await self.pages(scope, receive, keep)
        finally:
            made.set()
            self.making.pop((place, etag), None)

    def _put(self, place: object, answer: Answer) -> None:
        self.answers[place] = answer
        self.answers.move_to_end(place)
        if len(self.answers) > self.most:
            self.answers.popitem(last=False)


def keepable(start: Message, body: Message) -> Answer | None:
    """The answer, if it is whole, for everybody who may see it, and says by its ETag until when
    it is true."""
    headers = {bytes(name).lower(): bytes(value) for name, value in start["headers"]}
    vary = {each.strip().lower() for each in headers.get(b"vary", b"").split(b",")} - {b""}
    if (
        start["status"] != 200
        or body.get("more_body")
        or b"etag" not in headers
        or b"set-cookie" in headers
        or not vary <= set(VARIES_BY)
    ):
        return None
    # Compressing an answer makes its tag a weak one.
    return Answer(headers[b"etag"].removeprefix(b"W/"), dict(start), dict(body))


def _header(scope: Scope, name: bytes) -> bytes:
    return next((bytes(value) for key, value in scope["headers"] if key == name), b"")
