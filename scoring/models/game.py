"""A game: its agreement, its relation to other games, and its rounds as a score sheet."""

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
from scoring.models.change import Change, ChangeKind, UndoStack
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
    """A game of one group.

    `version` counts its changes. `revision` rises with each of them and with each change of the
    round in progress, so that it covers everything that the pages of the game show. The totals
    are not stored, because they follow from the rounds. `progress` contains the round in
    progress (`RoundInProgress.to_dict`), and as `after` the `seq` of the round before it."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="games", db_index=False)
    key = models.UUIDField(unique=True)
    # The id of the game in the log that it was imported from, if its key has to differ from it.
    log_id = models.UUIDField(null=True, editable=False)
    created = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0, db_default=0)
    # The number of changes that were made after the group's next game was started. Values that
    # are computed from earlier games (win probabilities) depend on this number too.
    late_changes = models.PositiveIntegerField(default=0, db_default=0)
    # The game that this one follows, as its rematch or as the next game of the evening.
    follows = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="next_games", db_column="rematch_of_id"
    )

    # For a game of a series: the maximum number of games, the key of the first game, and the
    # number of this game.
    best_of = models.PositiveSmallIntegerField(null=True)
    series = models.UUIDField(null=True)
    series_number = models.PositiveSmallIntegerField(null=True)

    # The number of chips that each of the four players has put down.
    stake = models.PositiveSmallIntegerField(null=True)

    target = models.PositiveIntegerField(default=1000, null=True)

    # The number of the change that made the present agreement; 0 if it was never changed.
    agreement_change = models.PositiveIntegerField(default=0, db_default=0)

    # The plan of a game whose partners change (`Rotation.to_dict`). The four players are then
    # those of the next round, `seating_number` is the number of that round in the plan, and
    # every round has players of its own.
    rotation_facts = models.JSONField(null=True)

    progress = models.JSONField(null=True)

    # How the game ended if it was not played out (`Ending`), and the reason that was given.
    ending = models.CharField(max_length=11, default="", db_default="")
    ending_reason = models.CharField(max_length=MAX_REASON_LENGTH, default="", db_default="")

    # Adjustments (`Adjustment.to_dict`), each with the `seq` of its change.
    adjustments = models.JSONField(null=True)
    # Rulings on cards that the table saved (`SavedRuling`), each with the `seq` of its change.
    rulings = models.JSONField(null=True)

    # The final totals of a game that was entered without rounds; nothing else is known of it.
    final_a = models.IntegerField(null=True)
    final_b = models.IntegerField(null=True)
    # The points of both teams in each round, if an import contained them. Who was first out is
    # not known.
    round_points = models.JSONField(null=True)

    # Hidden from everybody until an owner restores the game or it is purged.
    deleted = models.DateTimeField(null=True)

    objects = GameManager()
    with_deleted = _AllGames["Game"]()

    # Set by `visible_to`: the device that requests this game and its role; whether the tables
    # of the group show the win probability, and the buttons that end the time for calls (see
    # `asks_for_deal`).
    device_id: int
    role: str
    shows_win_probability: bool
    shows_deal = False
    # Set by `with_last_change`.
    changed_at: datetime

    class Meta:
        ordering = ["-id"]
        # All indexes are for the games of one group.
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
        """Whether the table page asks when all cards are dealt. It does so if the group wants
        it and some call is too late after that moment."""
        extra = self.house_rules.extra_call
        return self.shows_deal and (self.grand or bool(extra and extra.closes_with_deal))

    @property
    def time_limit_at(self) -> datetime | None:
        """The end of the agreed time limit; no new round is started after it."""
        if not self.time_limit:
            return None
        return self.original_created + timedelta(minutes=self.time_limit)

    @cached_property
    def original_created(self) -> datetime:
        """When the game was started, even if its date was corrected later. One query."""
        correction = self.changes.filter(kind=ChangeKind.DATE).first()
        return correction.date_before if correction else self.created

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
        """The remaining rounds of the plan; empty if partners do not change."""
        if self.rotation is None:
            return []
        played = (row.round.players for row in self.sheet.rows)
        return self.rotation.remaining(each for each in played if each)

    @property
    def player_standings(self) -> list[PlayerStanding]:
        """The standings of the players if partners change; else empty."""
        if self.rotation is None:
            return []
        return self.rotation.standings(self.rotation_rounds)

    @property
    def rotation_rounds(self) -> list[RotationRound]:
        """The rounds so far, in the form that a rotation counts."""
        return [
            RotationRound(each.players, each.result, each.points)
            for each in (row.round for row in self.sheet.rows)
            if each.players
        ]

    @property
    def final_totals(self) -> ByTeam[int] | None:
        """The final totals of a game that was entered without rounds; None for any other
        game."""
        if self.final_a is None or self.final_b is None:
            return None
        return ByTeam(self.final_a, self.final_b)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The score sheet of this version, as this object last read or wrote it. It does not
        contain rounds that another phone has recorded since this version was read."""
        if self.final_totals:
            return self.summary
        rounds = _ROUNDS(game=self.pk, version=self.version)
        entries = in_order([*rounds, *self.placed_adjustments])
        sheet = ScoreSheet(self.race, entries, ending=Ending(self.ending))
        self.summary = sheet.summary
        return sheet

    @cached_property
    def summary(self) -> ScoreSheet:
        """The score sheet with all rounds summed up, except one that was just recorded. Reading
        it takes as long in round 40 as in round 1, and needs no query after `sheet` was
        read."""
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
        """These totals of the rounds plus all adjustments."""
        for _, each in self.placed_adjustments:
            totals = add_points(totals, each.points)
        return totals

    @property
    def last_seq(self) -> int:
        """The `seq` of the last round; 0 before the first."""
        return self.summary.last_seq

    @property
    def in_progress(self) -> RoundInProgress:
        """The round in progress, which follows the last round."""
        return self.progress_after(self.last_seq)

    def progress_after(self, seq: int) -> RoundInProgress:
        """The round in progress if it follows round `seq`; empty if the stored one follows
        another round."""
        if not self.progress or self.progress["after"] != seq:
            return RoundInProgress()
        return RoundInProgress.from_dict(self.progress)

    def was_recorded(self, *, after: int) -> bool:
        """Whether the round in progress follows round `after` and was recorded before, but the
        recording was undone."""
        stored = self.progress or {}
        return stored.get("after") == after and "was_recorded" in stored

    @cached_property
    def undo_stack(self) -> UndoStack:
        return UndoStack.of(_CHANGES(game=self.pk, version=self.version))

    @classmethod
    def find(cls, key: uuid.UUID, *, token: str) -> "Game | None":
        """The game with this key; None if the device with this token may not see it."""
        found = _VISIBLE_GAME(token_hash=hash_token(token), key=key)
        return found[0] if found else None

    @property
    def purge_at(self) -> datetime | None:
        """When a deleted game can no longer be restored; None if the game is not deleted."""
        return self.deleted and self.deleted + RESTORE_WINDOW

    @property
    def is_followed(self) -> bool:
        """Whether another game follows this one. One query."""
        return self.next_games.exists()

    @property
    def last_in_chain(self) -> "Game":
        """The last game of the chain that follows this one, which is the game that is played
        now; this game itself if none follows."""
        game = self
        # A game follows an earlier one, but earlier releases could import a cycle, which is
        # left at its latest game.
        while following := game.next_games.filter(pk__gt=game.pk).first():
            game = following
        return game

    def set_sheet(self, sheet: ScoreSheet) -> None:
        """Use this score sheet instead of reading one."""
        self.sheet, self.summary = sheet, sheet.summary

    def clear_cached(self) -> None:
        """Clear the cached rounds, changes, plan and session (`session_of`)."""
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
