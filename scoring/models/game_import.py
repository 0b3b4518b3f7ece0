"""Games that were imported from other programs and spreadsheets."""

from typing import Any

from django.db import models
from django.utils import timezone

from scoring.models.device import Device
from scoring.models.group import Group

MAX_SOURCE_LENGTH = 80


class GameImport(models.Model):
    """A text with games, from being handed in until what was stored of it is taken back.

    `choices` are the answers of the person who imports: `fields` of the form that asks how the
    text is to be read, and once storing has begun `players`, the primary key of whose name each
    spelling is, 0 for one that is ignored. `text` is empty once all is stored. `games` are the
    primary keys of the games that were stored so far, of `planned`; `new_players` of the
    players who were added for them, or are no longer hidden. It is stored from `begun` to
    `stored`; what ended in between can go on."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="game_imports")
    device = models.ForeignKey(Device, models.PROTECT, related_name="+")
    # What the file was called, empty for a text that was pasted.
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
        """Whether storing it has begun and not come to its end."""
        return self.begun is not None and self.stored is None and self.undone is None
