"""The practice round: the last cards of four open hands, and the decisions on the way."""

from rules_ref.practice.decisions import CALLS, NAMES, Choice
from rules_ref.practice.moves import IllegalMove, Move, RoundState
from rules_ref.practice.steps import STEPS, Step, find_step

__all__ = [
    "CALLS",
    "NAMES",
    "STEPS",
    "Choice",
    "IllegalMove",
    "Move",
    "RoundState",
    "Step",
    "find_step",
]
