"""What a game is played by: the target, and what the table may call."""

from dataclasses import dataclass

from scoring.rules import Tie


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the table agrees on before the first round."""

    target: int = 1000
    tie: Tie = Tie.PLAY_ON
    grand: bool = True
    one_call_per_team: bool = False
