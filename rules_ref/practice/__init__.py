"""The practice round: the last cards of four open hands, and the decisions on the way."""

from rules_ref.practice.moves import IllegalMove, Move, RoundState
from rules_ref.practice.steps import STEPS, Choice, Step, find_step

__all__ = ["STEPS", "Choice", "IllegalMove", "Move", "RoundState", "Step", "find_step"]
