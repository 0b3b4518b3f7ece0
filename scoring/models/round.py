"""A recorded round: its facts, and the points that they scored."""

from functools import cached_property
from typing import Any, Self

from django.db import models
from django.db.models import Q

from scoring.models.round_constraints import ROUND_CONSTRAINTS
from scoring.models.seat_columns import CALL_COLUMNS, SEAT_ID_COLUMNS
from scoring.rules import (
    DECK_POINTS,
    MAX_NOTE_LENGTH,
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    ExtraCall,
    FailedCalls,
    HouseRules,
    RoundNotes,
    RoundResult,
    RoundScore,
    Seat,
    Transfer,
    TransferLine,
    score_round,
)

SEATS = tuple(Seat)
CALL_LEVELS = {0: None, 1: CallLevel.TICHU, 2: CallLevel.GRAND, 3: CallLevel.EXTRA}
CALL_NUMBERS = {level: number for number, level in CALL_LEVELS.items()}
FAILED_CALLS = tuple(FailedCalls)

_HISTORY = [
    "group", "game", "seq", "first", "second", "third", "card_points_a",
    *CALL_COLUMNS.values(), "points_a", "points_b", "double_win", "failed_calls",
    "extra_call_points",
]  # fmt: skip


class Round(models.Model):
    """One round of a game.

    `seq` is the number of the change that recorded it. It orders the rounds, is never used
    again, and does not change with undo and redo. `version` is the number of the change that
    last changed the round. Seats are stored by their place in the order of play, 0 to 3. Only
    the card points of team A are stored; team B has the rest of 100.

    The players are those of the game. If others played the round, it has all four players of
    its own.
    """

    group = models.ForeignKey("scoring.Group", models.CASCADE, db_index=False)
    game = models.ForeignKey(
        "scoring.Game", models.CASCADE, related_name="rounds", db_index=False
    )
    seq = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    recorded = models.DateTimeField()

    # No index: no query selects the rounds of one player, and statistics read all of a group.
    player_a1 = models.ForeignKey(
        "scoring.Player", models.PROTECT, null=True, related_name="+", db_index=False
    )
    player_b1 = models.ForeignKey(
        "scoring.Player", models.PROTECT, null=True, related_name="+", db_index=False
    )
    player_a2 = models.ForeignKey(
        "scoring.Player", models.PROTECT, null=True, related_name="+", db_index=False
    )
    player_b2 = models.ForeignKey(
        "scoring.Player", models.PROTECT, null=True, related_name="+", db_index=False
    )

    first = models.PositiveSmallIntegerField()
    second = models.PositiveSmallIntegerField(null=True)
    third = models.PositiveSmallIntegerField(null=True)
    card_points_a = models.SmallIntegerField(null=True)
    call_a1 = models.PositiveSmallIntegerField(default=0)
    call_b1 = models.PositiveSmallIntegerField(default=0)
    call_a2 = models.PositiveSmallIntegerField(default=0)
    call_b2 = models.PositiveSmallIntegerField(default=0)

    # The points of each pile before the transfer of the last player's cards (Transfer.to_dict),
    # and the bombs and long straights in the order in which they were noted (their `to_dict`).
    transfer = models.JSONField(null=True)
    bombs = models.JSONField(null=True)
    straights = models.JSONField(null=True)
    note = models.CharField(max_length=MAX_NOTE_LENGTH, default="")

    # The house rules by which it was scored: the points of a double win, the effect of a failed
    # call (as a place in FAILED_CALLS), and the points of an extra call, 0 if the game had
    # none.
    double_win = models.PositiveSmallIntegerField(default=200, db_default=200)
    failed_calls = models.PositiveSmallIntegerField(default=0, db_default=0)
    extra_call_points = models.PositiveSmallIntegerField(default=0, db_default=0)

    points_a = models.SmallIntegerField()
    points_b = models.SmallIntegerField()

    class Meta:
        ordering = ["seq"]
        # The first index has all columns of a round that statistics use, so that they read the
        # history of a group from the index alone. The second one is for the few rounds that use
        # further columns.
        indexes = [
            models.Index(fields=_HISTORY, name="round_group_history"),
            models.Index(
                fields=["group", "game"],
                name="round_group_special",
                condition=Q(bombs__isnull=False)
                | Q(straights__isnull=False)
                | Q(transfer__isnull=False)
                | Q(player_a1__isnull=False),
            ),
        ]
        constraints = ROUND_CONSTRAINTS

    def __str__(self) -> str:
        return f"{self.points_a} : {self.points_b}"

    @cached_property
    def result(self) -> RoundResult:
        """The facts in the form that the rules use."""
        places = (self.first, self.second, self.third)
        points = self.card_points_a
        return RoundResult(
            out_order=tuple(SEATS[place] for place in places if place is not None),
            card_points=None if points is None else ByTeam(points, DECK_POINTS - points),
            calls=tuple(
                Call(seat, level)
                for seat, column in CALL_COLUMNS.items()
                if (level := CALL_LEVELS[getattr(self, column)])
            ),
            transfer=Transfer.from_dict(self.transfer) if self.transfer else None,
        )

    @property
    def players(self) -> BySeat[int] | None:
        """The primary keys of the round's own players; None if the players of the game played
        it."""
        if self.player_a1_id is None:
            return None
        return BySeat.from_function(lambda seat: getattr(self, SEAT_ID_COLUMNS[seat]))

    def set_players(self, players: BySeat[int] | None) -> None:
        """Set the round's own players, or with None those of the game; does not save."""
        for seat, column in SEAT_ID_COLUMNS.items():
            setattr(self, column, players[seat] if players else None)

    @property
    def notes(self) -> RoundNotes:
        return RoundNotes.from_dict(
            {"bombs": self.bombs, "straights": self.straights, "note": self.note}
        )

    @property
    def transfer_lines(self) -> tuple[TransferLine, ...]:
        """The team that got each pile; empty if the piles were not counted."""
        counted = self.result.transfer
        return counted.lines(self.result.first_out) if counted else ()

    @property
    def facts(self) -> dict[str, Any]:
        """All known facts of the round in the form of the change log, with `players` in the
        order of play if they are not those of the game."""
        players = {"players": list(self.players)} if self.players else {}
        return self.result.to_dict() | self.notes.to_dict() | players

    @property
    def score(self) -> RoundScore:
        """The points, line by line."""
        return score_round(self.result, self.house_rules)

    @property
    def house_rules(self) -> HouseRules:
        """The house rules by which the round was scored, limited to those that affect its
        points. Which calls were allowed and the name of an extra call are stored only in the
        game."""
        points = self.extra_call_points
        return HouseRules(
            double_win=self.double_win,
            failed_calls=FAILED_CALLS[self.failed_calls],
            extra_call=ExtraCall("", points) if points else None,
        )

    @property
    def points(self) -> ByTeam[int]:
        return ByTeam(self.points_a, self.points_b)

    def assign(self, result: RoundResult, notes: RoundNotes, rules: HouseRules) -> Self:
        """Set these facts, and the points that they score by these rules; does not save. Raises
        IllegalRound for a call that the rules do not allow."""
        self.result = result
        places = [seat.position for seat in result.out_order[:3]]
        self.first, *others = places
        self.second, self.third = (*others, None, None)[:2]
        self.card_points_a = result.card_points.a if result.card_points else None
        for seat, column in CALL_COLUMNS.items():
            setattr(self, column, CALL_NUMBERS[result.level(seat)])
        self.transfer = result.transfer.to_dict() if result.transfer else None
        self.bombs = [bomb.to_dict() for bomb in notes.bombs] or None
        self.straights = [straight.to_dict() for straight in notes.straights] or None
        self.note = notes.note
        self.double_win = rules.double_win
        self.failed_calls = FAILED_CALLS.index(rules.failed_calls)
        self.extra_call_points = rules.worth(CallLevel.EXTRA)
        self.points_a, self.points_b = score_round(result, rules).points
        return self
