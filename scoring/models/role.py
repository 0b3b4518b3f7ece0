"""The rights of a device in a group."""

from django.db import models


class Role(models.TextChoices):
    """An owner may do everything, a member scores and amends, a viewer sees the scoreboard."""

    OWNER = "owner"
    MEMBER = "member"
    VIEWER = "viewer"
