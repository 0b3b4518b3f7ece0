"""Devices: browsers that hold a token."""

from typing import Any

from django.db import models

from scoring.models.names import MAX_DEVICE_NAME_LENGTH
from scoring.tokens import hash_token


class DeviceQuerySet(models.QuerySet["Device"]):
    def by_token(self, token: str) -> "Device | None":
        """The device that holds this token; None if there is none."""
        return self.filter(token_hash=hash_token(token)).first() if token else None


class Device(models.Model):
    """A browser with a token; only the hash of the token is stored. `system` is its operating
    system, such as Android."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    system = models.CharField(max_length=MAX_DEVICE_NAME_LENGTH)
    created = models.DateTimeField(auto_now_add=True)
    # The id of an author in an imported log. No browser has the token of such a device.
    log_id = models.UUIDField(null=True, editable=False)
    groups: "models.ManyToManyField[Any, Any]" = models.ManyToManyField(
        "scoring.Group", through="Membership", related_name="devices"
    )

    objects = DeviceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.system
