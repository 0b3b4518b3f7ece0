"""An HTTP proxy between the browser and the server that injects faults into single requests.
`offline/tcp_proxy.py` interrupts whole connections."""

import contextlib
import http.client
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import urlsplit

UPSTREAM_TIMEOUT = 30  # seconds


class Fault(Enum):
    """What the proxy does to a request. NONE forwards it and its response."""

    NONE = auto()
    DROP_REQUEST = auto()  # close the connection before the server receives the request
    DROP_RESPONSE = auto()  # close the connection once the server has responded
    HANG = auto()  # forward nothing, and leave the connection open


@dataclass(frozen=True)
class Substitute:
    """A response of the proxy itself; the server does not see the request."""

    status: int
    body: bytes = b""


AnyFault = Fault | Substitute
CAPTIVE_PORTAL = Substitute(
    200,
    b"<!doctype html><title>Hotel</title><h1>Welcome</h1><form>Room number</form>",
)


class Response(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes


class FaultProxy:
    """Forwards requests to `upstream`. `post_fault` returns the fault of a POST request to a
    path, and `get_fault` is the fault of every GET request. Event streams are refused, so that
    pages poll."""

    def __init__(self, upstream: str) -> None:
        self.upstream = upstream
        self.post_fault: Callable[[str], AnyFault] = lambda _: Fault.NONE
        self.get_fault: AnyFault = Fault.NONE
        self.closing = threading.Event()

    def __enter__(self) -> Self:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                stream = "/live/" in self.path
                proxy.handle(self, b"", Substitute(503) if stream else proxy.get_fault)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                proxy.handle(self, body, proxy.post_fault(self.path))

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
        self.closing.set()
        self.httpd.shutdown()
        self.thread.join()
        self.httpd.server_close()

    def handle(self, request: BaseHTTPRequestHandler, body: bytes, fault: AnyFault) -> None:
        """Forward the request, or apply the fault."""
        match fault:
            case Substitute(status, content):
                respond(request, Response(status, [("Content-Type", "text/html")], content))
            case Fault.NONE:
                respond(request, self.forward(request, body))
            case Fault.DROP_RESPONSE:
                self.forward(request, body)
                request.close_connection = True
            case Fault.DROP_REQUEST:
                request.close_connection = True
            case Fault.HANG:
                self.closing.wait()
                request.close_connection = True

    def forward(self, request: BaseHTTPRequestHandler, body: bytes) -> Response:
        """Send the request to the server, and read its response in full."""
        address = urlsplit(self.upstream).netloc
        connection = http.client.HTTPConnection(address, timeout=UPSTREAM_TIMEOUT)
        headers = {k: v for k, v in request.headers.items() if k != "Connection"}
        connection.request(request.command, request.path, body, headers)
        upstream = connection.getresponse()
        response = Response(upstream.status, upstream.getheaders(), upstream.read())
        connection.close()
        return response


def respond(request: BaseHTTPRequestHandler, response: Response) -> None:
    """Send the response to the browser."""
    request.send_response_only(response.status)
    for name, value in response.headers:
        if name.lower() not in {"connection", "content-length", "transfer-encoding"}:
            request.send_header(name, value)
    if response.status not in {204, 304}:
        request.send_header("Content-Length", str(len(response.body)))
    # The browser may have closed the connection meanwhile.
    with contextlib.suppress(OSError):
        request.end_headers()
        request.wfile.write(response.body)
