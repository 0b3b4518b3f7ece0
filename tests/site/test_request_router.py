"""Requests that are rejected before they reach an application, and the routing of others."""

import asyncio
import logging
from typing import Any

import pytest

from tests.site.asgi import scope
from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.request_router import RequestRouter

HTML = b"text/html"
FORM = b"application/x-www-form-urlencoded"


class Application:
    """An application that records that it was called."""

    def __init__(self, *, fails: bool = False) -> None:
        self.asked, self.fails = 0, fails

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        self.asked += 1
        if self.fails:
            raise ZeroDivisionError
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Site:
    """Sends a request of any kind, and stores who answered it."""

    def __init__(self, *, fails: bool = False) -> None:
        self.live, self.pages = Application(fails=fails), Application()
        self.router = RequestRouter(self.live, self.pages)

    def ask(self, asked: Scope) -> int:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request"}

        asyncio.run(self.router(asked, receive, send))
        return int(sent[0]["status"])

    @property
    def asked(self) -> tuple[int, int]:
        return self.live.asked, self.pages.asked


def request(*headers: tuple[bytes, bytes], method: str = "POST") -> Scope:
    return scope(method, headers=[(b"host", b"localhost"), *headers])


@pytest.mark.parametrize(
    "charset", [b"", b"; charset=utf-8", b'; charset="UTF-8"', b";charset=utf8"]
)
def test_form_in_utf_8_is_let_in(charset: bytes) -> None:
    site = Site()

    assert site.ask(request((b"content-type", FORM + charset))) == 299


@pytest.mark.parametrize(
    "charset",
    [
        b"utf-7",
        b"idna",
        b"rot13",
        b"latin-1",
        b"nonsense",
        b'"utf-8\\"',
        b"\xff",
        b"utf-8; charset*=nonsense''x",
    ],
)
def test_text_that_is_not_utf_8_is_refused_before_any_application(charset: bytes) -> None:
    site = Site()

    assert site.ask(request((b"content-type", FORM + b"; charset=" + charset))) == 400
    assert site.asked == (0, 0)


def test_two_types_of_one_body_are_refused() -> None:
    assert Site().ask(request((b"content-type", FORM), (b"content-type", HTML))) == 400


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "header", [(b"content-length", b"10"), (b"transfer-encoding", b"chunked")]
)
def test_body_of_a_request_that_only_reads_is_refused(
    method: str, header: tuple[bytes, bytes]
) -> None:
    """A stream would wait for the body, and others would wait for its answer."""
    site = Site()

    assert site.ask(request(header, method=method)) == 400
    assert site.asked == (0, 0)


def test_empty_body_is_no_body() -> None:
    assert Site().ask(request((b"content-length", b"0"), method="GET")) == 299


def test_host_that_is_not_allowed_is_left_to_the_pages(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["tichu.example.org"]
    site = Site()

    site.ask(request(method="GET"))

    assert site.asked == (0, 1)


@pytest.mark.parametrize("host", [[], [(b"host", b"a b")], [(b"host", b"\xff")]])
def test_invalid_host_is_left_to_the_pages(host: list[tuple[bytes, bytes]]) -> None:
    site = Site()

    site.ask(scope(headers=host))

    assert site.asked == (0, 1)


@pytest.mark.parametrize(
    ("headers", "asked"), [([], (0, 1)), ([(b"x-forwarded-proto", b"https")], (1, 0))]
)
def test_request_without_https_is_left_to_the_pages(
    settings: Any, headers: list[tuple[bytes, bytes]], asked: tuple[int, int]
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    site = Site()

    site.ask(request(*headers, method="GET"))

    assert site.asked == asked


def test_failure_is_one_entry_and_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    site = Site(fails=True)

    with caplog.at_level(logging.WARNING):
        assert site.ask(request(method="GET")) == 500

    assert caplog.messages == ["No answer to GET /"]
