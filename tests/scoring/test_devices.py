"""The devices of a group: their players, their names, and how they are revoked."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from scoring.models import JoinRequest, Membership, Role
from scoring.services.membership import accept_request
from tests.factories import GameWriter, Phone, plain
from tests.scoring.joining import address, claimed, code, join, joined, player_of, sees
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def test_revoked_device_is_out(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk)
    member = Membership.objects.get(role=Role.MEMBER)

    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")

    assert not sees(guest, host.game)


def revoke(host: Phone, phone: Phone) -> None:
    member = host.group.membership_set.get(device=phone.device)
    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")


def test_revoked_device_does_not_come_back_by_the_links_that_it_knew(host: Phone) -> None:
    ben, spoken = joined(host, "Ben"), code(host)
    paths = [address(host.group), f"/w/{host.group.watch_token}/"]

    revoke(host, ben)

    told = {"player": "new", "name": "Ben"}
    assert [ben.client.get(path).status_code for path in paths] == [404, 404]
    assert [ben.client.post(path, told).status_code for path in paths] == [404, 404]
    assert ben.client.post("/join/", {"code": spoken}).status_code == 422
    assert not sees(ben.client, host.game)


def test_who_leaves_ends_no_link_of_the_others(host: Phone) -> None:
    ben = joined(host, "Ben")

    leave(ben, host)

    assert ben.client.get(address(host.group)).status_code == 200


def revoked_once_read(member: Membership, table: str) -> Callable[..., Any]:
    """The device is revoked when a request has read rows of this table."""
    revoked = False

    def statement(execute: Any, sql: str, *arguments: Any) -> Any:
        nonlocal revoked
        found = execute(sql, *arguments)
        if not revoked and f'FROM "{table}"' in sql:
            revoked = True
            Membership.objects.filter(pk=member.pk).delete()
        return found

    return statement


@pytest.mark.parametrize(
    ("method", "path"), [("get", ""), ("post", "requests/1/"), ("post", "recovery-link/")]
)
def test_device_that_is_revoked_during_its_request_sees_nothing(
    host: Phone, method: str, path: str
) -> None:
    ben = joined(host, "Ben")
    member = host.group.membership_set.get(device=ben.device)

    with connection.execute_wrapper(revoked_once_read(member, "scoring_group")):
        response = getattr(ben.client, method)(host.group.get_absolute_url() + path)

    assert response.status_code == 404


def test_device_that_is_revoked_while_it_is_renamed_stays_out(host: Phone) -> None:
    ben = joined(host, "Ben")
    member = host.group.membership_set.get(device=ben.device)
    path = f"{host.group.get_absolute_url()}devices/{member.pk}/"

    with connection.execute_wrapper(revoked_once_read(member, "scoring_membership")):
        response = host.client.post(path, {"name": "Tablet"})

    assert response.status_code == 302
    assert not sees(ben.client, host.game)


def test_request_of_a_revoked_device_is_withdrawn(host: Phone) -> None:
    claimed(host)
    ben = joined(host, "Ben")
    join(ben.client, host.group, player=player_of(host).pk)

    revoke(host, ben)

    assert JoinRequest.objects.count() == 0


def leave(phone: Phone, host: Phone) -> None:
    member = host.group.membership_set.get(device=phone.device)
    phone.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")


# The text of the page before the tap


def page_text(phone: Phone, host: Phone) -> str:
    return text(phone.client.get(host.group.get_absolute_url()))


def second_phone(host: Phone, name: str) -> Phone:
    """Return another phone of this person, whose request the first phone accepts."""
    phone = joined(host, name)
    accept_request(JoinRequest.objects.get())
    return phone


def test_page_says_that_the_last_device_takes_the_recovery_link_along(host: Phone) -> None:
    ben = joined(host, "Ben")

    ends = "It is the last device of Ben: a saved recovery link stops working."
    assert ends in page_text(host, host)
    assert "It is your last device here" in page_text(ben, host)


def test_page_says_which_links_stop_working(host: Phone) -> None:
    joined(host, "Ben")

    assert "The links and codes that it may know stop working" in page_text(host, host)


def test_page_says_that_the_address_of_the_calendar_stops_working(host: Phone) -> None:
    joined(host, "Ben")

    assert "stop working, and so does the calendar’s address" in page_text(host, host)


def test_page_says_what_a_person_with_another_device_keeps(host: Phone) -> None:
    ben = joined(host, "Ben")
    second_phone(host, "Ben")

    kept = "The other devices of Ben stay in, and a recovery link that Ben saved still works."
    assert page_text(host, host).count(kept) == 2
    assert "Your other devices stay in, and a recovery link that you saved" in page_text(
        ben, host
    )


def test_page_says_what_ends_a_link_of_an_owner_who_loses_a_device(host: Phone) -> None:
    """A recovery link of an owner remains valid when new links are made. Only a new recovery
    link of the owner replaces it."""
    owner = claimed(host)
    second_phone(host, owner.name)

    kept = f"a recovery link that {owner.name} saved still works."
    assert f"{kept} It stops working when {owner.name} makes a new one." in page_text(
        host, host
    )


def test_page_says_what_ends_a_link_of_a_person_who_loses_the_only_owners_device(
    host: Phone,
) -> None:
    ben = joined(host, "Ben")
    second_phone(host, "Ben")
    host.group.membership_set.filter(device=ben.device).update(role=Role.OWNER)

    page = page_text(host, host)
    assert page.count("It stops working when an owner makes new links.") == 1
    assert page.count("It stops working when Ben makes a new one.") == 1


def test_member_cannot_revoke_the_owner(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=player_of(host).pk)
    owner = Membership.objects.get(role=Role.OWNER)

    response = guest.post(f"/g/{host.group.key}/devices/{owner.pk}/revoke/")

    assert (response.status_code, sees(host.client, host.game)) == (404, True)


def test_last_owner_stays(host: Phone) -> None:
    owner = Membership.objects.get(role=Role.OWNER)
    response = host.client.post(f"/g/{host.group.key}/devices/{owner.pk}/revoke/")

    assert response["Location"] == host.group.get_absolute_url()
    assert sees(host.client, host.game)


def test_device_is_renamed(host: Phone) -> None:
    member = Membership.objects.get()
    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/", {"name": "Old tablet"})

    assert Membership.objects.get().name == "Old tablet"


def test_device_is_renamed_in_one_group_alone(host: Phone) -> None:
    tablet = joined(host, "Ben")
    tablet.join(other := Phone(Client()).group)
    member = host.group.membership_set.get(device=tablet.device)

    host.client.post(f"/g/{host.group.key}/devices/{member.pk}/", {"name": "Ben's old tablet"})

    names = [
        group.membership_set.get(device=tablet.device).name for group in (host.group, other)
    ]
    assert names == ["Ben's old tablet", "Android"]


def test_name_in_one_group_is_not_shown_to_a_group_with_a_request(
    host: Phone,
) -> None:
    phone = Phone(Client())
    phone.group.membership_set.update(name="Secret of another group")
    claimed(host)
    join(phone.client, host.group, player=player_of(host).pk)

    assert "A device (Android) says it is" in text(
        host.client.get(host.group.get_absolute_url())
    )


def test_log_names_a_device_as_the_group_does(host: Phone) -> None:
    tablet = joined(host, "Ben")
    tablet.join(Phone(Client()).group)
    GameWriter(host.game, tablet.device).record(plain(60))
    host.group.membership_set.filter(device=tablet.device).update(name="Ben's old tablet")

    assert "· Ben's old tablet" in text(host.client.get(f"{host.url}log/"))


def test_log_names_a_device_that_left_by_its_system(host: Phone) -> None:
    tablet = joined(host, "Ben")
    GameWriter(host.game, tablet.device).record(plain(60))
    host.group.membership_set.filter(device=tablet.device).update(name="Ben's old tablet")

    revoke(host, tablet)

    assert "· Android" in text(host.client.get(f"{host.url}log/"))


def test_device_of_another_group_is_not_there(host: Phone) -> None:
    other = Phone(Client())
    member = Membership.objects.get(group=other.group)

    response = host.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")

    assert (response.status_code, sees(other.client, other.game)) == (404, True)


def test_page_says_whose_the_device_is(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/claim/", {"player": player_of(host).pk})

    assert Membership.objects.get().player == player_of(host)


def test_device_is_somebody_s_once(host: Phone) -> None:
    """Otherwise a device could claim one player after the other and make a recovery link of
    each."""
    player = claimed(host)
    host.client.post(f"/g/{host.group.key}/claim/", {"player": host.game.player_b1.pk})

    assert Membership.objects.get().player == player
