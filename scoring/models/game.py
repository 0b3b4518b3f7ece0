"""Games: what was agreed, and the rounds as a score sheet."""

import uuid
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import cast

from django.db import connection, models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from scoring.models.agreement import Agreement
from scoring.models.agreement_columns import AgreementColumns
from scoring.models.change import Change, UndoStack
from scoring.models.compiled_query import CompiledQuery, Parameter
from scoring.models.game_constraints import GAME_CONSTRAINTS
from scoring.models.game_queryset import GameQuerySet
from scoring.models.game_seats import GameSeats
from scoring.models.group import RESTORE_WINDOW, Group
from scoring.models.round import Round
from scoring.models.scoresheet import PlacedAdjustment, ScoreSheet, in_order
from scoring.models.session_key import SessionKey
from scoring.rules import (
    Adjustment,
    ByTeam,
    Ending,
    HouseRules,
    Race,
    RoundInProgress,
    add_points,
    final_standing,
)
from scoring.rules.player_standings import PlayerStanding
from scoring.rules.rotation import Rotation, RotationRound
from scoring.tokens import hash_token

MAX_REASON_LENGTH = 200

_AllGames = models.Manager.from_queryset(GameQuerySet)


class GameManager(_AllGames["Game"]):
    """Games that are not deleted."""

    def get_queryset(self) -> GameQuerySet["Game"]:
        return cast('GameQuerySet["Game"]', super().get_queryset().filter(deleted=None))


class Game(GameSeats, AgreementColumns):
    """A game of one group. `version` counts its changes, and `revision` these and those of the
    round in progress: all that its pages show. What moves while it is played stands
    in its rounds, and for the round in progress in `progress`: the facts of RoundInProgress,
    and as `after` the `seq` of the round before it."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="games", db_index=False)
    key = models.UUIDField(unique=True)
    # The id in the log that the game came from, where its address could not be that.
    log_id = models.UUIDField(null=True, editable=False)
    created = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0, db_default=0)
    # Changes made after the group's next game was started: what rests on earlier games rests on
    # these too.
    late_changes = models.PositiveIntegerField(default=0, db_default=0)
    # The game that this one follows: as its rematch, or as the next of the evening.
    follows = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="next_games", db_column="rematch_of_id"
    )

    # A game of a series: of how many at most, the key of the first one, and its place in it.
    best_of = models.PositiveSmallIntegerField(null=True)
    series = models.UUIDField(null=True)
    series_number = models.PositiveSmallIntegerField(null=True)

    # Chips that each of the four has put down.
    stake = models.PositiveSmallIntegerField(null=True)

    target = models.PositiveIntegerField(default=1000, null=True)

    # The number of the change since which this is agreed, 0 from the start.
    agreement_change = models.PositiveIntegerField(default=0, db_default=0)

    # Where partners change: who plays, and how often, as Rotation.to_dict writes it. The four
    # players are then those of the next round, `seating_number` is the number of that round in
    # the plan, and every round has players of its own.
    rotation_facts = models.JSONField(null=True)

    progress = models.JSONField(null=True)

    # How it ended if it was not played out, and what was said of it.
    ending = models.CharField(max_length=11, default="", db_default="")
    ending_reason = models.CharField(max_length=MAX_REASON_LENGTH, default="", db_default="")

    # Adjustments as Adjustment.to_dict writes them, each with the `seq` of its change.
    adjustments = models.JSONField(null=True)
    # Rulings on cards that the table kept, each with the number of its change (`seq`).
    rulings = models.JSONField(null=True)

    # The final totals of a game that was entered without rounds: nothing else is known of it.
    final_a = models.IntegerField(null=True)
    final_b = models.IntegerField(null=True)
    # The points of both teams a round, where an import had them: nobody knows who was first
    # out.
    round_points = models.JSONField(null=True)

    # Hidden from everybody, until an owner restores it or it is purged.
    deleted = models.DateTimeField(null=True)

    objects = GameManager()
    with_deleted = _AllGames["Game"]()

    # Set by `visible_to`: the device that asks for this game, what it may do, and whether the
    # group wants to see the win probability while it plays, and to be asked when all cards are
    # dealt (see `asks_for_deal`).
    device_id: int
    role: str
    shows_win_probability: bool
    shows_deal = False
    # Set by `with_last_change`.
    changed_at: datetime

    class Meta:
        ordering = ["-id"]
        # Of a group's games, the latest first.
        indexes = [
            models.Index(fields=["group", "id"], name="game_group_id"),
            models.Index(
                fields=["group"], name="game_late_changes", condition=Q(late_changes__gt=0)
            ),
            models.Index(
                fields=["group"], name="game_deleted", condition=Q(deleted__isnull=False)
            ),
            models.Index(
                fields=["group"], name="game_rulings", condition=Q(rulings__isnull=False)
            ),
            models.Index(
                "group",
                SessionKey("rotation_facts"),
                name="game_session",
                condition=Q(rotation_facts__isnull=False),
            ),
        ]
        constraints = GAME_CONSTRAINTS

    def __str__(self) -> str:
        return " ".join(self.names)

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.key])

    @property
    def agreement(self) -> Agreement:
        return Agreement.of(self)

    @property
    def house_rules(self) -> HouseRules:
        return self.agreement.house_rules

    @property
    def asks_for_deal(self) -> bool:
        """Whether the table page asks when all cards are dealt: where the group wants that, and
        some call is too late then."""
        extra = self.house_rules.extra_call
        return self.shows_deal and (self.grand or bool(extra and extra.closes_with_deal))

    @property
    def time_limit_at(self) -> datetime | None:
        """The time limit that was agreed, after which no new round is started."""
        return self.created + timedelta(minutes=self.time_limit) if self.time_limit else None

    @property
    def is_time_limit_over(self) -> bool:
        return self.time_limit_at is not None and self.time_limit_at <= timezone.now()

    @property
    def race(self) -> Race:
        race = self.agreement.race
        return replace(race, changing_partners=True) if self.rotation else race

    @cached_property
    def rotation(self) -> Rotation | None:
        """The plan of a game whose partners change, with the primary keys of its players."""
        return Rotation.from_dict(self.rotation_facts) if self.rotation_facts else None

    @property
    def rounds_left(self) -> list[int]:
        """Which rounds of the plan are still to be played, where partners change."""
        if self.rotation is None:
            return []
        played = (row.round.players for row in self.sheet.rows)
        return self.rotation.remaining(each for each in played if each)

    @property
    def player_standings(self) -> list[PlayerStanding]:
        """How the players stand where partners change; empty where they do not."""
        if self.rotation is None:
            return []
        return self.rotation.standings(self.rotation_rounds)

    @property
    def rotation_rounds(self) -> list[RotationRound]:
        """The rounds so far, as a rotation counts them."""
        return [
            RotationRound(each.players, each.result, each.points)
            for each in (row.round for row in self.sheet.rows)
            if each.players
        ]

    @property
    def final_totals(self) -> ByTeam[int] | None:
        """The final totals of a game that was entered without rounds."""
        if self.final_a is None or self.final_b is None:
            return None
        return ByTeam(self.final_a, self.final_b)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The score sheet as last read or written by this object. A round that another phone
        records between the reading of the version and this one belongs to the next version."""
        if self.final_totals:
            return self.summary
        rounds = _ROUNDS(game=self.pk, version=self.version)
        entries = in_order([*rounds, *self.placed_adjustments])
        sheet = ScoreSheet(self.race, entries, ending=Ending(self.ending))
        self.summary = sheet.summary
        return sheet

    @cached_property
    def summary(self) -> ScoreSheet:
        """The score sheet as sums, with the round just recorded and no other: it takes as long
        to read in round 40 as in round 1, and no query once `sheet` was read."""
        if self.final_totals:
            return ScoreSheet(self.race, [], final_standing(self.race, self.final_totals))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT COUNT(*), COALESCE(SUM(points_a), 0), COALESCE(SUM(points_b), 0),"
                " COALESCE(MAX(seq), 0) FROM scoring_round WHERE game_id = %s",
                [self.pk],
            )
            rounds, a, b, last_seq = cursor.fetchone()
        standing = self.race.standing(self.adjusted(ByTeam(a, b)), rounds)
        return ScoreSheet(self.race, [], standing, last_seq, Ending(self.ending))

    @property
    def placed_adjustments(self) -> list[PlacedAdjustment]:
        return [
            PlacedAdjustment(facts["seq"], Adjustment.from_dict(facts))
            for facts in self.adjustments or ()
        ]

    def adjusted(self, totals: ByTeam[int]) -> ByTeam[int]:
        """These totals of rounds with all adjustments."""
        for _, each in self.placed_adjustments:
            totals = add_points(totals, each.points)
        return totals

    @property
    def last_seq(self) -> int:
        """The `seq` of the last round, 0 before the first."""
        return self.summary.last_seq

    @property
    def in_progress(self) -> RoundInProgress:
        """What is known of the round that is being played."""
        return self.progress_after(self.last_seq)

    def progress_after(self, seq: int) -> RoundInProgress:
        """What is known of the round in progress if it comes after round `seq`. What was told
        of another round is over."""
        if not self.progress or self.progress["after"] != seq:
            return RoundInProgress()
        return RoundInProgress.from_dict(self.progress)

    @cached_property
    def undo_stack(self) -> UndoStack:
        return UndoStack.of(_CHANGES(game=self.pk, version=self.version))

    @classmethod
    def find(cls, key: uuid.UUID, *, token: str) -> "Game | None":
        """The game with this key, if the holder of this device token may see it."""
        found = _VISIBLE_GAME(token_hash=hash_token(token), key=key)
        return found[0] if found else None

    @property
    def purge_at(self) -> datetime | None:
        """When a deleted game can no longer be restored."""
        return self.deleted and self.deleted + RESTORE_WINDOW

    @property
    def is_followed(self) -> bool:
        """Whether another game follows this one. One query."""
        return self.next_games.exists()

    @property
    def last_in_chain(self) -> "Game":
        """The game that is on now: the last of those that follow one another from this one;
        this game itself where none does."""
        game = self
        while following := game.next_games.first():
            game = following
        return game

    def set_sheet(self, sheet: ScoreSheet) -> None:
        """Use this score sheet in place of one that is read."""
        self.sheet, self.summary = sheet, sheet.summary

    def clear_cached(self) -> None:
        """Forget the rounds and changes that were read, and its session (`session_of`)."""
        for name in ("sheet", "summary", "undo_stack", "rotation", "session"):
            self.__dict__.pop(name, None)


_VISIBLE_GAME = CompiledQuery(
    lambda: (
        Game.objects.visible_to_hash(Parameter("token_hash", models.CharField()))
        .with_names()
        .filter(key=Parameter("key", models.UUIDField()))
        .order_by()
    )
)


_ROUNDS = CompiledQuery(
    lambda: Round.objects.filter(
        game_id=Parameter("game", models.BigIntegerField()),
        seq__lte=Parameter("version", models.PositiveIntegerField()),
    )
)


_CHANGES = CompiledQuery(
    lambda: Change.objects.filter(
        game_id=Parameter("game", models.BigIntegerField()),
        number__lte=Parameter("version", models.PositiveIntegerField()),
    )
)
