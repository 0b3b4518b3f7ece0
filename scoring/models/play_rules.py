"""The house rules of play of a group. Each row is an agreement at one time, and the latest one
is in force. Earlier rows are never altered."""

from typing import Self

from django.db import models
from django.utils import timezone

from scoring.models.device import Device
from scoring.models.group import Group
from scoring.models.membership import device_name_in_group
from scoring.rules.play_rules import HouseRule


class PlayRulesQuerySet(models.QuerySet["PlayRules"]):
    def with_device_names(self) -> Self:
        """Rules with `device_name`: the person to whom the device that agreed on them is
        linked, and its name in the group; its system if it has left the group; None if the
        rules were imported."""
        return self.annotate(device_name=device_name_in_group())


class PlayRules(models.Model):
    """House rules of play by their names, in the order of `HouseRule`; an empty list means the
    official rules. `device` agreed on them; it is None if they were imported from a file."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="play_rules")
    names = models.JSONField(default=list)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = PlayRulesQuerySet.as_manager()

    # Set by `with_device_names`.
    device_name: str | None

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "play rules"

    def __str__(self) -> str:
        return ", ".join(self.names)

    @property
    def rules(self) -> frozenset[HouseRule]:
        """Those of the rules that this release knows."""
        return frozenset(rule for rule in HouseRule if rule in self.names)
