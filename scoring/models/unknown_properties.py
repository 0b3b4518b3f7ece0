"""Properties of a group's file that only a later release knows.

They are stored in a separate table, so that no page reads them.
"""

from typing import Any

from django.db import models
from django.db.models import Sum
from django.db.models.functions import Cast, Length

from scoring.models.game import Game
from scoring.models.group import Group

# The number that a row counts in addition to the characters of its properties.
CHARACTERS_OF_ROW = 100


class UnknownPropertiesQuerySet(models.QuerySet["UnknownProperties"]):
    def characters(self) -> int:
        """The number of characters of JSON, plus CHARACTERS_OF_ROW for each row."""
        text = Length(Cast("properties", models.TextField()))
        return self.aggregate(sum=Sum(text + CHARACTERS_OF_ROW))["sum"] or 0


class UnknownProperties(models.Model):
    """Values in the file of a group that this release does not know, by their JSON Pointers
    (RFC 6901) in one object of the file.

    `name` is the property of the file that contains the object or its list, such as "players";
    it is empty for the file itself. `object_id` is the id of the object, or the id of the group
    for the file itself. `version` is the version of the `game` when the values were stored:
    after a change of the game they may no longer fit."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+")
    name = models.CharField(max_length=10)
    object_id = models.UUIDField()
    version = models.IntegerField(null=True)
    properties: "models.JSONField[Any, Any]" = models.JSONField()

    objects = UnknownPropertiesQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "unknown properties"
        constraints = [
            models.UniqueConstraint(
                fields=["group", "name", "object_id"], name="unknown_properties_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.object_id}"
