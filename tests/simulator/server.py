"""The site in this process, on the clock of the event loop: the ASGI application for streams
and polls in front of Django. It can be killed in the middle of a transaction and started
again."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.test import RequestFactory
from django.test.client import ClientHandler

from scoring import caching
from scoring.live.app import LiveApp
from scoring.live.hub import RevisionHub
from scoring.live.response_cache import Message, Receive, Scope, Send

TRANSACTION = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
LISTENER_DELAY = 0.05  # seconds between two reads of SQLite's data version
QUERY_TIME = 0.03  # seconds that a query of the hub takes; long, so that races occur


class Killed(BaseException):
    """The server process was killed."""


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: str = ""


@dataclass
class Answer:
    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: str = ""

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name.lower()), None)


class Hub(RevisionHub):
    """A hub that queries in the thread of the loop. Its connection cannot detect writes of this
    process, which set `written` instead."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()
        self.querying = asyncio.Lock()

    async def run(self, query: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Run one query at a time, in the order of the calls, as a single thread does."""
        async with self.querying:
            result = query(*args, **kwargs)
            await asyncio.sleep(QUERY_TIME)
            return result

    async def _listen(self) -> None:
        while True:
            self.mark_dirty(None)
            await self.written.wait()
            await asyncio.sleep(LISTENER_DELAY)
            self.written.clear()


class Server:
    """One process of the site. When it is killed, it calls `died`, and it is started again
    later."""

    def __init__(self, died: Callable[[], None]) -> None:
        self.died = died
        self.handler = ClientHandler(enforce_csrf_checks=True)
        self.factory = RequestFactory()
        self.releases = 0
        self.requests = 0
        # the statement of the next POST request at which the server is killed
        self.kill_at: int | None = None
        self.down_for = 0.0  # seconds after which it is started again
        self.tasks: set[asyncio.Task[Any]] = set()
        self.start()

    def start(self) -> None:
        """Start with empty caches and without streams."""
        cache.clear()
        name = f"release{self.releases}"
        vars(caching)["release"] = lambda: name
        self.up = True
        self.hub = Hub()
        self.app = LiveApp(self._pages, self.hub)

    def kill(self, *, down_for: float, deploy: bool = False) -> None:
        """End the process. No pending request is answered, and every stream breaks. It is
        started again after `down_for` seconds; with `deploy` as another release."""
        self.up, self.kill_at = False, None
        self.hub.thread.shutdown(wait=False)
        for task in self.tasks:
            task.cancel()
        if self.hub.listen_task:
            self.hub.listen_task.cancel()
        self.releases += deploy
        self.died()
        asyncio.get_running_loop().call_later(down_for, self.start)

    def call(self, request: Request, send: Send, disconnected: asyncio.Future[None]) -> None:
        """Serve a request. `send` receives the messages of the response. `disconnected` is done
        when the client has closed the connection."""
        self.requests += 1
        path, _, query = request.path.partition("?")
        scope = {
            "type": "http",
            "method": request.method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in request.headers.items()],
            "scheme": "http",
            "client": ("127.0.0.1", 1),
        }
        messages = iter([{"type": "http.request", "body": request.body.encode()}])

        async def receive() -> Message:
            for message in messages:
                return message
            await asyncio.shield(disconnected)
            return {"type": "http.disconnect"}

        task = asyncio.ensure_future(self.app(scope, receive, send))
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Killed):
            if self.up:
                self.kill(down_for=self.down_for)
        elif error:
            asyncio.get_running_loop().call_exception_handler(
                {"message": "The server failed.", "exception": error}
            )

    async def _pages(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let Django answer a request."""
        body = (await receive())["body"]
        request = self.factory.generic(
            scope["method"],
            scope["path"],
            body,
            "application/x-www-form-urlencoded",
            QUERY_STRING=scope["query_string"].decode(),
            headers={key.decode(): value.decode() for key, value in scope["headers"]},
        )
        statements = StatementCounter(self, scope["method"])
        with connection.execute_wrapper(statements):
            response: Any = self.handler(request.environ)
        if statements.left is not None:
            raise Killed
        headers = [(key.lower().encode(), value.encode()) for key, value in response.items()]
        headers += [
            (b"set-cookie", morsel.OutputString().encode())
            for morsel in response.cookies.values()
        ]
        start = {"type": "http.response.start", "status": response.status_code}
        await send(start | {"headers": headers})
        await send({"type": "http.response.body", "body": response.content})
        self.hub.written.set()


class StatementCounter:
    """Counts the SQL statements of a request, and kills the server at statement `kill_at`. If
    the request has fewer statements, the server is killed after the last one and before the
    response."""

    def __init__(self, server: Server, method: str) -> None:
        self.server, self.left = server, server.kill_at if method == "POST" else None
        if method == "POST":
            server.kill_at = None

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: Any, context: Any
    ) -> Any:
        # An evening is itself a transaction, so statements for savepoints have to be executed.
        if self.left is not None and not sql.startswith(TRANSACTION):
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise Killed
        return execute(sql, params, many, context)
