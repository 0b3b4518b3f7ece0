"""Headers that every response has, whatever created it."""

import asyncio
from typing import Any

import pytest

from tests.site.asgi import Headers, scope
from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.response_headers import ResponseHeaders

NOSNIFF = (b"x-content-type-options", b"nosniff")
HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


def headers_of(sent: Headers) -> Headers:
    """Return the headers of a response of the site that was created with these headers."""
    told: list[Message] = []

    async def site(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": sent})
        await send({"type": "http.response.body"})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        told.append(message)

    asyncio.run(ResponseHeaders(site)(scope(), receive, send))
    found: Headers = told[0]["headers"]
    return found


@pytest.fixture
def behind_https(settings: Any) -> None:
    settings.HTTPS, settings.SECURE_HSTS_SECONDS = True, 365 * 24 * 3600
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True


def test_by_plain_http_nothing_is_said_of_https() -> None:
    assert headers_of([(b"etag", b"1")]) == [(b"etag", b"1"), NOSNIFF]


@pytest.mark.usefixtures("behind_https")
def test_behind_https_every_response_says_so() -> None:
    assert headers_of([]) == [NOSNIFF, HSTS]


@pytest.mark.usefixtures("behind_https")
def test_header_that_is_there_is_not_added() -> None:
    there = [
        (b"X-Content-Type-Options", b"nosniff"),
        (b"Strict-Transport-Security", b"max-age=1"),
    ]
    assert headers_of(there) == there
