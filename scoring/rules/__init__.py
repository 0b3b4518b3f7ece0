"""What the rule book says about points: pure values and functions, standard library only.

>>> from scoring.rules import Call, Level, RoundResult, Seat, ByTeam, score_round
>>> result = RoundResult(
...     out_order=(Seat.A1,), card_points=ByTeam(60, 40), calls=(Call(Seat.B2, Level.TICHU),)
... )
>>> score_round(result).points
ByTeam(a=60, b=-60)
"""

from scoring.rules.count import TOO_MANY, Count, Pile, points_of, read_cards
from scoring.rules.deck import (
    DECK,
    DECK_POINTS,
    FEWEST_POINTS,
    MOST_POINTS,
    POINTS_STEP,
    RANKS,
    Card,
    PointCard,
    Special,
    Suit,
)
from scoring.rules.errors import SENTENCES, IllegalRound
from scoring.rules.moments import FOUR, LONGEST_RUN, MOST_LETTERS, Bomb, Moments
from scoring.rules.outlook import Prospect, Way, outlook
from scoring.rules.progress import HAND, RoundInProgress
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
from scoring.rules.transfer import Move, Transfer, Why, transfer

__all__ = [
    "DECK",
    "DECK_POINTS",
    "FEWEST_POINTS",
    "FOUR",
    "HAND",
    "LONGEST_RUN",
    "MOST_LETTERS",
    "MOST_POINTS",
    "OFFICIAL",
    "POINTS_STEP",
    "RANKS",
    "SENTENCES",
    "TOO_MANY",
    "Bomb",
    "BySeat",
    "ByTeam",
    "Call",
    "Card",
    "Count",
    "HouseRules",
    "IllegalRound",
    "Level",
    "Moments",
    "Move",
    "Pile",
    "PointCard",
    "Prospect",
    "Race",
    "Reason",
    "RoundInProgress",
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
    "Transfer",
    "Way",
    "Why",
    "outlook",
    "points_of",
    "read_cards",
    "score_round",
    "transfer",
]
