"""The change log: who changed which round of a game, when, from what to what."""

from collections.abc import Iterable
from dataclasses import dataclass
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


# What undo and redo pass over: a tap takes a call back, an owner restores a deleted game, and
# deletes one that should not have been entered.
NOT_UNDOABLE = {ChangeKind.CALL, ChangeKind.DELETION, ChangeKind.ENTRY}


class ChangeQuerySet(models.QuerySet["Change"]):
    def with_device_names(self) -> Self:
        """Changes that know by `device_name` whose their device is and what it is called in
        the group; of one that has left it, the system is known."""
        return self.annotate(device_name=device_name_in_group())


class Change(models.Model):
    """One change of a game, never altered and never deleted; but a merge of players writes one
    of them for the other.

    `number` counts the game's changes from 1 and is the version that the change made.
    `round_number` is the round's place on the sheet at that moment. `before` and `after` are
    the facts of the round (`Round.facts`), null where it was not there. Where `seq` is 0, they
    are all calls in the round in progress, or those fields of the game that were changed.
    `target` is the number of the change that an undo took back or a redo made again. `key` was
    made by the browser for this one submission.
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
        """Whether it changed the game itself, and no round."""
        return self.seq == 0 and self.kind != ChangeKind.CALL

    @property
    def changes_seating(self) -> bool:
        """Whether it let somebody else play on, or took that back."""
        return self.changes_game and "seating_number" in (self.after or {})

    def seated_before(self, players: BySeat[int]) -> BySeat[int]:
        """Who sat at the table before a change of the seating behind which these do."""
        facts = self.before or {}
        return BySeat.from_function(
            lambda seat: facts.get(SEAT_ID_COLUMNS[seat], players[seat])
        )

    @property
    def changes_agreement(self) -> bool:
        """Whether it changed what the game is played for and by, or took that back."""
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
    """A round's own players."""
    return BySeat(*facts["players"]) if facts and "players" in facts else None


@dataclass(frozen=True, slots=True)
class UndoStack:
    """The changes that can be undone and redone, the next one last; and the latest change.
    Those of NOT_UNDOABLE are left out."""

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
