"""The log of a group: the changes of its players, tokens and imports, each with the device that
made it."""

from typing import Any, Self

from django.db import models
from django.utils import timezone

from scoring.models.device import Device
from scoring.models.group import Group
from scoring.models.membership import device_name_in_group


class GroupChangeKind(models.TextChoices):
    """A kind of change of a group. Each has the facts that `fact_names` lists.

    `player` and `other` are primary keys of players. In an entry that was imported from a file,
    they can be replaced by `player_name` and `other_name`, the names of players who were merged
    there. `name` and `new_name` are names of a player, a token or a file, as they were written.
    `players`, `games` and `longer` are numbers: of players and games that were new or were
    given to another player, and of games that got more rounds.
    """

    RENAME = "rename"
    HIDE = "hide"
    SHOW = "show"
    MERGE = "merge"
    TAKE_BACK = "take_back"
    SPLIT = "split"
    FORGET = "forget"
    IMPORT = "import"
    UNDO_IMPORT = "undo_import"
    MERGE_FILE = "merge_file"
    CREATE_TOKEN = "create_token"  # noqa: S105
    REVOKE_TOKEN = "revoke_token"  # noqa: S105

    @property
    def fact_names(self) -> frozenset[str]:
        """The names of the facts that a change of this kind has."""
        return frozenset(_FACTS[self].split())


_FACTS = {
    GroupChangeKind.RENAME: "player name new_name",
    GroupChangeKind.HIDE: "player",
    GroupChangeKind.SHOW: "player",
    GroupChangeKind.MERGE: "player other",
    GroupChangeKind.TAKE_BACK: "player other",
    GroupChangeKind.SPLIT: "player other games",
    GroupChangeKind.FORGET: "player",
    GroupChangeKind.IMPORT: "name games",
    GroupChangeKind.UNDO_IMPORT: "name games",
    GroupChangeKind.MERGE_FILE: "name players games longer",
    GroupChangeKind.CREATE_TOKEN: "name",
    GroupChangeKind.REVOKE_TOKEN: "name",
}
FACTS_THAT_COUNT = frozenset({"players", "games", "longer"})
# Facts that are players, and the facts with the name of a player whom the group does not have.
NAMES_OF_PLAYERS = {"player": "player_name", "other": "other_name"}


class GroupChangeQuerySet(models.QuerySet["GroupChange"]):
    def with_device_names(self) -> Self:
        """Changes with `device_name`: the person to whom the device is linked and the name of
        the device in the group; for a device that has left, its system."""
        return self.annotate(device_name=device_name_in_group())


class GroupChange(models.Model):
    """One entry of a group's log. Entries are never altered, except that a name can be
    forgotten."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="changes")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=12, choices=GroupChangeKind)
    facts: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    # The id in the log file that the entry was imported from.
    log_id = models.UUIDField(null=True, editable=False)

    objects = GroupChangeQuerySet.as_manager()

    # Set by `with_device_names`.
    device_name: str | None

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.group}"
