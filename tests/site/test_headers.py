"""Headers of every response."""

import pytest
from django.test import Client

from scoring.release import release

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/rules/", 200), ("/nowhere/", 404)])
def test_page_names_the_release_and_what_it_may_load(
    client: Client, path: str, status: int
) -> None:
    response = client.get(path)

    assert response.status_code == status
    assert response["Tichu-Score"] == release()
    policy = set(response["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self'",
        "manifest-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
    }


def test_page_asks_for_no_permission(client: Client) -> None:
    assert client.get("/")["Permissions-Policy"] == "camera=(),geolocation=(),microphone=()"


def test_what_is_no_page_is_spared_the_policy(client: Client) -> None:
    assert "Permissions-Policy" not in client.get("/manifest.webmanifest")
