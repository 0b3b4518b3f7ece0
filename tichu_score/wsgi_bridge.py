"""Run a WSGI application under an ASGI server, each request in a thread of a fixed pool."""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from contextvars import copy_context
from functools import lru_cache, partial
from http import HTTPStatus
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from tichu_score.logs import route_of
from tichu_score.request_bodies import (
    BodyReader,
    Message,
    Receive,
    RequestRejected,
    Scope,
    Send,
)
from tichu_score.request_turns import RequestTurns

log = logging.getLogger(__name__)

# The bytes of a response that are stored in memory.
MAX_BUFFERED = 1 << 20
# The key in the environ of a form whose file was too large and therefore not read; its value is
# the limit in bytes. No header can have this name.
FILE_LIMIT = "tichu_score.file_limit"
# For a request whose body was not read to its end.
CLOSE = b"connection", b"close"


class WSGIBridge:
    """An ASGI application that calls a WSGI application in a thread pool.

    Threads live as long as the process, so each keeps its database connection. A request takes
    a thread after its body was read, and releases it before the response is sent, so a slow
    upload or download does not occupy a thread. The whole response is therefore buffered, a
    large one in a file; streams that do not end need another way. With `turns` requests begin
    one after the other. A form whose file is too large is passed to the application without its
    body (FILE_LIMIT), and the application responds with a page.
    """

    def __init__(
        self,
        application: WSGIApplication,
        *,
        threads: int,
        bodies: BodyReader | None = None,
        turns: RequestTurns | None = None,
    ) -> None:
        self.application = application
        self.bodies = bodies or BodyReader()
        self.turns = turns
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="wsgi")
        # Writes may have to wait for a lock, so one thread is left for reads.
        self.writes = asyncio.Semaphore(max(1, threads - 1))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            environ = build_environ(scope, await self.bodies.read(scope, receive))
        except RequestRejected as rejection:
            limits = self.bodies.limits_of(scope)
            if limits is None or rejection.status != HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                await send_error(send, rejection.status)
                return
            environ = {**build_environ(scope, b""), FILE_LIMIT: limits.size}
        try:
            start, body = await self._call(environ)
        except Exception:
            log.exception("No answer to %s %s", scope["method"], route_of(scope["path"]))
            await send_error(send, HTTPStatus.INTERNAL_SERVER_ERROR)
            return
        if FILE_LIMIT in environ:
            start["headers"].append(CLOSE)
        await send(start)
        if isinstance(body, bytes):
            await send({"type": "http.response.body", "body": body})
            return
        with body:
            while piece := body.read(MAX_BUFFERED):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _call(self, environ: WSGIEnvironment) -> tuple[Message, bytes | IO[bytes]]:
        in_thread = asyncio.get_running_loop().run_in_executor
        reads = environ["REQUEST_METHOD"] in {"GET", "HEAD"}
        # A write waits for a thread first, so that it does not hold a turn meanwhile.
        turn = self.turns.take() if self.turns else nullcontext()
        async with nullcontext() if reads else self.writes, turn:
            # The thread gets the context variables of the request, including its number.
            call = partial(copy_context().run, call_application, self.application, environ)
            return await in_thread(self.pool, call)

    async def close(self) -> None:
        """Wait for running requests; accept no more."""
        await asyncio.to_thread(self.pool.shutdown)


def call_application(
    application: WSGIApplication, environ: WSGIEnvironment
) -> tuple[Message, bytes | IO[bytes]]:
    """Return the start message and the body of the response, as a file if it is large."""
    starts: list[Message] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _exc_info: object = None, /
    ) -> Callable[[bytes], object]:
        starts.append(response_start(status, headers))
        return reject_write

    chunks = application(environ, start_response)
    try:
        body = collect(chunks)
    finally:
        # In this thread, because it closes database connections of this thread.
        if close := getattr(chunks, "close", None):
            close()
    return starts[-1], b"" if environ["REQUEST_METHOD"] == "HEAD" else body


def collect(chunks: Iterable[bytes]) -> bytes | IO[bytes]:
    """Return all chunks together: as bytes, or beyond MAX_BUFFERED as a temporary file."""
    parts: list[bytes] = []
    size = 0
    rest = iter(chunks)
    for chunk in rest:
        parts.append(chunk)
        size += len(chunk)
        if size > MAX_BUFFERED:
            break
    else:
        return b"".join(parts)
    file = TemporaryFile()  # noqa: SIM115 (closed after sending)
    file.writelines(parts)
    file.writelines(rest)
    file.seek(0)
    return file


def response_start(status: str, headers: list[tuple[str, str]]) -> Message:
    return {
        "type": "http.response.start",
        "status": int(status[:3]),
        "headers": [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ],
    }


def reject_write(_: bytes) -> None:
    raise NotImplementedError("Return the body from the application instead of writing it.")


async def send_error(send: Send, status: HTTPStatus) -> None:
    """Send a plain error, and close the connection, because the rest of the request may never
    arrive."""
    text = f"{status.value} {status.phrase}\n"
    await send_text(send, status, text, b"text/plain", CLOSE)


async def send_text(
    send: Send, status: HTTPStatus, text: str, kind: bytes, *headers: tuple[bytes, bytes]
) -> None:
    """Send a short response of this content type."""
    body = text.encode()
    size = (b"content-length", b"%d" % len(body))
    start = {
        "type": "http.response.start",
        "status": status.value,
        "headers": [(b"content-type", kind), size, *headers],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})


def build_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Translate an ASGI scope to a WSGI environ."""
    root = scope.get("root_path", "").encode().decode("latin-1")
    # The raw path is used, because `path` has lost the bytes that are not UTF-8.
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
        # Such a header would collide with the hyphenated name, such as X-Forwarded-Proto, which
        # only the proxy may set.
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
