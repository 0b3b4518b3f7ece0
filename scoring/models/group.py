"""Groups of friends: their players, their default agreement, and the links that lead in."""

import secrets
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring.models.agreement import Agreement
from scoring.models.device import Device, JoinRequest, Membership, Role, hash_token
from scoring.models.writing import writing
from scoring.rules import BySeat, Tie

RESTORABLE = timedelta(days=30)


def new_token() -> str:
    """128 random bits for an address."""
    return secrets.token_urlsafe(16)


class GroupQuerySet(models.QuerySet["Group"]):
    def seen_by(self, token: str) -> Self:
        """The groups that the holder of this device token belongs to, the latest joined first;
        each knows by `asked_by` which device that is, and by `role` what it may do there.

        A deleted group is seen by its owner alone.
        """
        mine = Q(membership__device__token_hash=hash_token(token))
        there = Q(deleted=None) | Q(membership__role=Role.OWNER)
        return (
            self.filter(mine & there)
            .annotate(asked_by=F("membership__device"), role=F("membership__role"))
            .order_by("-membership__id")
        )

    def forget_deleted(self) -> int:
        """Remove for good what was deleted so long ago that nobody can restore it any more;
        return how many groups that were."""
        gone = self.filter(deleted__lt=timezone.now() - RESTORABLE)
        return sum(group.erase() for group in gone)


class Group(models.Model):
    """A circle of friends: everything that a device may see belongs to one of its groups.

    Whoever has the address with `join_token` may ask to join, with `watch_token` to watch.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True)
    join_token = models.CharField(max_length=22, unique=True, default=new_token)
    watch_token = models.CharField(max_length=22, unique=True, default=new_token)

    # What new games start with; without a target nobody has said.
    target = models.PositiveIntegerField(null=True)
    tie = models.CharField(max_length=7, default=Tie.PLAY_ON)
    grand = models.BooleanField(default=True)
    one_call_per_team = models.BooleanField(default=False)

    # Whether the table page shows how likely each team is to win.
    shows_chances = models.BooleanField(default=True)

    objects = GroupQuerySet.as_manager()

    # Set by `seen_by`.
    asked_by: int
    role: str

    def __str__(self) -> str:
        return self.name or gettext("Our group")

    def get_absolute_url(self) -> str:
        return reverse("group", args=[self.key])

    @property
    def agreement(self) -> Agreement | None:
        """What a new game of this group starts with, if somebody has said."""
        if self.target is None:
            return None
        return Agreement(self.target, Tie(self.tie), self.grand, self.one_call_per_team)

    @property
    def gone_for_good(self) -> datetime | None:
        """When a deleted group can no longer be restored."""
        return self.deleted and self.deleted + RESTORABLE

    def wait_for_turn(self) -> None:
        """Let one transaction at a time start games here, so that a player is added once."""
        Group.objects.select_for_update().get(pk=self.pk)

    def seat(self, names: BySeat[str]) -> "BySeat[Player]":
        """Find the group's players by name, in any case of letters; add the new ones."""
        return names.map(self._finder())

    def player(self, name: str) -> "Player":
        """The group's player of this name, in any case of letters, made if there is none."""
        return self._finder()(name)

    def _finder(self) -> "Callable[[str], Player]":
        """What finds or makes players by name, having read them once."""
        known = {player.name.casefold(): player for player in self.players.all()}
        return lambda name: known.get(name.casefold()) or self.players.create(name=name)

    def admit(self, device: Device, player: "Player") -> bool:
        """Let the device in as this player, if no other device is that person; else ask those
        who may say yes, and return False."""
        others = player.membership_set.exclude(device=device)
        if others.exists():
            JoinRequest.objects.update_or_create(
                group=self, device=device, defaults={"player": player}
            )
            return False
        player.let_in(device)
        return True

    def rotate_links(self) -> None:
        """Make new links; whoever has an old one cannot use it any more."""
        self.join_token, self.watch_token = new_token(), new_token()
        with writing():
            self.save(update_fields=["join_token", "watch_token"])
            self.codes.all().delete()

    def hand_over(self, player: "Player") -> bool:
        """Make every device of this player an owner, and the owners so far members; False, and
        nothing is done, if the player has no device."""
        with writing():
            devices = self.membership_set.filter(player=player).exclude(role=Role.VIEWER)
            if not devices.exists():
                return False
            self.membership_set.filter(role=Role.OWNER).update(role=Role.MEMBER)
            devices.update(role=Role.OWNER)
        return True

    def delete_for_now(self) -> None:
        """Hide the group from everybody but its owner, who can restore it for 30 days."""
        self.deleted = timezone.now()
        self.save(update_fields=["deleted"])

    def restore(self) -> None:
        self.deleted = None
        self.save(update_fields=["deleted"])

    def erase(self) -> int:
        """Remove the group with all its games for good."""
        with writing():
            # Rounds and changes name players and devices, so they go first.
            self.games.all().delete()
            self.delete()
        return 1


class PlayerQuerySet(models.QuerySet["Player"]):
    def unclaimed(self) -> Self:
        """Players of whom no device says that it is theirs."""
        return self.filter(membership=None)


class Player(models.Model):
    """Somebody who plays in a group; the name is unique there, upper and lower case alike.

    `way_back_hash` is the hash of the link that brings a new phone in as this person.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=24)
    way_back_hash = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 (unique where there is one)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("group", Lower("name"), name="player_name_unique_in_group"),
        ]

    def __str__(self) -> str:
        return self.name

    def new_way_back(self) -> str:
        """Make a link's token that brings a phone in as this person; it is returned this once,
        and the one before no longer works."""
        token = new_token()
        self.way_back_hash = hash_token(token)
        self.save(update_fields=["way_back_hash"])
        return token

    @property
    def role(self) -> str:
        """What this person may do: the owner's new phone is an owner's."""
        owns = self.membership_set.filter(role=Role.OWNER).exists()
        return Role.OWNER if owns else Role.MEMBER

    def let_in(self, device: Device) -> None:
        """Make the device one of this person's."""
        with writing():
            present = Membership.objects.filter(group=self.group, device=device).first()
            role = Role.OWNER if present and present.role == Role.OWNER else self.role
            Membership.objects.update_or_create(
                group=self.group, device=device, defaults={"player": self, "role": role}
            )
            JoinRequest.objects.filter(group=self.group, device=device).delete()
