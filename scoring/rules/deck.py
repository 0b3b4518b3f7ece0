"""The 56 cards and their points (rules 1 to 4)."""

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
    def symbol(self) -> str:
        """The rank as printed (2 to 10, J, Q, K, A), or the name of a special card."""
        return self.special or next(
            symbol for symbol, rank in RANKS.items() if rank == self.rank
        )

    @property
    def points(self) -> int:
        """The points of the card in a trick: 5 for a five, 10 for a ten or king, 25 for the
        Dragon, -25 for the Phoenix, else 0 (rule 4)."""
        if self.special:
            return _POINTS_BY_SPECIAL.get(self.special, 0)
        return _POINTS_BY_RANK.get(self.rank or 0, 0)


class PointCard(StrEnum):
    """The cards that are worth points, by symbol."""

    FIVE = "5"
    TEN = "10"
    KING = "K"
    DRAGON = "dragon"
    PHOENIX = "phoenix"

    @property
    def points(self) -> int:
        return _CARDS_BY_SYMBOL[self][0].points

    @property
    def copies(self) -> int:
        """The number of copies of this card in the deck."""
        return len(_CARDS_BY_SYMBOL[self])


# The number of cards in a hand.
HAND_SIZE = 14

DECK = tuple(Card(rank, suit) for suit in Suit for rank in RANKS.values()) + tuple(
    Card(special=special) for special in Special
)

_CARDS_BY_SYMBOL = {
    symbol: [card for card in DECK if card.symbol == symbol] for symbol in PointCard
}

# A team has the fewest card points with the Phoenix alone, and the most with all cards except
# the Phoenix.
DECK_POINTS = sum(card.points for card in DECK)
MIN_CARD_POINTS = sum(card.points for card in DECK if card.points < 0)
MAX_CARD_POINTS = sum(card.points for card in DECK if card.points > 0)
CARD_POINTS_STEP = 5
