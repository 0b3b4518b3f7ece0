"""A recorded round: its facts, the points that they scored, and what the database refuses."""

from functools import cached_property, reduce
from itertools import combinations
from operator import add, and_
from typing import Any, Self

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import Exact, GreaterThanOrEqual, LessThan, LessThanOrEqual

from scoring.rules import (
    CARD_POINTS_STEP,
    DECK_POINTS,
    DOUBLE_WINS,
    EXTRA_CALL_POINTS,
    MAX_CARD_POINTS,
    MAX_NOTE_LENGTH,
    MIN_CARD_POINTS,
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
    Team,
    Transfer,
    TransferLine,
    score_round,
)

SEATS = tuple(Seat)
SEAT_COLUMNS = {seat: f"player_{seat.lower()}" for seat in Seat}
CALL_COLUMNS = {seat: f"call_{seat.lower()}" for seat in Seat}
LEVELS = {0: None, 1: CallLevel.TICHU, 2: CallLevel.GRAND, 3: CallLevel.EXTRA}
NUMBERS = {level: number for number, level in LEVELS.items()}
FAILED_CALLS = tuple(FailedCalls)


def _points_sql(team: Team) -> Combinable:
    """The team's points as the columns make them, 100 times the call's number (or what the
    extra call is worth) won or lost, or won by the opponents: the database's own check on what
    `score_round` wrote."""
    cards: Combinable = F("card_points_a") if team is Team.A else 100 - F("card_points_a")
    won = Q(first__in=[seat.position for seat in team.seats])
    points: Combinable = Coalesce(cards, Case(When(won, F("double_win")), default=Value(0)))
    for seat in Seat:
        call, own = CALL_COLUMNS[seat], seat.team is team
        pays = Q(failed_calls=1) | Q(failed_calls=2, **{call: 2})
        sign = Case(
            When(first=seat.position, then=Value(1 if own else 0)),
            When(pays, then=Value(0 if own else 1)),
            default=Value(-1 if own else 0),
        )
        worth = Case(When(**{call: 3}, then=F("extra_call_points")), default=F(call) * 100)
        points = points + worth * sign
    return points


def _transfer_possible() -> Q:
    """That the piles of `transfer` can be made of the deck: five that add to its 100 points in
    steps of five, at most one of them below 0, as Transfer refuses all others."""
    names = [*(f"transfer__captured__{seat}" for seat in Seat), "transfer__last_hand"]
    piles = [Coalesce(Cast(KT(name), models.IntegerField()), 0) for name in names]
    below = [Case(When(LessThan(pile, 0), then=Value(1)), default=Value(0)) for pile in piles]
    possible = Q(Exact(reduce(add, piles), DECK_POINTS)) & Q(
        LessThanOrEqual(reduce(add, below), 1)
    )
    for pile in piles:
        possible &= Q(GreaterThanOrEqual(pile, MIN_CARD_POINTS)) & Q(
            Exact(pile % CARD_POINTS_STEP, 0)
        )
    return possible


def players_differ() -> Q:
    """That the four players in SEAT_COLUMNS are four."""
    pairs = combinations(SEAT_COLUMNS.values(), 2)
    return reduce(and_, (~Q(**{one: F(other)}) for one, other in pairs))


_OWN_PLAYERS = Q(**{f"{column}__isnull": False for column in SEAT_COLUMNS.values()})
_NO_OWN_PLAYERS = Q(**{f"{column}__isnull": True for column in SEAT_COLUMNS.values()})


_NO_EXTRA_CALL = Q(**{f"{column}__lte": 2 for column in CALL_COLUMNS.values()})
_PARTNER_OF_FIRST = (F("first") + 2) % 4
_HISTORY = [
    "group", "game", "seq", "first", "second", "third", "card_points_a",
    *CALL_COLUMNS.values(), "points_a", "points_b", "double_win", "failed_calls",
    "extra_call_points",
]  # fmt: skip


class Round(models.Model):
    """One round of a game.

    `seq` is the number of the change that recorded it: it orders the rounds, is never used
    again, and survives undo and redo. `version` is the number of the change that last touched
    it. Seats are stored by their place in playing order, 0 to 3; team B's card points are what
    team A's leave of 100.

    The four players are those of the game; a round that others played has its own, all four.
    """

    group = models.ForeignKey("scoring.Group", models.CASCADE, db_index=False)
    game = models.ForeignKey(
        "scoring.Game", models.CASCADE, related_name="rounds", db_index=False
    )
    seq = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    recorded = models.DateTimeField()

    # No index: nobody asks what a player played, but for the whole history of a group.
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

    # What the round was played for: the points of a double win, by its place in FAILED_CALLS
    # what a failed call does, and the worth of an extra call, 0 where none is played.
    double_win = models.PositiveSmallIntegerField(default=200, db_default=200)
    failed_calls = models.PositiveSmallIntegerField(default=0, db_default=0)
    extra_call_points = models.PositiveSmallIntegerField(default=0, db_default=0)

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
                name="round_group_special",
                condition=Q(bombs__isnull=False)
                | Q(straights__isnull=False)
                | Q(transfer__isnull=False)
                | Q(player_a1__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="round_seq_once"),
            models.CheckConstraint(
                name="round_players_differ",
                condition=_NO_OWN_PLAYERS | _OWN_PLAYERS & players_differ(),
            ),
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
                | Q(card_points_a__range=(MIN_CARD_POINTS, MAX_CARD_POINTS))
                & Q(Exact(F("card_points_a") % CARD_POINTS_STEP, Value(0))),
            ),
            models.CheckConstraint(
                name="round_transfer_possible",
                condition=Q(transfer__isnull=True) | _transfer_possible(),
            ),
            models.CheckConstraint(
                name="round_calls_known",
                condition=Q(call_a1__lte=3, call_b1__lte=3, call_a2__lte=3, call_b2__lte=3)
                & (_NO_EXTRA_CALL | Q(extra_call_points__gt=0)),
            ),
            models.CheckConstraint(
                name="round_house_rules_known",
                condition=Q(
                    double_win__in=DOUBLE_WINS,
                    failed_calls__lte=2,
                    extra_call_points__in=(0, *EXTRA_CALL_POINTS),
                ),
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
            transfer=Transfer.from_dict(self.transfer) if self.transfer else None,
        )

    @property
    def players(self) -> BySeat[int] | None:
        """The primary keys of its own players, None if it was played by those of the game."""
        if self.player_a1_id is None:
            return None
        return BySeat.from_function(lambda seat: getattr(self, f"{SEAT_COLUMNS[seat]}_id"))

    def set_players(self, players: BySeat[int] | None) -> None:
        """Give the round players of its own, or (None) those of the game; does not save."""
        for seat, column in SEAT_COLUMNS.items():
            setattr(self, f"{column}_id", players[seat] if players else None)

    @property
    def notes(self) -> RoundNotes:
        return RoundNotes.from_dict(
            {"bombs": self.bombs, "straights": self.straights, "note": self.note}
        )

    @property
    def passed_on(self) -> tuple[TransferLine, ...]:
        """Where every pile went as the last player's cards were passed on, if that is known."""
        counted = self.result.transfer
        return counted.lines(self.result.first_out) if counted else ()

    @property
    def facts(self) -> dict[str, Any]:
        """All that is known of the round, as the change log keeps it; `players` in playing
        order, if they are not those of the game."""
        players = {"players": list(self.players)} if self.players else {}
        return self.result.to_dict() | self.notes.to_dict() | players

    @property
    def score(self) -> RoundScore:
        """The points, line by line."""
        return score_round(self.result, self.house_rules)

    @property
    def house_rules(self) -> HouseRules:
        """What the round was played for. Calls that were not allowed were refused when it was
        recorded; the name of an extra call is the game's."""
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
        """Set these facts, and the points that they score by these rules; does not save.

        Raises IllegalRound for a call that the rules do not allow."""
        self.result = result
        places = [seat.position for seat in result.out_order[:3]]
        self.first, *others = places
        self.second, self.third = (*others, None, None)[:2]
        self.card_points_a = result.card_points.a if result.card_points else None
        for seat, column in CALL_COLUMNS.items():
            setattr(self, column, NUMBERS[result.level(seat)])
        self.transfer = result.transfer.to_dict() if result.transfer else None
        self.bombs = [bomb.to_dict() for bomb in notes.bombs] or None
        self.straights = [straight.to_dict() for straight in notes.straights] or None
        self.note = notes.note
        self.double_win = rules.double_win
        self.failed_calls = FAILED_CALLS.index(rules.failed_calls)
        self.extra_call_points = rules.worth(CallLevel.EXTRA)
        self.points_a, self.points_b = score_round(result, rules).points
        return self
