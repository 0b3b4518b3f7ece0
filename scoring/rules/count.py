"""Counting: which point cards lie in which pile, and what is still missing."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from scoring.rules.deck import DECK_POINTS, PointCard
from scoring.rules.errors import IllegalRound

P = TypeVar("P", bound=str)

# Card by card in the order in which they were tapped, or only their points, added up by hand.
Pile = tuple[PointCard, ...] | int

TOO_MANY = {
    PointCard.FIVE: "TOO_MANY_FIVES",
    PointCard.TEN: "TOO_MANY_TENS",
    PointCard.KING: "TOO_MANY_KINGS",
    PointCard.DRAGON: "TOO_MANY_DRAGONS",
    PointCard.PHOENIX: "TOO_MANY_PHOENIXES",
}


@dataclass(frozen=True, slots=True)
class Count(Generic[P]):
    """The point cards of the deck in piles; a pile that is not there has not been counted.

    Raises IllegalRound when the piles hold more of a card than the deck (rule 4).
    """

    piles: Mapping[P, Pile]

    def __post_init__(self) -> None:
        counted = self._counted
        for card in PointCard:
            if counted[card] > card.in_deck:
                raise IllegalRound(TOO_MANY[card])

    @property
    def missing(self) -> tuple[PointCard, ...]:
        """The cards that are in no pile; what lies in a pile of which only the points are known
        counts as missing too."""
        counted = self._counted
        return tuple(card for card in PointCard for _ in range(card.in_deck - counted[card]))

    @property
    def missing_points(self) -> int:
        """What the piles lack of the deck's 100 points; it can be negative."""
        return DECK_POINTS - sum(points_of(pile) for pile in self.piles.values())

    def put(self, pile: P, cards: Pile) -> Self:
        """The count with other cards in this pile. Raises IllegalRound."""
        return type(self)({**self.piles, pile: cards})

    def of(self, *names: P) -> dict[P, int]:
        """The points of these piles, which are all that there are. A single one that was not
        counted holds the rest.

        Raises IllegalRound if that is not the whole deck: CARDS_MISSING, or
        CARD_POINTS_SUM_NOT_100 where points were added up by hand.
        """
        unknown = [name for name in names if not self._has(name)]
        points = {name: points_of(self.piles.get(name, ())) for name in names}
        if len(unknown) == 1:
            points[unknown[0]] = self.missing_points
        elif any(isinstance(pile, int) for pile in self.piles.values()):
            if self.missing_points:
                raise IllegalRound("CARD_POINTS_SUM_NOT_100", total=sum(points.values()))
        elif self.missing:
            raise IllegalRound("CARDS_MISSING")
        return points

    @classmethod
    def from_facts(cls, facts: Mapping[P, Any]) -> Self:
        """Read `facts()`, trusting nothing. Raises IllegalRound."""
        return cls({name: _read(pile) for name, pile in facts.items()})

    def facts(self) -> dict[str, Any]:
        """Each pile as the signs of its cards or as a number, fit for JSON."""
        return {
            str(name): pile if isinstance(pile, int) else [str(card) for card in pile]
            for name, pile in self.piles.items()
            if self._has(name)
        }

    def _has(self, name: P) -> bool:
        return self.piles.get(name, ()) != ()

    @property
    def _counted(self) -> Counter[PointCard]:
        piles = (pile for pile in self.piles.values() if not isinstance(pile, int))
        return Counter(card for pile in piles for card in pile)


def points_of(pile: Pile) -> int:
    """What the cards of a pile count together."""
    return pile if isinstance(pile, int) else sum(card.points for card in pile)


def read_cards(signs: Iterable[Any]) -> tuple[PointCard, ...]:
    """The cards of these signs. Raises IllegalRound (UNKNOWN_CARD)."""
    try:
        return tuple(PointCard(sign) for sign in signs)
    except ValueError:
        raise IllegalRound("UNKNOWN_CARD") from None


def _read(pile: object) -> Pile:
    if isinstance(pile, int):
        return pile
    if not isinstance(pile, list | tuple):
        raise IllegalRound("UNKNOWN_CARD")
    return read_cards(pile)
