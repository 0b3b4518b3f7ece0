"""The bridge from ASGI to WSGI, between the messages of a server and a small application."""

import asyncio
import threading
from collections.abc import Iterable, Iterator
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment
from wsgiref.validate import validator

import pytest

from tests.server import PATIENCE
from tests.site.asgi import scope
from tichu_score.request_bodies import BodyLimits, BodyReader, Message, Scope
from tichu_score.wsgi_bridge import WSGIBridge, build_environ


def ask(
    pages: WSGIApplication, asked: Scope, *body: bytes, limit: int = 100, leaves: bool = False
) -> list[Message]:
    """Send one request through a bridge. Returns the messages of the response."""
    sent: list[Message] = []
    incoming: list[Message] = [
        {"type": "http.request", "body": piece, "more_body": True} for piece in body
    ]
    incoming.append({"type": "http.disconnect"} if leaves else {"type": "http.request"})

    async def receive() -> Message:
        return incoming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        bridge = WSGIBridge(pages, threads=2, bodies=BodyReader(BodyLimits(size=limit)))
        await bridge(asked, receive, send)
        await bridge.close()

    asyncio.run(run())
    return sent


def echo(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer with the body of the request."""
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    start_response(
        "200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))]
    )
    return [body]


class Closing:
    """A response in two pieces. It stores the threads in which it was created and closed."""

    def __init__(self) -> None:
        self.threads: list[int] = []

    def __call__(self, _: WSGIEnvironment, start_response: StartResponse) -> "Closing":
        self.threads.append(threading.get_ident())
        start_response("200 OK", [])
        return self

    def __iter__(self) -> Iterator[bytes]:
        return iter([b"one ", b"two"])

    def close(self) -> None:
        self.threads.append(threading.get_ident())


def failing(_: WSGIEnvironment, __: StartResponse) -> Iterable[bytes]:
    raise ZeroDivisionError


def test_answer_carries_status_headers_and_body() -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"5")]
    assert ask(echo, scope("POST"), b"hello") == [
        {"type": "http.response.start", "status": 200, "headers": headers},
        {"type": "http.response.body", "body": b"hello"},
    ]


def test_bridge_keeps_to_the_wsgi_standard() -> None:
    sent = ask(validator(echo), scope("POST", b"/t/1/", query_string=b"a=1"), b"x")
    assert sent[0]["status"] == 200


def test_body_in_pieces_arrives_whole() -> None:
    assert ask(echo, scope("POST"), b"he", b"ll", b"o")[-1]["body"] == b"hello"


def test_body_up_to_the_limit_is_taken() -> None:
    assert ask(echo, scope("POST"), b"x" * 100)[-1]["body"] == b"x" * 100


def test_body_beyond_the_limit_is_refused() -> None:
    assert ask(echo, scope("POST"), b"x" * 60, b"x" * 41)[0]["status"] == 413


def test_body_declared_beyond_the_limit_is_refused_unread() -> None:
    asked = scope("POST", headers=[(b"content-length", b"101")])
    assert ask(echo, asked, leaves=True)[0]["status"] == 413


def test_body_that_breaks_off_is_refused() -> None:
    """The server sends the same message if the client has left and if a chunk is malformed."""
    assert ask(echo, scope("POST"), b"half", leaves=True)[0]["status"] == 400


def test_refused_body_closes_the_connection() -> None:
    sent = ask(echo, scope("POST"), b"x" * 101)
    assert (b"connection", b"close") in sent[0]["headers"]


def test_head_is_answered_without_the_body() -> None:
    sent = ask(echo, scope("HEAD"), b"hello")
    assert sent[-1]["body"] == b""


def test_head_keeps_the_length_that_get_would_have() -> None:
    assert (b"content-length", b"5") in ask(echo, scope("HEAD"), b"hello")[0]["headers"]


def test_pieces_of_an_answer_are_joined() -> None:
    assert ask(Closing(), scope())[-1]["body"] == b"one two"


def test_answer_is_closed_in_the_thread_that_made_it() -> None:
    pages = Closing()
    ask(pages, scope())
    made, closed = pages.threads
    assert made == closed


def test_pages_are_made_outside_the_event_loop() -> None:
    pages = Closing()
    ask(pages, scope())
    assert threading.get_ident() not in pages.threads


def test_failing_application_is_answered_500() -> None:
    assert ask(failing, scope())[0]["status"] == 500


def test_failing_application_is_logged_with_its_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """If a link gives access, only its pattern is logged."""
    ask(failing, scope(raw_path=b"/j/s3cret/"))
    assert caplog.messages == ["No answer to GET /j/<slug:token>/"]


@pytest.mark.parametrize(
    ("raw_path", "path"),
    [
        (b"/t/1/", "/t/1/"),
        (b"/a%20b", "/a b"),
        ("/ü".encode(), "/ü".encode().decode("latin-1")),
        (b"/%C3%BC", "/ü".encode().decode("latin-1")),
        (b"/%ff", "/\xff"),
    ],
)
def test_path_reaches_the_application_as_its_bytes(raw_path: bytes, path: str) -> None:
    assert build_environ(scope(raw_path=raw_path), b"")["PATH_INFO"] == path


def test_root_path_becomes_the_script_name() -> None:
    environ = build_environ(scope(raw_path=b"/scores/t/1/", root_path="/scores"), b"")
    assert (environ["SCRIPT_NAME"], environ["PATH_INFO"]) == ("/scores", "/t/1/")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REQUEST_METHOD", "POST"),
        ("QUERY_STRING", "q=%C3%BC"),
        ("REMOTE_ADDR", "192.0.2.7"),
        ("SERVER_NAME", "192.0.2.1"),
        ("SERVER_PORT", "8000"),
        ("SERVER_PROTOCOL", "HTTP/1.1"),
        ("CONTENT_LENGTH", "2"),
        ("CONTENT_TYPE", "text/plain"),
        ("HTTP_X_FORWARDED_PROTO", "https"),
        ("wsgi.url_scheme", "https"),
    ],
)
def test_environ_says_what_the_scope_says(name: str, value: str) -> None:
    headers = [(b"content-type", b"text/plain"), (b"x-forwarded-proto", b"https")]
    asked = scope("POST", headers=headers, scheme="https", query_string=b"q=%C3%BC")
    assert build_environ(asked, b"ab")[name] == value


def test_header_sent_twice_is_joined_by_a_comma() -> None:
    headers = [(b"accept", b"a"), (b"accept", b"b")]
    assert build_environ(scope(headers=headers), b"")["HTTP_ACCEPT"] == "a,b"


def test_cookies_sent_apart_are_joined_as_one_cookie_header() -> None:
    headers = [(b"cookie", b"a=1"), (b"cookie", b"b=2")]
    assert build_environ(scope(headers=headers), b"")["HTTP_COOKIE"] == "a=1; b=2"


def test_header_with_an_underscore_cannot_pass_for_another() -> None:
    environ = build_environ(scope(headers=[(b"x_forwarded_proto", b"https")]), b"")
    assert "HTTP_X_FORWARDED_PROTO" not in environ


def test_reads_continue_while_writes_wait() -> None:
    """All threads have a write that waits for a lock which only a read releases."""
    lock = threading.Event()

    def page(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            assert lock.wait(PATIENCE)
        else:
            lock.set()
        start("200 OK", [])
        return [b""]

    async def run() -> list[Message]:
        bridge, sent = WSGIBridge(page, threads=2), list[Message]()

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        asked = [scope("POST"), scope("POST"), scope("POST"), scope("GET")]
        await asyncio.gather(*(bridge(each, receive, send) for each in asked))
        await bridge.close()
        return sent

    assert len([each for each in asyncio.run(run()) if each.get("status") == 200]) == 4


@pytest.mark.parametrize("size", [1 << 20, 3 << 20])
def test_large_response_arrives_whole(size: int) -> None:
    def pages(_: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        yield from (bytes([number % 251]) * 1024 for number in range(size // 1024))

    messages = ask(pages, scope())[1:]

    body = b"".join(each["body"] for each in messages)
    assert body == b"".join(bytes([number % 251]) * 1024 for number in range(size // 1024))
    assert max(len(each["body"]) for each in messages) <= 1 << 20
    assert [each.get("more_body", False) for each in messages][-1] is False
