"""The change log of a game: who changed what, when, and the values before and after; and the
changes that undo and redo apply to."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Self

from django.db import models

from scoring.models.membership import device_name_in_group
from scoring.models.seat_columns import SEAT_ID_COLUMNS
from scoring.rules import BySeat, RoundNotes, RoundResult


class ChangeKind(models.TextChoices):
    RECORD = "record"
    AMEND = "amend"
    REMOVE = "remove"
    UNDO = "undo"
    REDO = "redo"
    CALL = "call"
    ENDING = "ending"
    DATE = "date"
    SEATING = "seating"
    ADJUSTMENT = "adjustment"
    AGREEMENT = "agreement"
    DELETION = "deletion"
    ENTRY = "entry"
    RESULT = "result"
    RULING = "ruling"


# Undo and redo skip these changes: a call is taken back by another tap, and only an owner
# restores a deleted game or deletes a game that was entered by mistake.
NOT_UNDOABLE = {ChangeKind.CALL, ChangeKind.DELETION, ChangeKind.ENTRY}


class ChangeQuerySet(models.QuerySet["Change"]):
    def with_device_names(self) -> Self:
        """Changes with `device_name`: the person whose device made the change, and the name of
        the device in the group; for a device that has left, its system."""
        return self.annotate(device_name=device_name_in_group())


class Change(models.Model):
    """One change of a game. It is never deleted. It is altered only if a merge of players
    replaces one of them by the other, or if a name is forgotten.

    - `number`: counts the changes of the game from 1; it is the version that the change made
    - `seq`: the round that was changed, by the number of the change that recorded it; 0 for a
      change of calls or of the game itself
    - `round_number`: the place of the round on the sheet at that time
    - `before`, `after`: the facts of the round (`Round.facts`), null if it was not on the
      sheet; with a `seq` of 0, all calls of the round in progress, or the changed fields of the
      game
    - `target`: for an undo or redo, the number of the change that it undid or redid
    - `key`: the idempotency key of the submission
    """

    group = models.ForeignKey("scoring.Group", models.CASCADE, db_index=False)
    game = models.ForeignKey(
        "scoring.Game", models.CASCADE, related_name="changes", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=ChangeKind)
    seq = models.PositiveIntegerField()
    round_number = models.PositiveIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    target = models.PositiveIntegerField(null=True)
    key = models.UUIDField()
    device = models.ForeignKey("scoring.Device", models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects = ChangeQuerySet.as_manager()

    # Set by `with_device_names`.
    device_name: str

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["group", "game"], name="change_group_game")]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="change_number_once"),
            models.UniqueConstraint(fields=["game", "key"], name="change_key_once"),
            models.CheckConstraint(
                name="change_kind_known", condition=models.Q(kind__in=ChangeKind.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} round {self.round_number}"

    @property
    def changes_game(self) -> bool:
        """Whether this change is one of the game itself, and not of a round or its calls."""
        return self.seq == 0 and self.kind != ChangeKind.CALL

    @property
    def changes_seating(self) -> bool:
        """Whether this change replaced players of the game, or undid or redid such a change."""
        return self.changes_game and "seating_number" in (self.after or {})

    @property
    def date_before(self) -> datetime:
        """The date of the game before this correction of it (ChangeKind.DATE)."""
        return datetime.fromisoformat((self.before or {})["created"])

    def seated_before(self, players: BySeat[int]) -> BySeat[int]:
        """The players before this change of the seating, if `players` are those after it."""
        facts = self.before or {}
        return BySeat.from_function(
            lambda seat: facts.get(SEAT_ID_COLUMNS[seat], players[seat])
        )

    @property
    def changes_agreement(self) -> bool:
        """Whether this change altered the agreement, or undid or redid such a change."""
        return self.changes_game and "agreement_change" in (self.after or {})

    @cached_property
    def result_before(self) -> RoundResult | None:
        return RoundResult.from_dict(self.before) if self.before else None

    @cached_property
    def result_after(self) -> RoundResult | None:
        return RoundResult.from_dict(self.after) if self.after else None

    @property
    def players_before(self) -> BySeat[int] | None:
        return _players(self.before)

    @property
    def players_after(self) -> BySeat[int] | None:
        return _players(self.after)

    @property
    def notes_before(self) -> RoundNotes | None:
        return RoundNotes.from_dict(self.before) if self.before else None

    @property
    def notes_after(self) -> RoundNotes | None:
        return RoundNotes.from_dict(self.after) if self.after else None


def _players(facts: dict[str, Any] | None) -> BySeat[int] | None:
    """The players of a round that differ from those of the game; None if there are none."""
    return BySeat(*facts["players"]) if facts and "players" in facts else None


@dataclass(frozen=True, slots=True)
class UndoStack:
    """The changes that can be undone (`done`) and redone (`undone`), each with the next one
    last, and the latest change of any kind that is not in NOT_UNDOABLE."""

    done: tuple[Change, ...]
    undone: tuple[Change, ...]
    latest: Change | None

    @classmethod
    def of(cls, changes: Iterable[Change]) -> "UndoStack":
        """Replay the log: an undo moves the last change to the redo stack, a redo moves it
        back, and any other change clears the redo stack."""
        done: list[Change] = []
        undone: list[Change] = []
        change = None
        undoable = (change for change in changes if change.kind not in NOT_UNDOABLE)
        for change in undoable:
            if change.kind == ChangeKind.UNDO:
                undone.append(done.pop())
            elif change.kind == ChangeKind.REDO:
                done.append(undone.pop())
            else:
                done.append(change)
                undone.clear()
        return cls(tuple(done), tuple(undone), change)

    @property
    def to_undo(self) -> Change | None:
        return self.done[-1] if self.done else None

    @property
    def to_redo(self) -> Change | None:
        return self.undone[-1] if self.undone else None
