"""An additional call beside Tichu and Grand Tichu on which the players have agreed, such as
Blind Tichu."""

from dataclasses import dataclass
from enum import StrEnum

# An extra call is worth whole hundreds, so that the points of both teams together are a
# multiple of 100 in every round.
EXTRA_CALL_POINTS = (100, 200, 300, 400, 500, 600, 800, 1000)
MAX_EXTRA_CALL_LENGTH = 20


class LastMoment(StrEnum):
    """The last moment at which a player may make an extra call: before looking at a card;
    before the ninth card, as for Grand Tichu (rule 83); or before the player's own first card,
    as for Tichu (rule 80)."""

    FIRST_LOOK = "first_look"
    NINTH_CARD = "ninth_card"
    FIRST_CARD = "first_card"


@dataclass(frozen=True, slots=True)
class ExtraCall:
    """An extra call: its name, its worth in points (one of EXTRA_CALL_POINTS), and the last
    moment at which it may be made. Like any other call, it is made if its caller is first
    out."""

    name: str
    points: int
    last_moment: LastMoment = LastMoment.FIRST_LOOK

    @property
    def closes_with_deal(self) -> bool:
        """Whether the call is too late after more than eight cards are dealt, as for Grand
        Tichu."""
        return self.last_moment is not LastMoment.FIRST_CARD
