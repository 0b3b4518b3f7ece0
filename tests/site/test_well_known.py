"""Files that programs request, and the health of the server."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client

pytestmark = pytest.mark.django_db


def test_health_is_good_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response["Cache-Control"] == "no-store"


def test_health_is_answered_for_any_host_and_without_https(
    client: Client, settings: Any
) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["example.org"], True
    assert client.get("/healthz", headers={"host": "127.0.0.1"}).status_code == 200
    assert client.get("/rules/", headers={"host": "127.0.0.1"}).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_health_is_bad_once_the_database_does_not_answer(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_migrations RENAME TO elsewhere")
    try:
        assert client.get("/healthz").status_code == 503
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO django_migrations")


def test_programs_may_read_what_is_public_and_no_group(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert lines == [
        "User-agent: *",
        "Allow: /$",
        "Allow: /rules/",
        "Allow: /privacy/",
        "Allow: /accessibility/",
        "Allow: /your-scores/",
        "Allow: /*/rules/",
        "Allow: /j/",
        "Allow: /w/",
        "Allow: /static/",
        "Disallow: /",
    ]


@pytest.mark.parametrize(
    ("address", "header"),
    [
        ("/", None),
        ("/rules/", None),
        ("/privacy/", None),
        ("/new/", "noindex"),
        ("/t/1/", "noindex"),
    ],
)
@pytest.mark.django_db
def test_search_engines_list_public_pages_alone(
    client: Client, address: str, header: str | None
) -> None:
    assert client.get(address).headers.get("X-Robots-Tag") == header


def test_icon_is_found_where_programs_look_for_it(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/tichu_score/img/icon-192.png"


def test_security_contact_is_published(client: Client, settings: Any) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    first, second = client.get("/.well-known/security.txt").content.decode().splitlines()
    assert first == "Contact: mailto:security@example.org"
    assert second.startswith("Expires: 20")


def test_no_security_contact_is_no_file(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
