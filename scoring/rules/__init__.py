"""What the rule book says about points: pure values and functions, standard library only.

>>> from scoring.rules import Call, Level, RoundResult, Seat, ByTeam, score_round
>>> result = RoundResult(
...     out_order=(Seat.A1,), card_points=ByTeam(60, 40), calls=(Call(Seat.B2, Level.TICHU),)
... )
>>> score_round(result).points
ByTeam(a=60, b=-60)
"""

from scoring.rules.deck import (
    DECK,
    DECK_POINTS,
    FEWEST_POINTS,
    MOST_POINTS,
    POINTS_STEP,
    RANKS,
    Card,
    Special,
    Suit,
)
from scoring.rules.errors import SENTENCES, IllegalRound
from scoring.rules.race import Race, Standing, State, Tie
from scoring.rules.round import (
    OFFICIAL,
    Call,
    HouseRules,
    Level,
    Reason,
    RoundResult,
    RoundScore,
    ScoreLine,
    score_round,
)
from scoring.rules.teams import BySeat, ByTeam, Seat, Team
from scoring.rules.transfer import transfer

__all__ = [
    "DECK",
    "DECK_POINTS",
    "FEWEST_POINTS",
    "MOST_POINTS",
    "OFFICIAL",
    "POINTS_STEP",
    "RANKS",
    "SENTENCES",
    "BySeat",
    "ByTeam",
    "Call",
    "Card",
    "HouseRules",
    "IllegalRound",
    "Level",
    "Race",
    "Reason",
    "RoundResult",
    "RoundScore",
    "ScoreLine",
    "Seat",
    "Special",
    "Standing",
    "State",
    "Suit",
    "Team",
    "Tie",
    "score_round",
    "transfer",
]
