"""Opening a group by a signed address."""

import time

import pytest
from django.core import signing
from django.test import Client

from scoring.models import Device, Game, Group, Membership
from scoring.views.joining import VALID_SECONDS, address_of
from tests.factories import Phone

pytestmark = pytest.mark.django_db


class EarlierSigner(signing.TimestampSigner):
    """Signs as the program did some seconds ago."""

    def __init__(self, seconds: int) -> None:
        super().__init__(salt="scoring.joining")
        self.seconds = seconds

    def timestamp(self) -> str:
        return signing.b62_encode(int(time.time()) - self.seconds)


def _games(client: Client) -> list[Game]:
    """The games that the home page shows."""
    return [game for game, _ in client.get("/").context["games"]]


def test_open_group_page_changes_nothing(client: Client) -> None:
    response = client.get(address_of(Group.objects.create()))
    assert response.status_code == 200
    assert (Device.objects.count(), Membership.objects.count()) == (0, 0)


def test_open_group_page_names_the_group(client: Client) -> None:
    response = client.get(address_of(Group.objects.create(name="Demo")))
    assert "Join the group Demo?" in response.content.decode()


def test_open_group_page_stays_out_of_search_engines(client: Client) -> None:
    response = client.get(address_of(Group.objects.create()))
    assert response["X-Robots-Tag"] == "noindex"


def test_open_group_page_tells_its_address_to_no_other_host(client: Client) -> None:
    response = client.get(address_of(Group.objects.create()))
    assert response["Referrer-Policy"] == "same-origin"


def test_open_group_page_is_kept_in_no_cache(client: Client) -> None:
    response = client.get(address_of(Group.objects.create()))
    assert "no-store" in response["Cache-Control"]


def test_open_group_lets_a_new_device_in(client: Client) -> None:
    host = Phone(Client())
    game = host.game
    response = client.post(address_of(host.group))
    assert response.headers["Location"] == "/"
    assert _games(client) == [game]


def test_open_group_lets_a_known_device_in_beside_its_own_group(phone: Phone) -> None:
    host = Phone(Client())
    games = [host.game, phone.game]
    phone.client.post(address_of(host.group))
    assert _games(phone.client) == games[::-1]


def test_open_group_twice_joins_once(client: Client) -> None:
    group = Group.objects.create()
    client.post(address_of(group))
    client.post(address_of(group))
    assert Membership.objects.count() == 1


def test_open_group_refuses_a_request_from_another_site() -> None:
    strict = Client(enforce_csrf_checks=True)
    response = strict.post(address_of(Group.objects.create()))
    assert (response.status_code, Membership.objects.count()) == (403, 0)


@pytest.mark.parametrize("method", ["get", "post"])
def test_open_group_with_an_address_out_of_date_is_not_found(
    client: Client, method: str
) -> None:
    group = Group.objects.create()
    token = EarlierSigner(VALID_SECONDS + 1).sign_object(str(group.key))
    response = getattr(client, method)(f"/open/{token}/")
    assert (response.status_code, Membership.objects.count()) == (404, 0)


def test_open_group_with_an_address_just_in_time_is_found(client: Client) -> None:
    group = Group.objects.create()
    token = EarlierSigner(VALID_SECONDS - 60).sign_object(str(group.key))
    assert client.get(f"/open/{token}/").status_code == 200


def test_open_group_with_an_address_tampered_with_is_not_found(client: Client) -> None:
    path = address_of(Group.objects.create())
    assert client.get(path.replace("/open/", "/open/x")).status_code == 404


def test_open_group_that_was_signed_for_something_else_is_not_found(client: Client) -> None:
    group = Group.objects.create()
    token = signing.dumps(str(group.key), salt="something else")
    assert client.get(f"/open/{token}/").status_code == 404


def test_open_group_that_is_gone_is_not_found(client: Client) -> None:
    group = Group.objects.create()
    path = address_of(group)
    group.delete()
    assert client.get(path).status_code == 404
