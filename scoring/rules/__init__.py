"""The rules of scoring: pure values and functions that use the standard library only.

>>> from scoring.rules import Call, CallLevel, RoundResult, Seat, ByTeam, score_round
>>> result = RoundResult(
...     out_order=(Seat.A1,),
...     card_points=ByTeam(60, 40),
...     calls=(Call(Seat.B2, CallLevel.TICHU),),
... )
>>> score_round(result).points
ByTeam(a=60, b=-60)
"""

from scoring.rules.adjustment import (
    MAX_ADJUSTMENT,
    MAX_ADJUSTMENT_NOTE_LENGTH,
    MAX_ADJUSTMENTS,
    Adjustment,
    AdjustmentReason,
    check_adjusted_points,
)
from scoring.rules.card_count import TOO_MANY_CODES, CardCount, Pile, parse_cards, pile_points
from scoring.rules.deck import (
    CARD_POINTS_STEP,
    DECK,
    DECK_POINTS,
    MAX_CARD_POINTS,
    MIN_CARD_POINTS,
    RANKS,
    Card,
    PointCard,
    Special,
    Suit,
)
from scoring.rules.errors import MESSAGES, IllegalRound
from scoring.rules.extra_call import (
    EXTRA_CALL_POINTS,
    MAX_EXTRA_CALL_LENGTH,
    ExtraCall,
    LastMoment,
)
from scoring.rules.final_result import MAX_FINAL_TOTAL, final_standing
from scoring.rules.house_rules import (
    CALL_REFUSALS,
    DOUBLE_WINS,
    OFFICIAL_RULES,
    OFFICIAL_WORTHS,
    Call,
    CallLevel,
    CallsPerTeam,
    FailedCalls,
    HouseRules,
    check_calls,
    further_levels,
)
from scoring.rules.progress import HAND, RoundInProgress, SeenProgress
from scoring.rules.race import Ending, Race, RaceState, Standing, TieRule
from scoring.rules.round import RoundResult, RoundScore, ScoreLine, ScoreReason, score_round
from scoring.rules.round_notes import (
    FOUR_OF_A_KIND_LENGTH,
    MAX_LONG_STRAIGHT_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_STRAIGHT_LENGTH,
    MIN_LONG_STRAIGHT_LENGTH,
    Bomb,
    LongStraight,
    RoundNotes,
)
from scoring.rules.series import BEST_OF, Series, turn_seats
from scoring.rules.teams import BySeat, ByTeam, Seat, Team, add_points, sum_points
from scoring.rules.transfer import Transfer, TransferLine, TransferReason
from scoring.rules.winning_conditions import Scenario, WinCondition, list_scenarios

__all__ = [
    "BEST_OF",
    "CALL_REFUSALS",
    "CARD_POINTS_STEP",
    "DECK",
    "DECK_POINTS",
    "DOUBLE_WINS",
    "EXTRA_CALL_POINTS",
    "FOUR_OF_A_KIND_LENGTH",
    "HAND",
    "MAX_ADJUSTMENT",
    "MAX_ADJUSTMENTS",
    "MAX_ADJUSTMENT_NOTE_LENGTH",
    "MAX_CARD_POINTS",
    "MAX_EXTRA_CALL_LENGTH",
    "MAX_FINAL_TOTAL",
    "MAX_LONG_STRAIGHT_LENGTH",
    "MAX_NOTE_LENGTH",
    "MAX_STRAIGHT_LENGTH",
    "MESSAGES",
    "MIN_CARD_POINTS",
    "MIN_LONG_STRAIGHT_LENGTH",
    "OFFICIAL_RULES",
    "OFFICIAL_WORTHS",
    "RANKS",
    "TOO_MANY_CODES",
    "Adjustment",
    "AdjustmentReason",
    "Bomb",
    "BySeat",
    "ByTeam",
    "Call",
    "CallLevel",
    "CallsPerTeam",
    "Card",
    "CardCount",
    "Ending",
    "ExtraCall",
    "FailedCalls",
    "HouseRules",
    "IllegalRound",
    "LastMoment",
    "LongStraight",
    "Pile",
    "PointCard",
    "Race",
    "RaceState",
    "RoundInProgress",
    "RoundNotes",
    "RoundResult",
    "RoundScore",
    "Scenario",
    "ScoreLine",
    "ScoreReason",
    "Seat",
    "SeenProgress",
    "Series",
    "Special",
    "Standing",
    "Suit",
    "Team",
    "TieRule",
    "Transfer",
    "TransferLine",
    "TransferReason",
    "WinCondition",
    "add_points",
    "check_adjusted_points",
    "check_calls",
    "final_standing",
    "further_levels",
    "list_scenarios",
    "parse_cards",
    "pile_points",
    "score_round",
    "sum_points",
    "turn_seats",
]
