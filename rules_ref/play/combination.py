"""Combinations, and whether one beats another."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules_ref.play.reasons import RulingReason

# The lowest and the highest rank of a suit.
TWO, ACE = 2, 14
MIN_STRAIGHT_LENGTH = 5  # cards (rule 26)
# Ranks of the special cards as single cards (rules 60, 68 and 74). The Dog has no rank; its 0
# only means that it is below everything.
DOG = 0
MAH_JONG = 1
DRAGON = 15
PHOENIX_LED = 1.5


class CombinationKind(StrEnum):
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    STAIRS = "stairs"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    QUAD_BOMB = "quad_bomb"
    STRAIGHT_BOMB = "straight_bomb"
    DOG = "dog"


_BOMBS = frozenset({CombinationKind.QUAD_BOMB, CombinationKind.STRAIGHT_BOMB})


@dataclass(frozen=True, slots=True)
class Combination:
    """A reading of cards as one combination (rules 23 to 36).

    - `rank`: 2 to 14 (ace). The rank of stairs and straights is that of the top card, and the
      rank of a full house is that of its triple. Single cards range from the Mah Jong, 1, to
      the Dragon, 15. The Phoenix as a single card is half a rank above the card below it (rules
      68 and 69), so all fractions are halves, which a float represents exactly.
    - `length`: the number of cards
    - `phoenix_as`: the rank for which the Phoenix stands; for a single card the rank of the
      Phoenix itself; None without the Phoenix
    """

    kind: CombinationKind
    rank: float
    length: int
    phoenix_as: float | None = None

    @property
    def bomb(self) -> bool:
        return self.kind in _BOMBS

    @property
    def lone_phoenix(self) -> bool:
        return self.kind is CombinationKind.SINGLE and self.phoenix_as is not None

    def played_on(self, on_table: "Combination | None") -> "Combination":
        """Return this combination as it counts when it is played on the other one.

        Only the Phoenix as a single card changes: its rank is half a rank above the card below,
        which may be an ace. It is unchanged on the Dragon, which it cannot beat (rules 68 and
        69).
        """
        if on_table is None or not self.lone_phoenix:
            return self
        if (
            on_table.kind is not CombinationKind.SINGLE
            or on_table.lone_phoenix
            or on_table.rank == DRAGON
        ):
            return self
        value = on_table.rank + 0.5
        return replace(self, rank=value, phoenix_as=value)

    def beats(self, on_table: "Combination") -> bool:
        """Whether this combination beats the other one, without regard to the rest of the
        situation.

        A combination beats another one of the same kind and with the same number of cards if it
        is higher (rule 15). A bomb beats everything that is no bomb (rule 35), every bomb with
        fewer cards, and every bomb of lower rank with the same number of cards (rule 36).
        Nothing beats the Dog, and the Dog beats nothing (rules 61 and 63).
        """
        return self.obstacle(on_table) is None

    def obstacle(self, on_table: "Combination") -> RulingReason | None:
        """Return the reason why this combination does not beat the other one; None if it
        does."""
        if CombinationKind.DOG in {self.kind, on_table.kind}:
            lies = on_table.kind is CombinationKind.DOG
            return RulingReason.DOG_NOT_BEATABLE if lies else RulingReason.DOG_ONLY_AS_LEAD
        if self.bomb or on_table.bomb:
            return self._obstacle_of_bombs(on_table)
        if self.kind is not on_table.kind:
            return RulingReason.WRONG_TYPE
        if self.length != on_table.length:
            return RulingReason.WRONG_LENGTH
        if self.lone_phoenix and on_table.rank == DRAGON:
            return RulingReason.PHOENIX_ON_DRAGON
        return None if self.rank > on_table.rank else RulingReason.NOT_HIGHER

    def _obstacle_of_bombs(self, on_table: "Combination") -> RulingReason | None:
        if not on_table.bomb:
            return None
        if not self.bomb:
            return RulingReason.ONLY_HIGHER_BOMB
        bigger = (self.length, self.rank) > (on_table.length, on_table.rank)
        return None if bigger else RulingReason.BOMB_TOO_SMALL
