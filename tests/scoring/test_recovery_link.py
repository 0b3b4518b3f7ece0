"""The saved link that brings a new phone in as the same person."""

import pytest
from django.test import Client

from scoring.models import JoinRequest, Role
from scoring.services.membership import accept_request
from tests.factories import Phone
from tests.scoring.joining import claimed, join, joined, sees

pytestmark = pytest.mark.django_db


def recovery_link(host: Phone) -> str:
    """Return the address, which the page shows only once."""
    claimed(host)
    response = host.client.post(f"/g/{host.group.key}/recovery-link/")
    return str(response.context["address"]).removeprefix("http://testserver")


def test_recovery_link_brings_a_new_phone_in_as_the_same_person(
    host: Phone, guest: Client
) -> None:
    guest.post(recovery_link(host))

    assert sees(guest, host.game)
    assert host.group.membership_set.filter(role=Role.OWNER).count() == 2


def test_recovery_link_works_once_and_gives_its_successor(host: Phone, guest: Client) -> None:
    path = recovery_link(host)
    new = guest.post(path).context["address"].removeprefix("http://testserver")

    assert Client().post(path).status_code == 404
    assert Client().get(new).status_code == 200


def test_recovery_link_can_be_copied_to_where_it_is_kept(host: Phone) -> None:
    claimed(host)
    page = host.client.post(f"/g/{host.group.key}/recovery-link/").content.decode()

    assert '<button class="button" type="button" data-action="copy" hidden>' in page
    assert "share-address" in page


def test_looking_at_the_recovery_link_changes_nothing(host: Phone, guest: Client) -> None:
    path = recovery_link(host)
    guest.get(path)

    assert (sees(guest, host.game), guest.get(path).status_code) == (False, 200)


def test_recovery_link_is_stored_as_a_hash_only(host: Phone) -> None:
    token = recovery_link(host).split("/")[2]

    assert host.group.players.filter(recovery_link_hash=token).count() == 0


# Whose it is


def make(phone: Phone, host: Phone) -> int:
    return int(phone.client.post(f"/g/{host.group.key}/recovery-link/").status_code)


def test_phone_of_the_owner_that_is_a_member_s_makes_no_recovery_link(
    host: Phone, guest: Client
) -> None:
    second = Phone(Client())
    join(second.client, host.group, player=claimed(host).pk)
    accept_request(JoinRequest.objects.get())

    assert make(second, host) == 404


def test_recovery_link_of_a_member_brings_in_a_member(host: Phone, guest: Client) -> None:
    ben = joined(host, "Ben")
    response = ben.client.post(f"/g/{host.group.key}/recovery-link/")

    guest.post(response.context["address"].removeprefix("http://testserver"))

    assert host.group.membership_set.filter(role=Role.OWNER).count() == 1
    assert sees(guest, host.game)


def test_device_of_nobody_makes_no_recovery_link(host: Phone) -> None:
    assert make(host, host) == 404


# How it ends


def saved(phone: Phone, host: Phone) -> str:
    """Return the recovery link that the person of this phone makes and saves."""
    response = phone.client.post(f"/g/{host.group.key}/recovery-link/")
    return str(response.context["address"]).removeprefix("http://testserver")


def remove(phone: Phone, host: Phone, *, by: Phone) -> None:
    member = host.group.membership_set.get(device=phone.device)
    by.client.post(f"/g/{host.group.key}/devices/{member.pk}/revoke/")


def works(path: str) -> bool:
    looked, came = Client().get(path), Client().post(path)
    return (looked.status_code, came.status_code) == (200, 200)


def test_recovery_link_ends_with_the_last_device_that_is_revoked(host: Phone) -> None:
    ben = joined(host, "Ben")
    path = saved(ben, host)

    remove(ben, host, by=host)

    assert not works(path)


def test_recovery_link_ends_with_the_last_device_that_leaves(host: Phone) -> None:
    ben = joined(host, "Ben")
    path = saved(ben, host)

    remove(ben, host, by=ben)

    assert not works(path)


def test_recovery_link_lasts_while_another_device_of_the_person_is_in(host: Phone) -> None:
    ben, second = joined(host, "Ben"), joined(host, "Ben")
    accept_request(JoinRequest.objects.get())
    path = saved(ben, host)

    remove(second, host, by=host)

    assert works(path)


def test_recovery_link_of_the_person_that_a_device_was_before_ends(host: Phone) -> None:
    mallory = joined(host, "Mallory")
    path = saved(mallory, host)

    join(mallory.client, host.group, player="new", name="Somebody else")

    assert not works(path)


def test_new_links_end_every_recovery_link_but_the_owner_s(host: Phone) -> None:
    owner_s = recovery_link(host)
    ben_s = saved(joined(host, "Ben"), host)

    host.client.post(f"/g/{host.group.key}/links/")

    assert (works(ben_s), works(owner_s)) == (False, True)


def test_recovery_link_of_a_member_brings_no_owner_in_after_the_group_is_handed_over(
    host: Phone,
) -> None:
    ben = joined(host, "Ben")
    path = saved(ben, host)

    person = host.group.players.get(name="Ben")
    host.client.post(f"/g/{host.group.key}/owner/", {"player": person.pk})

    assert not works(path)


def test_recovery_link_of_the_owner_before_brings_in_a_member(
    host: Phone, guest: Client
) -> None:
    path = recovery_link(host)
    joined(host, "Ben")
    person = host.group.players.get(name="Ben")
    host.client.post(f"/g/{host.group.key}/owner/", {"player": person.pk})

    guest.post(path)

    owners = host.group.membership_set.filter(role=Role.OWNER)
    assert [member.player for member in owners] == [person]
