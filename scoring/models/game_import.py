"""Games that were imported from other programs and spreadsheets."""

from typing import Any

from django.db import models
from django.utils import timezone

from scoring.models.device import Device
from scoring.models.group import Group

MAX_SOURCE_LENGTH = 80


class GameImport(models.Model):
    """A text with games that is imported into a group.

    `choices` contains the person's answers: `fields` of the form that asks how to read the
    text, and, once storing has begun, `players`: the primary key of the player for each
    spelling, 0 for a spelling that is ignored. `text` is deleted when all games are stored.
    `games` are the primary keys of the games stored so far, and `planned` is the number of all.
    `new_players` are the primary keys of the players who were added or are no longer hidden.
    Storing lasts from `begun` to `stored`, and can be continued if it was interrupted."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="game_imports")
    device = models.ForeignKey(Device, models.PROTECT, related_name="+")
    # The name of the file; empty for a text that was pasted.
    source = models.CharField(max_length=MAX_SOURCE_LENGTH, blank=True)
    text = models.TextField(blank=True)
    choices: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    games: "models.JSONField[Any, Any]" = models.JSONField(default=list)
    new_players: "models.JSONField[Any, Any]" = models.JSONField(default=list)
    planned = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)
    begun = models.DateTimeField(null=True)
    stored = models.DateTimeField(null=True)
    undone = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.source

    @property
    def is_interrupted(self) -> bool:
        """Whether storing has begun and is not complete."""
        return self.begun is not None and self.stored is None and self.undone is None
