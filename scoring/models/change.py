"""The change log: who changed which round of a game, when, from what to what."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db import models

from scoring.rules import Moments, RoundResult


class Kind(models.TextChoices):
    RECORD = "record"
    AMEND = "amend"
    REMOVE = "remove"
    UNDO = "undo"
    REDO = "redo"
    CALL = "call"


class Change(models.Model):
    """One change of a game, never altered and never deleted.

    `number` counts the game's changes from 1 and is the version that the change made.
    `round_number` is the round's place on the sheet at that moment. `before` and `after` are
    the facts of the round (`Round.facts`), null where it was not there; for calls in a round
    in progress, whose `seq` is 0, all its calls. `target` is the
    number of the change that an undo took back or a redo made again. `key` was made by the
    browser for this one submission.
    """

    group = models.ForeignKey("scoring.Group", models.CASCADE, db_index=False)
    game = models.ForeignKey(
        "scoring.Game", models.CASCADE, related_name="changes", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    seq = models.PositiveIntegerField()
    round_number = models.PositiveIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    target = models.PositiveIntegerField(null=True)
    key = models.UUIDField()
    device = models.ForeignKey("scoring.Device", models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["group", "game"], name="change_group_game")]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="change_number_once"),
            models.UniqueConstraint(fields=["game", "key"], name="change_key_once"),
            models.CheckConstraint(
                name="change_kind_known", condition=models.Q(kind__in=Kind.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} round {self.round_number}"

    @cached_property
    def result_before(self) -> RoundResult | None:
        return RoundResult.from_facts(self.before) if self.before else None

    @cached_property
    def result_after(self) -> RoundResult | None:
        return RoundResult.from_facts(self.after) if self.after else None

    @property
    def moments_before(self) -> Moments | None:
        return Moments.from_facts(self.before) if self.before else None

    @property
    def moments_after(self) -> Moments | None:
        return Moments.from_facts(self.after) if self.after else None


@dataclass(frozen=True, slots=True)
class History:
    """What can be undone and redone: changes of rounds by people, the next one to take last;
    and the latest change of a round. Calls in progress are taken back by a tap on them."""

    done: tuple[Change, ...]
    undone: tuple[Change, ...]
    latest: Change | None

    @classmethod
    def of(cls, changes: Iterable[Change]) -> "History":
        """Replay the log: an undo moves the last change aside, a redo brings it back, and any
        other change forgets what was set aside."""
        done: list[Change] = []
        undone: list[Change] = []
        change = None
        rounds = (change for change in changes if change.kind != Kind.CALL)
        for change in rounds:
            if change.kind == Kind.UNDO:
                undone.append(done.pop())
            elif change.kind == Kind.REDO:
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
