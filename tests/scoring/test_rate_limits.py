"""Rate limits of devices and addresses."""

import secrets
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from scoring.client_address import client_address
from scoring.models import Group, RateLimit, TokenBucket
from scoring.services.rate_limits import take_token
from scoring.views.rate_limits import CODE, leases
from tests.factories import Phone
from tests.scoring.joining import code

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_leases() -> None:
    """Delete leases of addresses of an earlier test, as its database is gone."""
    leases.clear()


THREE = RateLimit("test", capacity=3, refill_seconds=60)


def test_bucket_gives_what_it_has_and_then_says_when() -> None:
    waits = [take_token(THREE, "me") for _ in range(4)]

    assert waits[:3] == [0, 0, 0]
    assert 59 <= waits[3] <= 60


def test_bucket_fills_again() -> None:
    for _ in range(5):
        take_token(THREE, "me")
    TokenBucket.objects.update(at=timezone.now().timestamp() - 120)

    assert [bool(take_token(THREE, "me")) for _ in range(3)] == [False, False, True]


def test_bucket_never_holds_more_than_its_most() -> None:
    take_token(THREE, "me")
    TokenBucket.objects.update(at=0)

    assert [bool(take_token(THREE, "me")) for _ in range(4)] == [
        False,
        False,
        False,
        True,
    ]


def test_bucket_from_before_the_clock_was_set_back_is_full() -> None:
    for _ in range(4):
        take_token(THREE, "me")
    TokenBucket.objects.update(at=timezone.now().timestamp() + 24 * 3600)

    waits = [bool(take_token(THREE, "me")) for _ in range(4)]

    assert waits == [False, False, False, True]


def test_bucket_that_is_a_little_ahead_gains_nothing() -> None:
    """Two requests at the same time may arrive in another order than that of their
    timestamps."""
    for _ in range(3):
        take_token(THREE, "me")
        TokenBucket.objects.update(at=timezone.now().timestamp() + 5)

    assert [bool(take_token(THREE, "me")) for _ in range(2)] == [True, True]


def test_bucket_that_the_clock_had_emptied_is_not_locked_for_a_day() -> None:
    take_token(THREE, "me")
    TokenBucket.objects.update(tokens=-1440)

    assert take_token(THREE, "me") <= 60


def test_everybody_has_a_bucket_of_his_own() -> None:
    for _ in range(4):
        take_token(THREE, "me")

    assert take_token(THREE, "you") == 0


def test_wrong_codes_get_nowhere(host: Phone) -> None:
    made = code(host)
    tries = [
        client.post("/join/", {"code": f"{number:08d}"}, REMOTE_ADDR=f"10.0.0.{place}")
        for place in range(5)
        for client in [Client()]
        for number in range(30)
        if f"{number:08d}" != made.replace(" ", "")
    ]

    statuses = [response.status_code for response in tries]
    assert statuses.count(422) == 5 * 10
    assert set(statuses) == {422, 429}


def test_ten_thousand_wrong_codes_from_a_hundred_addresses_get_nowhere() -> None:
    allowed = 0
    for _ in range(15):  # minutes for which a code is valid
        TokenBucket.objects.update(at=F("at") - 60)
        for address in range(100):
            waits = [take_token(CODE, f"10.0.0.{address}") for _ in range(7)]
            allowed += waits.count(0)

    # There are 2^40 possible codes.
    assert allowed <= 2000


def test_device_beyond_its_limit_is_answered_with_a_time(guest: Client) -> None:
    responses = [guest.post("/join/", {"code": "nothing"}) for _ in range(11)]

    assert responses[-1].status_code == 429
    assert 1 <= int(responses[-1]["Retry-After"]) <= 90


def test_groups_are_not_made_without_end() -> None:
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    for _ in range(31):
        response = Client().post("/new/", names | {"target": "1000", "tie": "play_on"})

    assert (response.status_code, Group.objects.count()) == (429, 30)


def test_flood_of_writes_ends(host: Phone) -> None:
    def undo() -> int:
        return int(host.client.post(f"{host.url}undo/", {"number": 1}).status_code)

    undo()
    # The first request takes one lease of 30, which leaves 29. From now on there is one more.
    assert TokenBucket.objects.get().tokens == 29
    TokenBucket.objects.update(tokens=1)

    # A token is added every five seconds, so slow requests use more than these two leases.
    assert 429 in (undo() for _ in range(3000))


def writes(*clients: Client) -> list[int]:
    return [client.post("/join/", {"code": "nothing"}).status_code for client in clients]


def with_token(token: str) -> Client:
    client = Client()
    client.cookies["device"] = token
    return client


def test_token_that_was_made_up_counts_as_its_address() -> None:
    made_up = [with_token(secrets.token_urlsafe(32)) for _ in range(12)]

    statuses = writes(*made_up)

    assert (statuses[:10], statuses[10:]) == ([422] * 10, [429] * 2)


def test_token_that_was_made_up_gets_no_bucket() -> None:
    writes(*(with_token(secrets.token_urlsafe(32)) for _ in range(5)))

    assert set(TokenBucket.objects.values_list("key", flat=True)) == {
        "write:127.0.0.1",
        "code:127.0.0.1",
    }


def test_write_limit_holds_for_who_makes_up_tokens() -> None:
    def write() -> int:
        return with_token(secrets.token_urlsafe(32)).post("/unsent/").status_code

    write()
    # One more lease is left of those that the address has, as in the test of a flood.
    TokenBucket.objects.update(tokens=1)

    assert 429 in (write() for _ in range(3000))


@pytest.mark.parametrize(
    ("addresses", "counted"),
    [
        (["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::1"], "2001:db8::/64"),
        (["fe80::1%eth0", "fe80::2"], "fe80::/64"),
        (["::ffff:192.0.2.7", "192.0.2.7"], "192.0.2.7"),
    ],
)
def test_addresses_of_one_holder_count_as_one(addresses: list[str], counted: str) -> None:
    assert {client_address(address, "") for address in addresses} == {counted}


def test_networks_of_two_holders_count_apart() -> None:
    assert client_address("2001:db8:0:1::1", "") != client_address("2001:db8:0:2::1", "")


@pytest.mark.parametrize(
    ("forwarded", "counted"),
    [
        ("1.2.3.4, 5.6.7.8", "5.6.7.8"),
        ("5.6.7.8:50123", "5.6.7.8"),
        ("[2001:db8::1]:50123", "2001:db8::/64"),
        ("", "192.0.2.1"),
        ("unknown", "192.0.2.1"),
        ("x" * 5000, "192.0.2.1"),
        ("\x00", "192.0.2.1"),
    ],
)
def test_address_that_the_proxy_saw_is_counted_if_it_is_one(
    settings: Any, forwarded: str, counted: str
) -> None:
    settings.HTTPS = True

    assert client_address("192.0.2.1", forwarded) == counted


def test_forwarded_address_is_not_believed_without_a_proxy() -> None:
    assert client_address("192.0.2.1", "5.6.7.8") == "192.0.2.1"


def test_address_before_the_proxy_s_is_not_believed(guest: Client, settings: Any) -> None:
    settings.HTTPS = True
    statuses = [
        guest.post(
            "/join/", {"code": "nothing"}, headers={"X-Forwarded-For": f"1.2.3.{n}, 5.6.7.8"}
        ).status_code
        for n in range(11)
    ]

    assert statuses[-1] == 429
