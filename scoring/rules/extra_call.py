"""A call that a table has beside Tichu and Grand Tichu, such as Blind Tichu."""

from dataclasses import dataclass
from enum import StrEnum

# What an extra call can be worth: whole hundreds, so that both teams together still score
# whole hundreds in every round.
EXTRA_CALL_POINTS = (100, 200, 300, 400, 500, 600, 800, 1000)
MAX_EXTRA_CALL_LENGTH = 20


class LastMoment(StrEnum):
    """Until when a player may make an extra call: before looking at a card, before the ninth
    card as Grand Tichu (rule 83), or before the own first card as Tichu (rule 80)."""

    FIRST_LOOK = "first_look"
    NINTH_CARD = "ninth_card"
    FIRST_CARD = "first_card"


@dataclass(frozen=True, slots=True)
class ExtraCall:
    """An extra call: how it is called at the table, its worth in points (one of
    EXTRA_CALL_POINTS), and until when it may be made. It is made if its caller is first out,
    like any other call."""

    name: str
    points: int
    last_moment: LastMoment = LastMoment.FIRST_LOOK

    @property
    def closes_with_deal(self) -> bool:
        """Whether it is too late once more than eight cards are dealt, as for Grand Tichu."""
        return self.last_moment is not LastMoment.FIRST_CARD
