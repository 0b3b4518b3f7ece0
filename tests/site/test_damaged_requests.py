"""A request that cannot be parsed is refused as malformed, whatever other errors it has."""

from typing import Any

import pytest
from django.test import Client

HALF_OF_BASE64 = b"\r\n".join(
    [
        b"--parts",
        b'Content-Disposition: form-data; name="file"; filename="unsent.json"',
        b"Content-Transfer-Encoding: base64",
        b"",
        b"=",
        b"--parts--",
        b"",
    ]
)

damaged_form = pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        (f"multipart/form-data; boundary={'x' * 300}", b"x"),
        ("multipart/form-data; boundary=parts", HALF_OF_BASE64),
        ("application/x-www-form-urlencoded", b"&".join(b"a=%d" % n for n in range(2_000))),
    ],
    ids=["no boundary", "long boundary", "half of base64", "many fields"],
)


@pytest.fixture
def strict_client() -> Client:
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


@pytest.mark.django_db
@damaged_form
def test_damaged_form_for_a_wrong_address_is_404(
    strict_client: Client, kind: str, body: bytes
) -> None:
    assert strict_client.post("/nowhere/", body, content_type=kind).status_code == 404


@damaged_form
def test_damaged_form_for_a_wrong_host_is_400(
    strict_client: Client, kind: str, body: bytes
) -> None:
    strict_client.cookies["csrftoken"] = "a" * 32
    headers = {"Host": "127.0.0.1,+5"}

    response = strict_client.post("/new/", body, content_type=kind, headers=headers)

    assert response.status_code == 400
    assert "Nothing was changed" in response.content.decode()


WRONG_HOST = {"Host": "127.0.0.1,+5"}


def test_page_about_a_damaged_request_has_the_style_of_the_site(client: Client) -> None:
    page = client.get("/", headers=WRONG_HOST).content.decode()
    assert '<link rel="stylesheet" href="/static/scoring/css/tichu.css">' in page


def test_page_about_a_damaged_request_is_plain_without_static_files(
    client: Client, settings: Any
) -> None:
    manifest = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": manifest}}
    settings.DEBUG = False

    response = client.get("/", headers=WRONG_HOST)

    assert response.status_code == 400
    assert "stylesheet" not in response.content.decode()
