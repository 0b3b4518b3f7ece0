"""A recorded round: its facts, the points that they scored, and what the database refuses."""

from functools import cached_property
from typing import Any, Self

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact

from scoring.rules import (
    FEWEST_POINTS,
    MOST_LETTERS,
    MOST_POINTS,
    POINTS_STEP,
    ByTeam,
    Call,
    Level,
    Moments,
    Move,
    RoundResult,
    RoundScore,
    Seat,
    Team,
    Transfer,
    score_round,
)

SEATS = tuple(Seat)
CALL_COLUMNS = {seat: f"call_{seat.lower()}" for seat in Seat}
LEVELS = {0: None, 1: Level.TICHU, 2: Level.GRAND}
NUMBERS = {level: number for number, level in LEVELS.items()}


def _points_sql(team: Team) -> Combinable:
    """The team's points as the official rules make them from the columns, 100 times the call's
    number won or lost: the database's own check on what `score_round` wrote."""
    cards: Combinable = F("card_points_a") if team is Team.A else 100 - F("card_points_a")
    won = Q(first__in=[seat.place for seat in team.seats])
    points: Combinable = Coalesce(cards, Case(When(won, Value(200)), default=Value(0)))
    for seat in team.seats:
        sign = Case(When(first=seat.place, then=Value(100)), default=Value(-100))
        points = points + F(CALL_COLUMNS[seat]) * sign
    return points


_PARTNER_OF_FIRST = (F("first") + 2) % 4
_HISTORY = [
    "group", "game", "seq", "first", "second", "third", "card_points_a",
    *CALL_COLUMNS.values(), "points_a", "points_b",
]  # fmt: skip


class Round(models.Model):
    """One round of a game.

    `seq` is the number of the change that recorded it: it orders the rounds, is never used
    again, and survives undo and redo. `version` is the number of the change that last touched
    it. Seats are stored by their place in playing order, 0 to 3; team B's card points are what
    team A's leave of 100.
    """

    group = models.ForeignKey("scoring.Group", models.CASCADE, db_index=False)
    game = models.ForeignKey(
        "scoring.Game", models.CASCADE, related_name="rounds", db_index=False
    )
    seq = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    recorded = models.DateTimeField()

    first = models.PositiveSmallIntegerField()
    second = models.PositiveSmallIntegerField(null=True)
    third = models.PositiveSmallIntegerField(null=True)
    card_points_a = models.SmallIntegerField(null=True)
    call_a1 = models.PositiveSmallIntegerField(default=0)
    call_b1 = models.PositiveSmallIntegerField(default=0)
    call_a2 = models.PositiveSmallIntegerField(default=0)
    call_b2 = models.PositiveSmallIntegerField(default=0)

    # What was counted where before the last player's cards went over (Transfer.facts), and the
    # bombs in the order in which they were noted (Bomb.facts).
    transfer = models.JSONField(null=True)
    bombs = models.JSONField(null=True)
    note = models.CharField(max_length=MOST_LETTERS, default="")

    points_a = models.SmallIntegerField()
    points_b = models.SmallIntegerField()

    class Meta:
        ordering = ["seq"]
        # All that statistics ask of a round: they read a group's history from here alone.
        # What they ask of few rounds is in an index of these alone.
        indexes = [
            models.Index(fields=_HISTORY, name="round_group_history"),
            models.Index(
                fields=["group", "game"],
                name="round_group_told",
                condition=Q(bombs__isnull=False) | Q(transfer__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="round_seq_once"),
            models.CheckConstraint(
                name="round_seats_exist",
                condition=Q(first__lte=3)
                & (Q(second__isnull=True) | Q(second__lte=3))
                & (Q(third__isnull=True) | Q(third__lte=3)),
            ),
            models.CheckConstraint(
                name="round_places_differ",
                condition=(Q(second__isnull=True) | ~Q(second=F("first")))
                & (
                    Q(third__isnull=True)
                    | Q(second__isnull=False) & ~Q(third=F("first")) & ~Q(third=F("second"))
                ),
            ),
            models.CheckConstraint(
                name="round_double_win_instead_of_card_points",
                condition=Q(
                    card_points_a__isnull=True, second__isnull=False, second=_PARTNER_OF_FIRST
                )
                | Q(card_points_a__isnull=False)
                & (Q(second__isnull=True) | ~Q(second=_PARTNER_OF_FIRST)),
            ),
            models.CheckConstraint(
                name="round_card_points_possible",
                condition=Q(card_points_a__isnull=True)
                | Q(card_points_a__range=(FEWEST_POINTS, MOST_POINTS))
                & Q(Exact(F("card_points_a") % POINTS_STEP, Value(0))),
            ),
            models.CheckConstraint(
                name="round_calls_known",
                condition=Q(call_a1__lte=2, call_b1__lte=2, call_a2__lte=2, call_b2__lte=2),
            ),
            models.CheckConstraint(
                name="round_points_follow_from_facts",
                condition=Q(points_a=_points_sql(Team.A), points_b=_points_sql(Team.B)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points_a} : {self.points_b}"

    @cached_property
    def result(self) -> RoundResult:
        """The facts as the rules see them."""
        places = (self.first, self.second, self.third)
        points = self.card_points_a
        return RoundResult(
            out_order=tuple(SEATS[place] for place in places if place is not None),
            card_points=None if points is None else ByTeam(points, 100 - points),
            calls=tuple(
                Call(seat, level)
                for seat, column in CALL_COLUMNS.items()
                if (level := LEVELS[getattr(self, column)])
            ),
            transfer=Transfer.from_facts(self.transfer) if self.transfer else None,
        )

    @property
    def moments(self) -> Moments:
        return Moments.from_facts({"bombs": self.bombs, "note": self.note})

    @property
    def passed_on(self) -> tuple[Move, ...]:
        """Where every pile went as the last player's cards were passed on, if that is known."""
        counted = self.result.transfer
        return counted.moves(self.result.first_out) if counted else ()

    @property
    def facts(self) -> dict[str, Any]:
        """All that is known of the round, as the change log keeps it."""
        return self.result.facts() | self.moments.facts()

    @property
    def score(self) -> RoundScore:
        """The points, line by line. What a group's rules forbid was refused when it was
        recorded, so the official rules score every stored round."""
        return score_round(self.result)

    @property
    def points(self) -> ByTeam[int]:
        return ByTeam(self.points_a, self.points_b)

    def put(self, result: RoundResult, moments: Moments) -> Self:
        """Take over these facts and the points that they score; does not save."""
        self.result = result
        places = [seat.place for seat in result.out_order[:3]]
        self.first, *others = places
        self.second, self.third = (*others, None, None)[:2]
        self.card_points_a = result.card_points.a if result.card_points else None
        for seat, column in CALL_COLUMNS.items():
            setattr(self, column, NUMBERS[result.level(seat)])
        self.transfer = result.transfer.facts() if result.transfer else None
        self.bombs = [bomb.facts() for bomb in moments.bombs] or None
        self.note = moments.note
        self.points_a, self.points_b = score_round(result).points
        return self
