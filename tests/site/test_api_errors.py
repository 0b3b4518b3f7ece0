"""If the server fails, a program gets JSON with the same status as the page for a person."""

import json

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory

from tichu_score.views import server_error


def failed(path: str, error: Exception) -> HttpResponse:
    """Return the answer after this failure."""
    try:
        raise error
    except type(error):
        return server_error(RequestFactory().get(path))


def test_busy_database_is_answered_as_json_with_a_time() -> None:
    answer = failed("/api/v1/live/", OperationalError("database is locked"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["Content-Type"] == "application/json"
    told = json.loads(answer.content)
    assert told == {"error": "The scores cannot be read at the moment: ask again in a minute."}


@pytest.mark.parametrize("path", ["/api/v1/live/", "/t/"])
def test_failure_is_answered_in_the_format_that_was_asked_for(path: str) -> None:
    answer = failed(path, ZeroDivisionError())
    is_json = answer["Content-Type"] == "application/json"
    assert (answer.status_code, is_json) == (500, path.startswith("/api/"))
    assert "database" not in answer.content.decode()
