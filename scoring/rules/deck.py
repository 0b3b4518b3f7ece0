"""The 56 cards and what they count (rules 1 to 4)."""

from dataclasses import dataclass
from enum import StrEnum


class Suit(StrEnum):
    JADE = "j"
    SWORD = "s"
    PAGODA = "p"
    STAR = "t"


class Special(StrEnum):
    MAH_JONG = "mahjong"
    DOG = "dog"
    PHOENIX = "phoenix"
    DRAGON = "dragon"


RANKS = {str(rank): rank for rank in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14}

_POINTS_BY_RANK = {5: 5, 10: 10, 13: 10}
_POINTS_BY_SPECIAL = {Special.DRAGON: 25, Special.PHOENIX: -25}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a suit with its rank 2 to 14 (ace), or one of the four special cards."""

    rank: int | None = None
    suit: Suit | None = None
    special: Special | None = None

    @property
    def sign(self) -> str:
        """What is printed on it: 2 to 10, J, Q, K, A, or the name of a special card."""
        return self.special or next(sign for sign, rank in RANKS.items() if rank == self.rank)

    @property
    def points(self) -> int:
        """What the card counts in a trick: each 5 five, each 10 and king ten, Dragon 25,
        Phoenix -25, any other 0 (rule 4)."""
        if self.special:
            return _POINTS_BY_SPECIAL.get(self.special, 0)
        return _POINTS_BY_RANK.get(self.rank or 0, 0)


class PointCard(StrEnum):
    """The cards that count, by the sign on their key of the counter."""

    FIVE = "5"
    TEN = "10"
    KING = "K"
    DRAGON = "dragon"
    PHOENIX = "phoenix"

    @property
    def points(self) -> int:
        return _ALIKE[self][0].points

    @property
    def in_deck(self) -> int:
        """How many of them the deck has."""
        return len(_ALIKE[self])


DECK = tuple(Card(rank, suit) for suit in Suit for rank in RANKS.values()) + tuple(
    Card(special=special) for special in Special
)

_ALIKE = {sign: [card for card in DECK if card.sign == sign] for sign in PointCard}

# What a team's tricks can count together: from the Phoenix alone to all but the Phoenix.
DECK_POINTS = sum(card.points for card in DECK)
FEWEST_POINTS = sum(card.points for card in DECK if card.points < 0)
MOST_POINTS = sum(card.points for card in DECK if card.points > 0)
POINTS_STEP = 5
