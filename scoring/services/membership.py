"""The devices of a group: how they join it, to which person they are linked, how they leave."""

import secrets

from scoring.models import (
    CODE_LENGTH,
    Device,
    Group,
    JoinCode,
    JoinRequest,
    Membership,
    Player,
    Role,
)
from scoring.services.groups import rotate_join_links
from scoring.services.players import current_player, get_or_create_player
from scoring.services.transaction import lock_group, write_transaction
from scoring.tokens import create_device_token, hash_code, hash_token, link_token

# Crockford's alphabet excludes I, L, O and U, which are misheard or misread.
_CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def register_device(system: str) -> tuple[Device, str]:
    """Create a device, and return it with its token. Only the hash of the token is stored."""
    token = create_device_token()
    return Device.objects.create(token_hash=hash_token(token), system=system), token


def rotate_device_token(device: Device) -> str:
    """Replace the token of the device, and return the new one. The old one no longer works."""
    token = create_device_token()
    device.token_hash = hash_token(token)
    device.save(update_fields=["token_hash"])
    return token


def create_group(owner: Device) -> Group:
    """Create a group that this device owns."""
    with write_transaction():
        group = Group.objects.create()
        join_group(owner, group, Role.OWNER)
    return group


def join_group(device: Device, group: Group, role: Role = Role.MEMBER) -> None:
    """Add the device to the group. If it is a member already, its role does not change."""
    Membership.objects.get_or_create(
        group=group, device=device, defaults={"role": role, "name": device.system}
    )


def link_device(player: Player, device: Device, role: Role) -> None:
    """Link the device to this person, with this role. An owner's device remains an owner's."""
    group = player.group
    with write_transaction():
        present = Membership.objects.filter(group=group, device=device).first()
        if present and present.role == Role.OWNER:
            role = Role.OWNER
        values = {"player": player, "role": role}
        Membership.objects.update_or_create(
            group=group,
            device=device,
            defaults=values,
            create_defaults=values | {"name": device.system},
        )
        JoinRequest.objects.filter(group=group, device=device).delete()
        if present:
            _end_unused_recovery_links(group)


def request_link(player: Player, device: Device) -> bool:
    """Link the device to this person if no other device is linked. Otherwise, store a join
    request, which has to be accepted first, and return False."""
    devices = player.membership_set
    if devices.exists() and not devices.filter(device=device).exists():
        # A new row, so that the answer to an earlier request does not accept this one.
        player.group.requests.filter(device=device).delete()
        player.group.requests.create(device=device, player=player)
        return False
    link_device(player, device, Role.MEMBER)
    return True


def join_as_player(group: Group, device: Device, player: int | None, name: str) -> bool:
    """Link the device to the player with this primary key or, without one, to the player with
    this name, who is added if necessary. Returns False if a join request has to be accepted
    first."""
    with write_transaction():
        lock_group(group.pk)
        known = current_player(group, player)
        return request_link(known or get_or_create_player(group, name), device)


def answer_request(member: Membership, number: int, *, accept: bool) -> bool:
    """Accept or decline the join request with this primary key. Returns False if this member
    may not answer such a request."""
    with write_transaction():
        lock_group(member.group_id)
        answerable = JoinRequest.objects.answerable_by(member).select_related("player__group")
        request = answerable.filter(pk=number).first()
        if request is None:
            return False
        if accept:
            accept_request(request)
        else:
            request.delete()
    return True


def accept_request(request: JoinRequest) -> None:
    """Link the device with the role of a member, even if the person is an owner."""
    link_device(request.player, request.device, Role.MEMBER)


def claim_player(group: Group, device_id: int, player: int) -> None:
    """Link a device that is not linked yet to this player (a primary key), unless another
    device is linked to the player."""
    with write_transaction():
        lock_group(group.pk)
        unclaimed = group.players.unclaimed().filter(pk=player).first()
        group.membership_set.filter(device=device_id, player=None).update(player=unclaimed)


def revoke(group: Group, member: Membership) -> None:
    """Remove a device, and replace the links, because the device may know the old ones."""
    with write_transaction():
        if _remove(group, member):
            rotate_join_links(group)


def leave(group: Group, member: Membership) -> bool:
    """Remove a device from its group at the request of its own person. Returns False, without a
    change, for the last device of the last owner."""
    with write_transaction():
        return _remove(group, member)


def _remove(group: Group, member: Membership) -> bool:
    """Remove a device, and, if it was the last one of its person, the recovery link of that
    person. Returns False, without a change, for the last device of the last owner."""
    lock_group(group.pk)
    owners = group.membership_set.filter(role=Role.OWNER)
    if [owner.pk for owner in owners] == [member.pk]:
        return False
    group.requests.filter(device=member.device_id).delete()
    member.delete()
    _end_unused_recovery_links(group)
    return True


def _end_unused_recovery_links(group: Group) -> None:
    """Delete the recovery links of persons without a device, because no page shows them any
    more."""
    group.players.unclaimed().update(recovery_link_hash=None)


def rename_device(member: Membership, name: str) -> None:
    """Give the device another name in its group. If it has been revoked meanwhile, nothing is
    changed."""
    Membership.objects.filter(pk=member.pk).update(name=name)


def redeem_recovery_link(token: str, device: Device) -> Player | None:
    """Link the device to the person whose recovery link has this token, as an owner's if that
    person has an owner's device. Returns None if the token is not valid. The caller creates the
    next link in the same transaction, so that a link cannot be used twice."""
    players = Player.objects.select_related("group").filter(group__deleted=None)
    players = players.filter(recovery_link_hash=hash_token(token))
    with write_transaction():
        known = players.first()
        if known is None:
            return None
        lock_group(known.group_id)  # so that the player is not merged meanwhile
        player = players.select_for_update(of=("self",)).first()
        if player:
            link_device(player, device, Role.OWNER if player.is_owner else Role.MEMBER)
    return player


def create_recovery_link(player: Player) -> str:
    """Create the token of a recovery link, which links a new phone to this person. Only its
    hash is stored. The former link no longer works."""
    token = link_token()
    player.recovery_link_hash = hash_token(token)
    player.save(update_fields=["recovery_link_hash"])
    return token


def create_recovery_link_as_operator(player: Player) -> str:
    """Create the token of a recovery link at the request of the operator of the site.

    If no owner's device is linked to a person, the owners' devices are linked to this one, so
    that the link gives the role of an owner. Otherwise nobody could act as owner any more.
    """
    with write_transaction():
        lock_group(player.group_id)
        owners = Membership.objects.filter(group=player.group_id, role=Role.OWNER)
        if not owners.exclude(player=None).exists():
            owners.update(player=player)
        return create_recovery_link(player)


def create_join_code(group: Group) -> str:
    """Create a code for the group, and return it as two blocks of four characters. Expired
    codes are deleted."""
    JoinCode.objects.expired().delete()
    code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))
    JoinCode.objects.create(group=group, code_hash=hash_code(code))
    return f"{code[:4]} {code[4:]}"
