"""Check constraints of rounds."""

from functools import reduce
from itertools import combinations
from operator import add, and_

from django.db import models
from django.db.models import (
    BaseConstraint,
    Case,
    CheckConstraint,
    F,
    Q,
    UniqueConstraint,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import Exact, GreaterThanOrEqual, LessThan, LessThanOrEqual

from scoring.models.seat_columns import CALL_COLUMNS, SEAT_COLUMNS
from scoring.rules import (
    CARD_POINTS_STEP,
    DECK_POINTS,
    DOUBLE_WINS,
    EXTRA_CALL_POINTS,
    MAX_CARD_POINTS,
    MIN_CARD_POINTS,
    Seat,
    Team,
)


def _points_sql(team: Team) -> Combinable:
    """The SQL expression for the team's points: the card points or the double win, and each
    call with 100 times its number (or the worth of the extra call), won, lost, or won by the
    opponents. With it the database checks the points that `score_round` computed."""
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
    """The condition that the piles of `transfer` can be made from the deck: five piles that sum
    to its 100 points, in steps of five, at most one of them below 0. Transfer refuses all
    others."""
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
    """The condition that the players in SEAT_COLUMNS are four different players."""
    pairs = combinations(SEAT_COLUMNS.values(), 2)
    return reduce(and_, (~Q(**{one: F(other)}) for one, other in pairs))


_OWN_PLAYERS = Q(**{f"{column}__isnull": False for column in SEAT_COLUMNS.values()})
_NO_OWN_PLAYERS = Q(**{f"{column}__isnull": True for column in SEAT_COLUMNS.values()})


_NO_EXTRA_CALL = Q(**{f"{column}__lte": 2 for column in CALL_COLUMNS.values()})
_PARTNER_OF_FIRST = (F("first") + 2) % 4

ROUND_CONSTRAINTS: list[BaseConstraint] = [
    UniqueConstraint(fields=["game", "seq"], name="round_seq_once"),
    CheckConstraint(
        name="round_players_differ",
        condition=_NO_OWN_PLAYERS | _OWN_PLAYERS & players_differ(),
    ),
    CheckConstraint(
        name="round_seats_exist",
        condition=Q(first__lte=3)
        & (Q(second__isnull=True) | Q(second__lte=3))
        & (Q(third__isnull=True) | Q(third__lte=3)),
    ),
    CheckConstraint(
        name="round_places_differ",
        condition=(Q(second__isnull=True) | ~Q(second=F("first")))
        & (
            Q(third__isnull=True)
            | Q(second__isnull=False) & ~Q(third=F("first")) & ~Q(third=F("second"))
        ),
    ),
    CheckConstraint(
        name="round_double_win_instead_of_card_points",
        condition=Q(card_points_a__isnull=True, second__isnull=False, second=_PARTNER_OF_FIRST)
        | Q(card_points_a__isnull=False)
        & (Q(second__isnull=True) | ~Q(second=_PARTNER_OF_FIRST)),
    ),
    CheckConstraint(
        name="round_card_points_possible",
        condition=Q(card_points_a__isnull=True)
        | Q(card_points_a__range=(MIN_CARD_POINTS, MAX_CARD_POINTS))
        & Q(Exact(F("card_points_a") % CARD_POINTS_STEP, Value(0))),
    ),
    CheckConstraint(
        name="round_transfer_possible",
        condition=Q(transfer__isnull=True) | _transfer_possible(),
    ),
    CheckConstraint(
        name="round_calls_known",
        condition=Q(call_a1__lte=3, call_b1__lte=3, call_a2__lte=3, call_b2__lte=3)
        & (_NO_EXTRA_CALL | Q(extra_call_points__gt=0)),
    ),
    CheckConstraint(
        name="round_house_rules_known",
        condition=Q(
            double_win__in=DOUBLE_WINS,
            failed_calls__lte=2,
            extra_call_points__in=(0, *EXTRA_CALL_POINTS),
        ),
    ),
    CheckConstraint(
        name="round_points_follow_from_facts",
        condition=Q(points_a=_points_sql(Team.A), points_b=_points_sql(Team.B)),
    ),
]
