"""The rights of a device in a group."""

from django.db import models


class Role(models.TextChoices):
    """Everything, score and amend, or only watch."""

    OWNER = "owner"
    MEMBER = "member"
    VIEWER = "viewer"
