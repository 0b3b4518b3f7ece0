"""Seasons of a group: spans of evenings, each with its own table."""

import uuid
from datetime import date

from django.db import models
from django.db.models import F, Q

from scoring.models.group import Group

MAX_SEASON_NAME_LENGTH = 60


class Season(models.Model):
    """The evenings from the first day to the last one, both included. Seasons may overlap; a
    game counts in every season that contains its evening. `key` was made by the browser."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="seasons")
    key = models.UUIDField(default=uuid.uuid4)
    name = models.CharField(max_length=MAX_SEASON_NAME_LENGTH)
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        ordering = ["-last_day", "-first_day", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="season_key_once"),
            models.CheckConstraint(
                name="season_possible",
                condition=Q(last_day__gte=F("first_day")) & ~Q(name=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def includes(self, day: date) -> bool:
        return self.first_day <= day <= self.last_day
