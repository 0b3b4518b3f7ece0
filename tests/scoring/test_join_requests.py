"""Requests of a device to be linked to a player who has a device already, and who may answer
them."""

import pytest
from django.test import Client

from scoring.models import Group, JoinRequest, Role
from tests.factories import Phone
from tests.scoring.joining import address, claimed, join, joined, player_of, sees
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def test_claimed_name_waits_for_approval(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)

    assert not sees(guest, host.game)
    assert "Waiting for approval" in text(guest.get(address(host.group)))


def test_name_of_the_only_owner_waits_for_approval_by_an_owner(
    host: Phone, guest: Client
) -> None:
    join(guest, host.group, player=claimed(host).pk)

    waiting = "Waiting for approval on an owner’s phone, under the group’s name."
    assert waiting in text(guest.get(address(host.group)))
    assert "Let it in?" in text(host.client.get(host.group.get_absolute_url()))


def test_claimed_name_written_again_waits_too(host: Phone, guest: Client) -> None:
    join(guest, host.group, player="new", name=claimed(host).name.upper())

    assert not sees(guest, host.game)


def answer(phone: Phone, answer: str, group: Group | None = None) -> int:
    """Answer the only request, under the phone's group or another one."""
    asked = JoinRequest.objects.get()
    path = f"/g/{(group or phone.group).key}/requests/{asked.pk}/"
    return int(phone.client.post(path, {"answer": answer}).status_code)


def test_yes_lets_the_phone_in_as_the_same_person(host: Phone, guest: Client) -> None:
    player = claimed(host)
    join(guest, host.group, player=player.pk)

    answer(host, "yes")

    assert sees(guest, host.game)
    assert player.membership_set.count() == 2


def test_no_keeps_the_phone_out(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)

    answer(host, "no")

    assert (sees(guest, host.game), JoinRequest.objects.count()) == (False, 0)


def test_stranger_cannot_answer_a_join_request(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)
    stranger = Phone(Client())

    assert answer(stranger, "yes", host.group) == 404
    assert not sees(guest, host.game)


# Whose approval counts


def roles(host: Phone) -> list[str]:
    return sorted(host.group.membership_set.values_list("role", flat=True))


def test_member_who_asks_to_be_the_owner_in_a_second_browser_gets_no_yes_from_the_first(
    host: Phone, guest: Client
) -> None:
    claimed(host)
    member = joined(host, "Mallory")
    join(guest, host.group, player=player_of(host).pk)

    assert answer(member, "yes", host.group) == 404
    assert "Let it in?" not in text(member.client.get(host.group.get_absolute_url()))
    assert (roles(host), sees(guest, host.game)) == (["member", "owner"], False)


def test_owner_s_second_phone_comes_in_as_a_member_s(host: Phone, guest: Client) -> None:
    join(guest, host.group, player=claimed(host).pk)
    answer(host, "yes")

    assert roles(host) == ["member", "owner"]


def test_phone_of_the_owner_that_is_a_member_s_answers_nothing_for_the_owner(
    host: Phone, guest: Client
) -> None:
    second = Phone(Client())
    join(second.client, host.group, player=claimed(host).pk)
    answer(host, "yes")
    join(guest, host.group, player=player_of(host).pk)

    assert answer(second, "yes", host.group) == 404


def test_person_answers_for_his_own_second_phone(host: Phone, guest: Client) -> None:
    ben = joined(host, "Ben")
    join(guest, host.group, player="new", name="Ben")

    assert answer(ben, "yes", host.group) == 302
    assert sees(guest, host.game)


def test_owner_answers_for_everybody(host: Phone, guest: Client) -> None:
    joined(host, "Ben")
    join(guest, host.group, player="new", name="Ben")

    answer(host, "yes")

    assert sees(guest, host.game)


def test_member_answers_for_nobody_else(host: Phone, guest: Client) -> None:
    joined(host, "Ben")
    join(guest, host.group, player="new", name="Ben")

    assert answer(joined(host, "Mallory"), "yes", host.group) == 404
    assert not sees(guest, host.game)


def test_nobody_answers_his_own_request(host: Phone) -> None:
    claimed(host)
    member = joined(host, "Mallory")
    join(member.client, host.group, player=player_of(host).pk)

    assert answer(member, "yes", host.group) == 404


def test_nobody_answers_for_his_other_phone(host: Phone) -> None:
    joined(host, "Ben")
    first, second = joined(host, "Mallory"), Phone(Client())
    join(second.client, host.group, player="new", name="Mallory")
    answer(first, "yes", host.group)
    host.group.membership_set.filter(device=first.device).update(role=Role.OWNER)
    join(second.client, host.group, player="new", name="Ben")

    assert answer(first, "yes", host.group) == 404


def test_yes_to_one_request_is_none_to_the_next(host: Phone, guest: Client) -> None:
    joined(host, "Ben")
    join(guest, host.group, player="new", name="Ben")
    seen = JoinRequest.objects.get()
    join(guest, host.group, player=claimed(host).pk)

    path = f"/g/{host.group.key}/requests/{seen.pk}/"
    assert host.client.post(path, {"answer": "yes"}).status_code == 404


def test_device_that_is_that_person_already_asks_nobody(host: Phone, guest: Client) -> None:
    ben = joined(host, "Ben")
    join(guest, host.group, player="new", name="Ben")
    answer(ben, "yes", host.group)

    join(guest, host.group, player="new", name="Ben")

    assert JoinRequest.objects.count() == 0
