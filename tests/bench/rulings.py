"""The time that the rules reference takes to search a hand of 14 cards for plays that fulfil a
wish."""

import random
import timeit
from collections.abc import Iterator
from statistics import median

from rules_ref.play.codes import CARDS, wish_duty
from scoring.rules import RANKS

HANDS = 500
TIMES = 5  # the shortest time counts, because other load makes times longer
# On lead with a wish for 9, 1,537 plays of this hand fulfil the wish. No hand with more such
# plays is known.
RICHEST = [f"{rank}{suit}" for rank in ("8", "10", "J") for suit in "jsp"]
RICHEST += ["9j", "9s", "9p", "9t", "phoenix"]


def measure() -> dict[str, float]:
    """Return the milliseconds for random hands on lead and for the hand above: the median and
    the worst."""
    taken = sorted(_seconds(hand, wish) * 1000 for hand, wish in _hands())
    return {"median": median(taken), "worst": taken[-1]}


def _hands() -> Iterator[tuple[list[str], str]]:
    dice = random.Random(14)
    for _ in range(HANDS):
        yield dice.sample(sorted(CARDS), 14), dice.choice(list(RANKS))
    yield RICHEST, "9"


def _seconds(hand: list[str], wish: str) -> float:
    return min(
        timeit.repeat(
            lambda: wish_duty(hand=hand, on_table=None, wish=wish), number=1, repeat=TIMES
        )
    )
