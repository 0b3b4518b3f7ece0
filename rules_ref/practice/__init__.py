"""The practice round: the end of a round with open hands, and the decisions to make in it."""

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
