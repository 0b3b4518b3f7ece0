"""Hypothesis strategies for any round that can happen at a table."""

from hypothesis import strategies as st

from scoring.rules import (
    MAX_CARD_POINTS,
    MIN_CARD_POINTS,
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    RoundResult,
    Seat,
)
from scoring.rules.piles import POINT_CARDS

seats = st.sampled_from(Seat)
card_points = st.integers(MIN_CARD_POINTS // 5, MAX_CARD_POINTS // 5).map(
    lambda fives: ByTeam(fives * 5, 100 - fives * 5)
)


@st.composite
def results(draw: st.DrawFn, *levels: CallLevel) -> RoundResult:
    """Draw a round with calls of these levels, by default those of the rule book."""
    order = tuple(draw(st.permutations(list(Seat))))[: draw(st.integers(1, 4))]
    double_win = order[1:2] == (order[0].partner,)
    callers = draw(st.sets(seats))
    return RoundResult(
        out_order=order,
        card_points=None if double_win else draw(card_points),
        calls=tuple(
            Call(seat, draw(st.sampled_from(levels or (CallLevel.TICHU, CallLevel.GRAND))))
            for seat in sorted(callers)
        ),
    )


# Each of the 14 point cards is in one of five piles: the tricks of each player, and the hand of
# the last player.
deals = st.lists(st.integers(0, 4), min_size=14, max_size=14).map(
    lambda fall: [
        tuple(card for card, pile in zip(POINT_CARDS, fall, strict=True) if pile == number)
        for number in range(5)
    ]
)

# The ways to change seats at a table so that partners remain partners.
reseatings = st.sampled_from(
    [
        BySeat(Seat.A1, Seat.B1, Seat.A2, Seat.B2),
        BySeat(Seat.B1, Seat.A2, Seat.B2, Seat.A1),
        BySeat(Seat.A2, Seat.B2, Seat.A1, Seat.B1),
        BySeat(Seat.B2, Seat.A1, Seat.B1, Seat.A2),
        BySeat(Seat.A2, Seat.B1, Seat.A1, Seat.B2),
        BySeat(Seat.B1, Seat.A1, Seat.B2, Seat.A2),
    ]
)
