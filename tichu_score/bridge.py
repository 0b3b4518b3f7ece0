"""Runs a WSGI application under an ASGI server, each request in a thread of a fixed pool."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MEBIBYTE = 1 << 20

log = logging.getLogger(__name__)


class BodyTooLarge(Exception):
    """The request carries more than a page of this site ever sends."""


class Disconnected(Exception):
    """The client left before its request was complete."""


class Bridge:
    """The ASGI side of a WSGI application.

    The threads live as long as the process, so each keeps its database connection. A request
    takes a thread only once its body is here, and gives it back before the answer leaves:
    neither a slow upload nor a slow download holds one. The price is that an answer is in
    memory whole, so an endless one has to leave by another way than this.
    """

    def __init__(self, pages: WSGIApplication, *, threads: int, limit: int = MEBIBYTE) -> None:
        self.pages = pages
        self.limit = limit
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            environ = build_environ(scope, await read_body(scope, receive, self.limit))
        except Disconnected:
            return
        except BodyTooLarge:
            await refuse(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        in_thread = asyncio.get_running_loop().run_in_executor
        try:
            start, body = await in_thread(self.pool, answer, self.pages, environ)
        except Exception:
            log.exception("No answer to %s %s", scope["method"], scope["path"])
            await refuse(send, HTTPStatus.INTERNAL_SERVER_ERROR)
            return
        await send(start)
        await send({"type": "http.response.body", "body": body})

    async def close(self) -> None:
        """Wait for the requests under way; take no more."""
        await asyncio.to_thread(self.pool.shutdown)


def answer(pages: WSGIApplication, environ: WSGIEnvironment) -> tuple[Message, bytes]:
    """Call the application: what its answer starts with, and the body."""
    starts: list[Message] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _exc_info: object = None, /
    ) -> Callable[[bytes], object]:
        starts.append(response_start(status, headers))
        return write_is_gone

    chunks = pages(environ, start_response)
    try:
        body = b"".join(chunks)
    finally:
        # Here, in the thread that made it: what it closes belongs to this thread.
        if close := getattr(chunks, "close", None):
            close()
    return starts[-1], b"" if environ["REQUEST_METHOD"] == "HEAD" else body


def response_start(status: str, headers: list[tuple[str, str]]) -> Message:
    return {
        "type": "http.response.start",
        "status": int(status[:3]),
        "headers": [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ],
    }


def write_is_gone(_: bytes) -> None:
    raise NotImplementedError("Return the body from the application instead of writing it.")


async def refuse(send: Send, status: HTTPStatus) -> None:
    """Answer without the application."""
    body = f"{status.value} {status.phrase}\n".encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def read_body(scope: Scope, receive: Receive, limit: int) -> bytes:
    """Return the whole body, which may be `limit` bytes long."""
    if declared_length(scope) > limit:
        raise BodyTooLarge
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        body += message.get("body", b"")
        if len(body) > limit:
            raise BodyTooLarge
        more = message.get("more_body", False)
    return body


def declared_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def build_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Say in WSGI's words what the ASGI scope says."""
    root = scope.get("root_path", "").encode().decode("latin-1")
    # The raw path, because only it still knows the bytes that were not UTF-8.
    path = unquote_to_bytes(scope["raw_path"]).decode("latin-1")
    host, port = scope["server"]
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": path.removeprefix(root),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    add_headers(environ, scope["headers"])
    return environ


def add_headers(environ: WSGIEnvironment, headers: list[tuple[bytes, bytes]]) -> None:
    for header, raw in headers:
        # X_Forwarded_Proto would pass for X-Forwarded-Proto, which only the proxy may set.
        if b"_" in header or header == b"content-length":
            continue
        name, value = environ_name(header), raw.decode("latin-1")
        if name in environ:
            value = environ[name] + ("; " if name == "HTTP_COOKIE" else ",") + value
        environ[name] = value


@lru_cache(256)
def environ_name(header: bytes) -> str:
    name = header.decode("latin-1").upper().replace("-", "_")
    return name if name == "CONTENT_TYPE" else f"HTTP_{name}"
