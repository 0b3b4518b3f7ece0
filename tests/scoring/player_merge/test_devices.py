"""Devices, payments and recovery links of merged players."""

import uuid

import pytest

from scoring.models import Group, JoinRequest, Membership, Payment, Player, Role
from scoring.rules.stakes import StakePayment
from scoring.services.membership import (
    create_recovery_link,
    join_group,
    redeem_recovery_link,
    register_device,
)
from scoring.services.stakes import pay
from tests.factories import DeviceFactory
from tests.scoring.player_merge.merging import merge, named, stored, take_back

pytestmark = pytest.mark.django_db


def device_of(group: Group, name: str, role: Role = Role.MEMBER) -> Membership:
    device, _ = register_device("Android")
    join_group(device, group, role)
    group.membership_set.filter(device=device).update(player=named(group, name))
    return group.membership_set.get(device=device)


def person(member: Membership) -> Player | None:
    return Membership.objects.get(pk=member.pk).player


def test_devices_payments_and_requests_go_along_and_come_back(group: Group) -> None:
    bne, ben, ada = (named(group, name) for name in ("Bne", "Ben", "Ada"))
    member, other = device_of(group, "Bne"), device_of(group, "Ben")
    request = JoinRequest.objects.create(group=group, player=bne, device=DeviceFactory.create())
    pay(group, StakePayment(bne, ada, 5), key=uuid.uuid4(), seen=0)
    rows = stored(group)

    merge(group, "Bne", "Ben")
    request.refresh_from_db()
    assert [person(member), request.player, Payment.objects.get().payer] == [ben] * 3

    take_back(group, "Bne")
    assert (person(member), person(other), stored(group)) == (bne, ben, rows)


def test_recovery_link_of_who_is_merged_ends(group: Group) -> None:
    device_of(group, "Bne")
    token = create_recovery_link(named(group, "Bne"))

    merge(group, "Bne", "Ben")
    used = redeem_recovery_link(token, DeviceFactory.create())
    take_back(group, "Bne")

    assert (used, redeem_recovery_link(token, DeviceFactory.create())) == (None, None)


@pytest.mark.parametrize(
    ("role", "works"), [(Role.OWNER, False), (Role.MEMBER, True)], ids=["owner", "member"]
)
def test_members_recovery_link_brings_no_owner_in(
    group: Group, role: Role, *, works: bool
) -> None:
    device_of(group, "Bne", role)
    device_of(group, "Ben")
    token = create_recovery_link(named(group, "Ben"))

    merge(group, "Bne", "Ben")

    assert (redeem_recovery_link(token, DeviceFactory.create()) is not None) == works


def test_recovery_link_ends_where_a_device_goes_back(group: Group) -> None:
    device_of(group, "Bne", Role.OWNER)
    device_of(group, "Ben")
    merge(group, "Bne", "Ben")
    token = create_recovery_link(named(group, "Ben"))

    take_back(group, "Bne")

    assert redeem_recovery_link(token, DeviceFactory.create()) is None
