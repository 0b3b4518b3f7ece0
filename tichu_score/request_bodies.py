"""Read request bodies within limits on size, number and time.

A client that announces a body and does not send it needs hardly any resources itself, so such
clients must not block others. If there are too many unfinished bodies, the oldest one is
rejected; if their total size is too large, the largest one is rejected. A request that is
received as a whole is never affected.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MEBIBYTE = 1 << 20


class RequestRejected(Exception):
    """The request gets a response with `status` before it reaches an application."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class PendingBody:
    """The received part of one request body."""

    def __init__(self, address: str, limits: "BodyLimits") -> None:
        self.address, self.limits = address, limits
        self.chunks: list[bytes] = []
        self.size = 0
        self.deadline: asyncio.Timeout | None = None

    def expire(self) -> None:
        """Let `BodyReader.read` time out now."""
        if self.deadline:
            self.deadline.reschedule(asyncio.get_running_loop().time())


def client_address(scope: Scope) -> str:
    """Return the address of the client of the connection."""
    return str(scope["client"][0])


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyLimits:
    """Limits for one body, and for all unfinished bodies together.

    One body: `size` in bytes, number of `chunks`, `timeout` in seconds. All unfinished bodies:
    `total_size` in bytes, `total_count`, and `count_per_address`.
    """

    size: int = MEBIBYTE
    chunks: int = 4_000
    timeout: float = 10.0
    total_size: int = 32 * MEBIBYTE
    total_count: int = 1_000
    count_per_address: int = 64


class BodyReader:
    """Reads request bodies. `address` returns the client address of an ASGI scope, and
    `limits_of` the limits for its body if they differ from `limits`. The totals in `limits`
    apply to all unfinished bodies together."""

    def __init__(
        self,
        limits: BodyLimits | None = None,
        *,
        address: Callable[[Scope], str] = client_address,
        limits_of: Callable[[Scope], BodyLimits | None] = lambda _: None,
    ) -> None:
        self.limits = limits or BodyLimits()
        self.address, self.limits_of = address, limits_of
        # Unfinished bodies, the oldest first.
        self.pending: dict[PendingBody, None] = {}
        self.pending_by_address: dict[str, dict[PendingBody, None]] = {}
        self.size = 0

    async def read(self, scope: Scope, receive: Receive) -> bytes:
        """Return the whole body.

        Raises RequestRejected: 413 for a body that is too large or has too many chunks, 408 for
        one that takes too long or is evicted for others, 400 if the client disconnects.
        """
        limits = self.limits_of(scope) or self.limits
        if content_length(scope) > limits.size:
            raise RequestRejected(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        body = PendingBody(self.address(scope), limits)
        try:
            async with asyncio.timeout(limits.timeout) as body.deadline:
                if announces_body(scope):
                    self._add(body)
                return await self._read(body, receive)
        except TimeoutError:
            raise RequestRejected(HTTPStatus.REQUEST_TIMEOUT) from None
        finally:
            self._discard(body)

    async def _read(self, body: PendingBody, receive: Receive) -> bytes:
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                # Also sent for a malformed chunk; the client is then still connected.
                raise RequestRejected(HTTPStatus.BAD_REQUEST)
            self._append(body, message.get("body", b""))
            more = message.get("more_body", False)
        return b"".join(body.chunks)

    def _append(self, body: PendingBody, chunk: bytes) -> None:
        size = body.size + len(chunk)
        if size > body.limits.size or len(body.chunks) >= body.limits.chunks:
            raise RequestRejected(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        body.chunks.append(chunk)
        body.size = size
        if body not in self.pending:
            return  # not announced, or evicted and about to time out
        self.size += len(chunk)
        while self.size > self.limits.total_size:
            self._evict(max(self.pending, key=lambda each: each.size))

    def _add(self, body: PendingBody) -> None:
        self.pending[body] = None
        same_address = self.pending_by_address.setdefault(body.address, {})
        same_address[body] = None
        if len(same_address) > self.limits.count_per_address:
            self._evict(next(iter(same_address)))
        if len(self.pending) > self.limits.total_count:
            self._evict(next(iter(self.pending)))

    def _evict(self, body: PendingBody) -> None:
        self._discard(body)
        body.expire()

    def _discard(self, body: PendingBody) -> None:
        if body not in self.pending:
            return
        del self.pending[body]
        self.size -= body.size
        same_address = self.pending_by_address[body.address]
        del same_address[body]
        if not same_address:
            del self.pending_by_address[body.address]


def announces_body(scope: Scope) -> bool:
    """Whether the request may have a body; in HTTP/1 its headers declare that (RFC 9112,
    6.3)."""
    headers = {name for name, _ in scope["headers"]}
    announced = headers & {b"content-length", b"transfer-encoding"}
    return bool(announced) or not scope["http_version"].startswith("1")


def content_length(scope: Scope) -> int:
    """Return the Content-Length header in bytes; 0 if it is missing or not a number."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
