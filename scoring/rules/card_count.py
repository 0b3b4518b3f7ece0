"""Counting cards: the point cards in each pile, and the missing ones."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from scoring.rules.deck import DECK_POINTS, PointCard
from scoring.rules.errors import IllegalRound
from scoring.rules.piles import can_divide_deck, check_pile_points

P = TypeVar("P", bound=str)

# The point cards in the order in which they were entered, or only their points.
Pile = tuple[PointCard, ...] | int

TOO_MANY_CODES = {
    PointCard.FIVE: "TOO_MANY_FIVES",
    PointCard.TEN: "TOO_MANY_TENS",
    PointCard.KING: "TOO_MANY_KINGS",
    PointCard.DRAGON: "TOO_MANY_DRAGONS",
    PointCard.PHOENIX: "TOO_MANY_PHOENIXES",
}


@dataclass(frozen=True, slots=True)
class CardCount(Generic[P]):
    """Piles of point cards. A pile that is missing has not been counted.

    Raises IllegalRound if the piles contain more copies of a card than the deck (rule 4), and
    if no cards have the entered points: with the codes of `check_pile_points` for one pile, and
    with PILES_IMPOSSIBLE for all piles together.
    """

    piles: Mapping[P, Pile]

    def __post_init__(self) -> None:
        if not self.piles:
            return
        totals = self._card_totals
        for card in PointCard:
            if totals[card] > card.copies:
                raise IllegalRound(TOO_MANY_CODES[card])
        check_pile_points(self._points_only)
        if not can_divide_deck(self._points_only, self.missing_cards):
            raise IllegalRound("PILES_IMPOSSIBLE")

    @property
    def missing_cards(self) -> tuple[PointCard, ...]:
        """The cards that are in no pile. If only the points of a pile are known, its cards
        count as missing too."""
        totals = self._card_totals
        return tuple(card for card in PointCard for _ in range(card.copies - totals[card]))

    @property
    def missing_points(self) -> int:
        """100 minus the points of the piles; may be negative."""
        return DECK_POINTS - sum(pile_points(pile) for pile in self.piles.values())

    def points_for(self, *names: P) -> dict[P, int]:
        """Return the points of each pile; `names` are all piles. If exactly one pile was not
        counted, it gets the remaining points.

        Raises IllegalRound if cards are missing: CARDS_MISSING, or CARD_POINTS_SUM_NOT_100 if
        only the points of a pile are known.
        """
        uncounted = [name for name in names if not self._is_counted(name)]
        points = {name: pile_points(self.piles.get(name, ())) for name in names}
        if len(uncounted) == 1:
            points[uncounted[0]] = self.missing_points
        elif self._points_only:
            if self.missing_points:
                raise IllegalRound("CARD_POINTS_SUM_NOT_100", total=sum(points.values()))
        elif self.missing_cards:
            raise IllegalRound("CARDS_MISSING")
        return points

    @classmethod
    def from_dict(cls, facts: Mapping[P, Any]) -> Self:
        """Parse untrusted data in the form of `to_dict`. Raises IllegalRound."""
        return cls({name: _parse_pile(pile) for name, pile in facts.items()})

    def to_dict(self) -> dict[str, Any]:
        """Return each pile as card symbols or as a number, for JSON."""
        return {
            str(name): pile if isinstance(pile, int) else [str(card) for card in pile]
            for name, pile in self.piles.items()
            if self._is_counted(name)
        }

    def _is_counted(self, name: P) -> bool:
        return self.piles.get(name, ()) != ()

    @property
    def _points_only(self) -> list[int]:
        """The points of the piles whose cards are unknown."""
        return [pile for pile in self.piles.values() if isinstance(pile, int)]

    @property
    def _card_totals(self) -> Counter[PointCard]:
        piles = (pile for pile in self.piles.values() if not isinstance(pile, int))
        return Counter(card for pile in piles for card in pile)


def pile_points(pile: Pile) -> int:
    """Return the points of a pile."""
    return pile if isinstance(pile, int) else sum(card.points for card in pile)


def parse_cards(symbols: Iterable[Any]) -> tuple[PointCard, ...]:
    """Parse card symbols. Raises IllegalRound (UNKNOWN_CARD)."""
    try:
        return tuple(PointCard(symbol) for symbol in symbols)
    except ValueError:
        raise IllegalRound("UNKNOWN_CARD") from None


def _parse_pile(pile: object) -> Pile:
    if isinstance(pile, int):
        return pile
    if not isinstance(pile, list | tuple):
        raise IllegalRound("UNKNOWN_CARD")
    return parse_cards(pile)
