"""A file is too large to be read: the answer to its form is a page that says so."""

import asyncio
from collections.abc import Iterable
from http import HTTPStatus
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from django.test import Client

from tests.scoring.reading import text
from tests.site.asgi import scope
from tichu_score.request_bodies import MEBIBYTE, BodyLimits, BodyReader, Message, Scope
from tichu_score.wsgi_bridge import FILE_LIMIT, WSGIBridge


@pytest.mark.django_db
def test_page_says_how_large_a_file_may_be_and_leads_back_to_the_form() -> None:
    response = Client().post("/import/", **{FILE_LIMIT: 24 * MEBIBYTE})  # type: ignore[arg-type]

    shown = text(response)
    assert response.status_code == 413
    assert "It has more than 24 MB, so it was not read, and nothing was changed" in shown
    assert '<a class="button strong" href="/import/">Another file</a>' in shown


@pytest.mark.django_db
def test_no_header_of_a_request_says_that_its_file_is_too_large() -> None:
    response = Client().post("/import/", headers={"tichu-score.file-limit": "1048576"})

    assert response.status_code == 422


def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer with the limit that the file exceeded."""
    start_response("413 Request Entity Too Large", [])
    return [b"%d" % environ[FILE_LIMIT]]


def answer(limits: BodyLimits | None) -> tuple[int, bytes, bool]:
    """Return the status and the text of the answer to a body of 101 bytes if its form has these
    limits for a file, and whether the connection is closed."""
    sent: list[Message] = []
    asked = scope("POST", b"/import/", headers=[(b"content-length", b"101")])

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    def limits_of(_: Scope) -> BodyLimits | None:
        return limits

    async def run() -> None:
        bodies = BodyReader(BodyLimits(size=100), limits_of=limits_of)
        bridge = WSGIBridge(page, threads=2, bodies=bodies)
        await bridge(asked, receive, send)
        await bridge.close()

    asyncio.run(run())
    closes = (b"connection", b"close") in sent[0]["headers"]
    return sent[0]["status"], sent[1]["body"], closes


def test_application_answers_for_a_form_whose_file_is_too_large() -> None:
    assert answer(BodyLimits(size=90)) == (413, b"90", True)


def test_form_that_brings_no_file_is_answered_without_the_application() -> None:
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE  # the phrase is different since Python 3.13
    assert answer(None) == (413, f"413 {status.phrase}\n".encode(), True)
