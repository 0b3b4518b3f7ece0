"""Devices, what they may do in a group, and how they get there."""

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Self

from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from scoring.models.group import Group

# Crockford's alphabet: no I, L, O, U, which are misheard or misread.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})
CODE_LENGTH = 8
CODE_LIFE = timedelta(minutes=15)


class Role(models.TextChoices):
    """What a device may do in a group: all, score and amend, or only watch."""

    OWNER = "owner"
    MEMBER = "member"
    VIEWER = "viewer"


class DeviceQuerySet(models.QuerySet["Device"]):
    def holding(self, token: str) -> "Device | None":
        """The device that holds this token, if there is one."""
        return self.filter(token_hash=hash_token(token)).first() if token else None

    def register(self, name: str) -> "tuple[Device, str]":
        """Make a device; its token is returned this once, and only its hash is stored."""
        token = secrets.token_urlsafe(32)
        return self.create(token_hash=hash_token(token), name=name), token


class Device(models.Model):
    """A browser that takes part. Whoever holds its token is the device."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    name = models.CharField(max_length=40)
    created = models.DateTimeField(auto_now_add=True)
    groups: "models.ManyToManyField[Group, Membership]" = models.ManyToManyField(
        "scoring.Group", through="Membership", related_name="devices"
    )

    objects = DeviceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def join(self, group: "Group", role: str = Role.MEMBER) -> None:
        """Let the device into the group; one that is there already stays what it is."""
        Membership.objects.get_or_create(group=group, device=self, defaults={"role": role})

    def new_token(self) -> str:
        """Give the device another token; whoever knew the old one no longer is the device."""
        token = secrets.token_urlsafe(32)
        self.token_hash = hash_token(token)
        self.save(update_fields=["token_hash"])
        return token


class Membership(models.Model):
    """A device's right in a group, and whose device it is, if that was said."""

    group = models.ForeignKey("scoring.Group", models.CASCADE)
    device = models.ForeignKey(Device, models.CASCADE)
    player = models.ForeignKey("scoring.Player", models.SET_NULL, null=True)
    role = models.CharField(max_length=6, choices=Role, default=Role.MEMBER)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "device"], name="device_once_in_group"),
            models.CheckConstraint(
                name="membership_role_known", condition=models.Q(role__in=Role.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.device} in {self.group}"


class JoinRequest(models.Model):
    """A device that says it is `player`, whom another device already is: somebody has to say
    yes."""

    group = models.ForeignKey("scoring.Group", models.CASCADE, related_name="requests")
    player = models.ForeignKey("scoring.Player", models.CASCADE)
    device = models.ForeignKey(Device, models.CASCADE)
    asked = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["group", "device"], name="request_once_a_device"),
        ]

    def __str__(self) -> str:
        return f"{self.device} as {self.player}"


class CodeQuerySet(models.QuerySet["JoinCode"]):
    def valid(self) -> Self:
        return self.filter(made__gt=timezone.now() - CODE_LIFE)

    def make(self, group: "Group") -> "JoinCode":
        """A new code for the group; codes that no longer work are thrown away."""
        self.filter(made__lte=timezone.now() - CODE_LIFE).delete()
        code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
        return self.create(group=group, code=code)

    def find(self, typed: str) -> "JoinCode | None":
        """The code that somebody typed as he heard it, if it still works."""
        code = typed.upper().translate(_MISREAD)
        return self.valid().select_related("group").filter(code=code).first()


class JoinCode(models.Model):
    """Eight letters to read out, instead of a link: they lead into the group for 15 minutes."""

    group = models.ForeignKey("scoring.Group", models.CASCADE, related_name="codes")
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    made = models.DateTimeField(auto_now_add=True)

    objects = CodeQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.code[:4]} {self.code[4:]}"


def hash_token(token: str) -> str:
    """A token has 128 random bits or more, so a plain hash keeps it as safe as a slow one
    would."""
    return hashlib.sha256(token.encode()).hexdigest()
