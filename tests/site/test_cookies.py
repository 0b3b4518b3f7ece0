"""The cookies of a browser may contain anything."""

import os
import subprocess
import sys

import pytest
from django.conf import LazySettings
from django.test import Client

from scoring.languages import resolve_language
from scoring.models import Device
from scoring.services.membership import register_device, rotate_device_token
from tests.factories import Phone
from tests.scoring.new_game import NEW_GAME
from tests.server import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("token", ["\u00ff\u00fe", "x" * 10_000, "a b", "a;b", '"', "x" * 42])
def test_token_that_was_never_made_is_not_given_back(token: str) -> None:
    response = Client(headers={"cookie": f"device={token}"}).get("/")

    assert (response.status_code, "device" in response.cookies) == (200, False)


def test_token_that_was_made_is_given_back() -> None:
    _, token = register_device("Android")

    response = Client(headers={"cookie": f"device={token}"}).get("/")

    assert response.cookies["device"].value == token


def test_cookie_says_once_how_long_it_lasts(client: Client) -> None:
    """Expires would repeat Max-Age, in 40 bytes of every page."""
    client.post("/new/", NEW_GAME)
    cookies = client.get("/").cookies.values()

    assert [cookie["expires"] for cookie in cookies] == ["", ""]
    assert min(cookie["max-age"] for cookie in cookies) > 30_000_000


# Over HTTPS


@pytest.fixture
def https(settings: LazySettings) -> None:
    """The names of cookies are those of a server with HTTPS=1 or TLS."""
    settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME = (
        "__Host-csrftoken",
        "__Host-language",
    )
    settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True


@pytest.mark.usefixtures("https")
def test_cookies_over_https_are_of_this_host_alone() -> None:
    client = Client()
    client.post("/new/", NEW_GAME, secure=True)
    client.get("/", secure=True)
    client.post("/language/", {"language": "de", "next": "/"}, secure=True)

    assert set(client.cookies) == {"__Host-device", "__Host-csrftoken", "__Host-language"}
    for cookie in client.cookies.values():
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_server_with_https_calls_its_cookies_so() -> None:
    names = "from tichu_score.settings import *; print(CSRF_COOKIE_NAME, LANGUAGE_COOKIE_NAME)"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", names]
    environ = os.environ | {"HTTPS": "1", "ALLOWED_HOSTS": "example.org"}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, check=True)
    assert done.stdout.split() == [b"__Host-csrftoken", b"__Host-language"]


@pytest.fixture
def phone() -> Phone:
    """A phone whose cookie was set before cookies had the prefix."""
    return Phone(Client())


def test_phone_from_before_the_prefix_stays_in_its_group(phone: Phone) -> None:
    first = phone.client.get(phone.url, secure=True)
    token = phone.client.cookies["device"].value

    assert first.status_code == 200
    assert first.cookies["__Host-device"].value == token
    del phone.client.cookies["device"]
    assert phone.client.get(phone.url, secure=True).status_code == 200


def test_phone_from_before_the_prefix_is_known_to_servers_of_then(phone: Phone) -> None:
    """Both releases run during an upgrade, and joining gives the device another token."""
    other = Phone(Client())
    joining = phone.client.post(
        f"/j/{other.group.join_token}/", {"player": "new", "name": "Eva"}, secure=True
    )

    tokens = {joining.cookies[name].value for name in ("device", "__Host-device")}
    assert [Device.objects.by_token(token) for token in tokens] == [phone.device]


def test_cookie_with_the_prefix_goes_before_one_that_anybody_in_the_network_could_set(
    phone: Phone,
) -> None:
    token = rotate_device_token(phone.device)
    _, planted = register_device("Android")
    phone.client.cookies["__Host-device"], phone.client.cookies["device"] = token, planted

    assert phone.client.get(phone.url, secure=True).status_code == 200


@pytest.mark.usefixtures("https")
def test_form_from_before_the_prefix_is_taken() -> None:
    phone = Phone(Client(enforce_csrf_checks=True))
    phone.client.cookies["csrftoken"] = "a" * 32
    told = {"after": 0, "first": "A1", "card_points": "60", "csrfmiddlewaretoken": "a" * 32}
    origin = {"origin": "https://testserver"}

    done = phone.client.post(f"{phone.url}rounds/", told, secure=True, headers=origin)

    assert done.status_code == 302
    assert phone.totals() == (60, 40)


@pytest.mark.usefixtures("https")
def test_language_that_was_chosen_before_the_prefix_is_kept() -> None:
    assert resolve_language({"language": "de"}, "en") == "de"
    assert resolve_language({"language": "de", "__Host-language": "en"}, "de") == "en"
