"""Joining a group by its link, or by a code that is read out."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import CODE_LIFE, Device, JoinCode, Membership, Role
from scoring.services.groups import soft_delete
from scoring.tokens import hash_code
from tests.factories import Phone
from tests.scoring.joining import address, code, join, player_of, sees
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def test_looking_at_the_link_changes_nothing(host: Phone, guest: Client) -> None:
    before = Device.objects.count(), Membership.objects.count()

    assert guest.get(address(host.group)).status_code == 200
    assert (Device.objects.count(), Membership.objects.count()) == before


def test_link_is_kept_from_other_sites_lists_and_caches(host: Phone, guest: Client) -> None:
    response = guest.get(address(host.group))

    assert (response["X-Robots-Tag"], response["Referrer-Policy"]) == ("noindex", "same-origin")
    assert "no-store" in response["Cache-Control"]


def test_invalid_link_is_not_found(guest: Client) -> None:
    assert guest.get("/j/AAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


def test_unclaimed_player_joins_at_once(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk)

    assert sees(guest, host.game)


def test_new_name_joins_at_once(host: Phone, guest: Client) -> None:
    join(guest, host.group, player="new", name="  Zoe  ")

    assert host.group.players.filter(name="Zoe", membership__role=Role.MEMBER).exists()


def test_typed_name_joins_without_a_tick(host: Phone, guest: Client) -> None:
    join(guest, host.group, name="Zoe")

    assert host.group.players.filter(name="Zoe", membership__role=Role.MEMBER).exists()


def test_typed_name_does_not_come_before_a_tick(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk, name="Zoe")

    assert not host.group.players.filter(name="Zoe").exists()
    assert player_of(host).membership_set.count() == 1


def test_nobody_joins_without_a_name(host: Phone, guest: Client) -> None:
    response = join(guest, host.group, player="new", name=" ")

    assert (response.status_code, sees(guest, host.game)) == (422, False)


def test_nobody_joins_as_a_player_of_another_group(host: Phone, guest: Client) -> None:
    other = Phone(Client())

    response = join(guest, host.group, player=other.game.player_a1.pk)

    assert (response.status_code, sees(guest, host.game)) == (422, False)


def test_joining_gives_the_device_another_token(host: Phone) -> None:
    phone = Phone(Client())
    before = phone.client.cookies["device"].value

    join(phone.client, host.group, player=player_of(host).pk)

    assert phone.client.cookies["device"].value != before
    assert Device.objects.by_token(before) is None


# Codes


def test_code_leads_to_the_group(host: Phone, guest: Client) -> None:
    response = guest.post("/join/", {"code": code(host)})

    assert response["Location"] == address(host.group)


def test_code_is_heard_as_people_hear_it(host: Phone, guest: Client) -> None:
    code(host)
    JoinCode.objects.update(code_hash=hash_code("0A1B2C3D"))

    response = guest.post("/join/", {"code": "oaib 2c-3d"})

    assert response["Location"] == address(host.group)


def test_code_is_stored_as_a_hash_only(host: Phone) -> None:
    made = code(host).replace(" ", "")

    (stored,) = JoinCode.objects.values_list("code_hash", flat=True)
    assert (len(made), len(stored), made in stored) == (8, 64, False)


def test_hash_of_a_code_depends_on_the_secret_key(settings: Any) -> None:
    before = hash_code("0A1B2C3D")
    settings.SECRET_KEY = "another"
    assert hash_code("0A1B2C3D") != before


def test_code_works_for_fifteen_minutes(host: Phone, guest: Client) -> None:
    made = code(host)
    JoinCode.objects.update(made=timezone.now() - CODE_LIFE)

    response = guest.post("/join/", {"code": made})

    assert response.status_code == 422
    assert "is wrong or has expired" in text(response)


def test_code_of_a_deleted_group_gives_no_link(host: Phone, guest: Client) -> None:
    made = code(host)
    soft_delete(host.group)

    assert guest.post("/join/", {"code": made}).status_code == 422


def test_invitation_names_the_host_that_the_device_used(host: Phone) -> None:
    page = text(host.client.get(f"/g/{host.group.key}/invite/", headers={"host": "tichu.lan"}))

    assert f"http://tichu.lan/j/{host.group.join_token}/" in page


def test_invitation_made_on_the_server_s_own_screen_leads_phones_there(
    host: Phone, settings: Any
) -> None:
    settings.PHONE_URL = "http://192.168.1.5:8000"
    page = host.client.get(f"/g/{host.group.key}/invite/", headers={"host": "localhost:8000"})

    assert f"http://192.168.1.5:8000/j/{host.group.join_token}/" in text(page)
