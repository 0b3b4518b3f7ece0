"""Groups of friends, their players, and the devices that belong to them."""

import hashlib
import secrets
import uuid
from typing import Self

from django.db import models
from django.db.models.functions import Lower

from scoring.rules import BySeat


class Group(models.Model):
    """A circle of friends: everything that a device may see belongs to one of its groups."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or f"Group {self.pk}"

    def wait_for_turn(self) -> None:
        """Let one transaction at a time start games here, so that a player is added once."""
        Group.objects.select_for_update().get(pk=self.pk)

    def seat(self, names: BySeat[str]) -> "BySeat[Player]":
        """Find the group's players by name, in any case of letters; add the new ones."""
        known = {player.name.casefold(): player for player in self.players.all()}

        def player(name: str) -> Player:
            return known.get(name.casefold()) or self.players.create(name=name)

        return names.map(player)


class PlayerQuerySet(models.QuerySet["Player"]):
    def seen_by(self, token: str) -> Self:
        """The players of every group that the holder of this device token belongs to."""
        return self.filter(group__membership__device__token_hash=hash_token(token))


class Player(models.Model):
    """Somebody who plays in a group; the name is unique there, upper and lower case alike."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=24)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("group", Lower("name"), name="player_name_unique_in_group"),
        ]

    def __str__(self) -> str:
        return self.name


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
        Group, through="Membership", related_name="devices"
    )

    objects = DeviceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def join(self, group: Group) -> None:
        Membership.objects.get_or_create(group=group, device=self)


class Membership(models.Model):
    """A device's right to see and score a group's games."""

    group = models.ForeignKey(Group, models.CASCADE)
    device = models.ForeignKey(Device, models.CASCADE)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "device"], name="device_once_in_group"),
        ]

    def __str__(self) -> str:
        return f"{self.device} in {self.group}"


def hash_token(token: str) -> str:
    """A token has 256 random bits, so a plain hash keeps it as safe as a slow one would."""
    return hashlib.sha256(token.encode()).hexdigest()
