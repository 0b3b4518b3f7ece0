"""A network that misbehaves: between the browser and the server, as a test wants it."""

import contextlib
import http.client
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import urlsplit

# What it does with a POST: hand its answer on, lose it, or answer in the server's place.
PASS, LOSE, SWALLOW, KEEP = "pass", "lose", "swallow", "keep"
PORTAL = b"<!doctype html><title>Hotel</title><h1>Welcome</h1><form>Room number</form>"


@dataclass
class Fault:
    """An answer in the server's place."""

    status: int
    body: bytes = b""


Way = str | Fault


@dataclass
class Network:
    """Hands requests on to a server. `way` decides what becomes of each POST; where it says
    LOSE, the server has the request and the browser no answer, and where it says SWALLOW not
    even the server has it."""

    upstream: str
    way: Callable[[str], Way] = field(default=lambda _: PASS)
    reads: bool = True  # whether what is asked for by GET comes through
    ended: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Network":
        network = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                network.get(self)

            def do_POST(self) -> None:
                network.post(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name there)
                pass

        self.httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.httpd.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.httpd.server_port}"
        self.thread = threading.Thread(target=self.httpd.serve_forever)
        self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.ended.set()
        self.httpd.shutdown()
        self.thread.join()
        self.httpd.server_close()

    def get(self, request: BaseHTTPRequestHandler) -> None:
        if "/live/" in request.path:
            # It does not let streams through: pages ask instead.
            self.answer(request, 503, [], b"")
        else:
            self.hand_on(request, b"", PASS if self.reads else SWALLOW)

    def post(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        self.hand_on(request, body, self.way(request.path))

    def hand_on(self, request: BaseHTTPRequestHandler, body: bytes, way: Way) -> None:
        if isinstance(way, Fault):
            self.answer(request, way.status, [("Content-Type", "text/html")], way.body)
            return
        if way == KEEP:
            self.ended.wait()
        elif way != SWALLOW:
            answer, content = self.ask(request, body)
        if way == PASS:
            self.answer(request, answer.status, answer.getheaders(), content)
        else:
            request.close_connection = True

    def ask(
        self, request: BaseHTTPRequestHandler, body: bytes
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(urlsplit(self.upstream).netloc, timeout=30)
        headers = {k: v for k, v in request.headers.items() if k != "Connection"}
        connection.request(request.command, request.path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def answer(
        self,
        request: BaseHTTPRequestHandler,
        status: int,
        headers: list[tuple[str, str]],
        content: bytes,
    ) -> None:
        request.send_response_only(status)
        for name, value in headers:
            if name.lower() not in {"connection", "content-length", "transfer-encoding"}:
                request.send_header(name, value)
        if status not in {204, 304}:
            request.send_header("Content-Length", str(len(content)))
        # Whoever asked may have gone meanwhile.
        with contextlib.suppress(OSError):
            request.end_headers()
            request.wfile.write(content)
