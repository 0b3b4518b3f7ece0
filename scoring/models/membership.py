"""The membership of devices in groups: their roles, and the requests and codes by which they
join."""

from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import Case, F, OuterRef, Subquery, Value, When
from django.db.models.functions import Coalesce, Concat
from django.utils import timezone

from scoring.models.device import Device
from scoring.models.group import Group, Player
from scoring.models.names import MAX_DEVICE_NAME_LENGTH
from scoring.models.role import Role
from scoring.tokens import hash_code

CODE_LENGTH = 8
CODE_LIFE = timedelta(minutes=15)
# Crockford's alphabet excludes I, L, O and U, which are misheard or misread.
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


class MembershipQuerySet(models.QuerySet["Membership"]):
    def with_devices_of_person(self) -> Self:
        """Memberships with `devices_of_person`, the number of devices that their person has in
        the group, including this one (0 without a person), and with `other_is_owners`, which is
        true if another one of these devices is an owner's."""
        others = Membership.objects.filter(player=OuterRef("player")).exclude(pk=OuterRef("pk"))
        return self.select_related("device", "player").annotate(
            devices_of_person=models.Count("player__membership"),
            other_is_owners=models.Exists(others.filter(role=Role.OWNER)),
        )


class Membership(models.Model):
    """A device in a group: its role, its name there, and the person to whom it is linked, if
    that is known."""

    group = models.ForeignKey(Group, models.CASCADE)
    device = models.ForeignKey(Device, models.CASCADE)
    player = models.ForeignKey(Player, models.SET_NULL, null=True)
    name = models.CharField(max_length=MAX_DEVICE_NAME_LENGTH)
    role = models.CharField(max_length=6, choices=Role, default=Role.MEMBER)
    joined = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    # Set by `with_devices_of_person`.
    devices_of_person: int
    other_is_owners: bool

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "device"], name="device_once_in_group"),
            models.CheckConstraint(
                name="membership_role_known", condition=models.Q(role__in=Role.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.group}"

    @property
    def may_create_recovery_link(self) -> bool:
        """Whether this device may create the recovery link of its person. The recovery link of
        an owner makes a phone an owner's, so only an owner's device may create it."""
        return self.player is not None and (self.role == Role.OWNER or not self.player.is_owner)


class JoinRequestQuerySet(models.QuerySet["JoinRequest"]):
    def answerable_by(self, member: Membership) -> Self:
        """The requests that a member's device may answer. An owner's device may answer all
        requests; any other device only those for its own person, unless that person has an
        owner's device. No device may answer a request from itself or from another device of its
        person."""
        group, person = member.group, member.player
        own = models.Q(device=member.device_id)
        if person:
            own |= models.Q(device__in=person.membership_set.values("device"))
        answerable = self.filter(group=group).exclude(own)
        if member.role == Role.OWNER:
            return answerable
        if member.role == Role.MEMBER and person and not person.is_owner:
            return answerable.filter(player=person)
        return answerable.none()


class JoinRequest(models.Model):
    """A request of a device to be linked to `player`, to whom another device is already linked.
    That person, or an owner, has to accept it."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="requests")
    player = models.ForeignKey(Player, models.CASCADE)
    device = models.ForeignKey(Device, models.CASCADE)
    asked = models.DateTimeField(auto_now_add=True)

    objects = JoinRequestQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["group", "device"], name="request_once_a_device"),
        ]

    def __str__(self) -> str:
        return f"{self.device} as {self.player}"


class JoinCodeQuerySet(models.QuerySet["JoinCode"]):
    def valid(self) -> Self:
        return self.filter(made__gt=timezone.now() - CODE_LIFE)

    def expired(self) -> Self:
        return self.filter(made__lte=timezone.now() - CODE_LIFE)

    def by_code(self, typed: str) -> "JoinCode | None":
        """The valid code that matches the typed text, in which letters may be misheard or
        misread; None if there is none."""
        code = typed.upper().translate(_MISREAD)
        valid = self.valid().filter(group__deleted=None)
        return valid.select_related("group").filter(code_hash=hash_code(code)).first()


class JoinCode(models.Model):
    """A code of eight letters and digits that can be read out instead of a link. It is valid
    for 15 minutes. Only its hash is stored."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="codes")
    code_hash = models.CharField(max_length=64, unique=True, db_column="code")
    made = models.DateTimeField(auto_now_add=True)

    objects = JoinCodeQuerySet.as_manager()

    def __str__(self) -> str:
        return f"Code for {self.group}"


def device_name_in_group() -> Coalesce:
    """An expression for rows with a `group` and a `device`: the person to whom the device is
    linked, if known, and the name of the device in that group (Ben · Android); for a device
    that has left, its system."""
    members = Membership.objects.filter(group=OuterRef("group"), device=OuterRef("device"))
    owned = Concat("player__name", Value(" · "), "name")
    label = Case(When(player=None, then=F("name")), default=owned)
    return Coalesce(Subquery(members.values_list(label)), F("device__system"))
