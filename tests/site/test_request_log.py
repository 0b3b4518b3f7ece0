"""The log of a request identifies it, and contains no secret."""

import asyncio
import json
import logging

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from tests.site.asgi import scope
from tichu_score.logs import AddRequest, EscapingFormatter, JSONFormatter, request_id, route_of
from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.request_log import RequestLog
from tichu_score.views import server_error

LINES = "%(levelname)s %(name)s [%(request_id)s]: %(message)s"


def answered(path: bytes, status: int) -> list[tuple[str, int]]:
    """Return the calls of the observer for one request."""
    told: list[tuple[str, int]] = []

    async def site(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body"})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(_: Message) -> None:
        pass

    log = RequestLog(site, lambda method, start, _: told.append((method, start["status"])))
    asyncio.run(log(scope("GET", path), receive, send))
    return told


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/", "/"),
        ("/j/s3cret/", "/j/<slug:token>/"),
        ("/recover/s3cret/", "/recover/<slug:token>/"),
        ("/t/0b0e4f6e-3a0c-4b5c-9a38-0d6d4f7f0c11/", "/t/<uuid:key>/"),
        ("/live/t/0b0e4f6e-3a0c-4b5c-9a38-0d6d4f7f0c11/", "/live/"),
        ("/j/s3cret", "(no page)"),
        ("/s3cret\n", "(no page)"),
    ],
)
def test_address_is_logged_without_its_secrets(path: str, route: str) -> None:
    assert route_of(path) == route


def test_request_is_logged_in_a_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tichu_score.access")
    assert answered(b"/j/s3cret/", 404) == [("GET", 404)]
    (entry,) = caplog.records
    assert entry.getMessage().startswith("GET /j/<slug:token>/ 404 ")


def test_requests_are_not_logged_unless_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    answered(b"/", 200)
    assert caplog.records == []


def test_json_entry_has_its_fields_and_the_number_of_the_request() -> None:
    fields = {"method": "GET", "status": 200}
    record = logging.LogRecord("tichu", logging.INFO, "", 1, "%(method)s\n", (fields,), None)
    token = request_id.set("c0ffee")
    try:
        AddRequest().filter(record)
    finally:
        request_id.reset(token)

    entry = json.loads(JSONFormatter().format(record))

    del entry["time"]
    assert entry == {
        "level": "INFO",
        "logger": "tichu",
        "request": "c0ffee",
        "message": "GET\\n",
        "method": "GET",
        "status": 200,
    }


def test_entry_that_says_that_it_is_of_no_request_has_no_number() -> None:
    record = logging.LogRecord("tichu", logging.WARNING, "", 1, "Waiting", None, None)
    record.request_id = "-"
    token = request_id.set("c0ffee")
    try:
        AddRequest().filter(record)
    finally:
        request_id.reset(token)

    assert EscapingFormatter(LINES).format(record) == "WARNING tichu [-]: Waiting"


def test_values_of_a_row_are_left_out_of_a_traceback() -> None:
    error = ValueError("duplicate key\nDETAIL:  Key (name)=(Anna) already exists.")
    record = logging.LogRecord("tichu", logging.ERROR, "", 1, "Failed", None, None)
    record.exc_info, record.request_id = (ValueError, error, None), "-"

    for formatter in (EscapingFormatter(LINES), JSONFormatter()):
        written = formatter.format(record)
        assert "duplicate key" in written
        assert "Anna" not in written


def refuse() -> None:
    raise OperationalError("gone")


@pytest.mark.parametrize(
    ("level", "shows_number"), [(logging.INFO, True), (logging.WARNING, False)]
)
def test_page_of_an_outage_shows_a_number_only_if_requests_are_logged(
    caplog: pytest.LogCaptureFixture, level: int, *, shows_number: bool
) -> None:
    caplog.set_level(level, "tichu_score.access")
    try:
        refuse()
    except OperationalError:
        response = server_error(RequestFactory().get("/"))

    assert response.status_code == 503
    assert ("in the log as" in response.content.decode()) == shows_number


@pytest.mark.django_db
def test_error_page_shows_the_number_that_the_log_has(caplog: pytest.LogCaptureFixture) -> None:
    """The page of a link fails, whose token must not be logged. Its table does not exist, which
    SQLite reports like a database that cannot be reached."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scoring_group RENAME TO elsewhere")
    token = request_id.set("c0ffee")
    try:
        response = Client(raise_request_exception=False).get("/j/s3cret/")
        (entry,) = caplog.records
        AddRequest().filter(entry)
    finally:
        request_id.reset(token)

    assert response.status_code == (503 if connection.vendor == "sqlite" else 500)
    assert "can find it in the log as c0ffee." in response.content.decode()
    written = EscapingFormatter(LINES).format(entry)
    first = written.splitlines()[0]
    assert first.startswith("ERROR django.request [c0ffee]: ")
    assert first.endswith(": /j/<slug:token>/")
    assert "s3cret" not in written
