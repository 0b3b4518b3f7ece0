"""The points that piles of cards can have (rule 4)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from scoring.rules.deck import CARD_POINTS_STEP, MAX_CARD_POINTS, MIN_CARD_POINTS, PointCard
from scoring.rules.errors import IllegalRound

_FIVE, _TEN = PointCard.FIVE.points, PointCard.TEN.points
_DRAGON, _PHOENIX = PointCard.DRAGON.points, PointCard.PHOENIX.points

POINT_CARDS = tuple(card for card in PointCard for _ in range(card.copies))


def check_pile_points(piles: Iterable[int]) -> None:
    """Check that each pile can have its number of points.

    Raises IllegalRound: CARD_POINTS_NOT_INTEGER, CARD_POINTS_NOT_MULTIPLE_OF_5,
    CARD_POINTS_OUT_OF_RANGE.
    """
    points = list(piles)
    if any(type(each) is not int for each in points):
        raise IllegalRound("CARD_POINTS_NOT_INTEGER")
    if any(each % CARD_POINTS_STEP for each in points):
        raise IllegalRound("CARD_POINTS_NOT_MULTIPLE_OF_5")
    if not all(MIN_CARD_POINTS <= each <= MAX_CARD_POINTS for each in points):
        raise IllegalRound("CARD_POINTS_OUT_OF_RANGE")


def can_divide_deck(piles: Sequence[int], cards: Iterable[PointCard] = POINT_CARDS) -> bool:
    """Whether the cards can be divided into piles with these points.

    Cards may remain. If the piles have as many points as the cards, the remaining cards are
    worth 0 points together and can be added to any pile, so all cards are divided.
    """
    available = Counter(cards)
    fives = available[PointCard.FIVE]
    tens = available[PointCard.TEN] + available[PointCard.KING]  # both are worth 10
    return all(points % CARD_POINTS_STEP == 0 for points in piles) and any(
        _can_fill(others, fives, tens)
        for without_dragon in _remove_card(_DRAGON, piles, available[PointCard.DRAGON])
        for others in _remove_card(_PHOENIX, without_dragon, available[PointCard.PHOENIX])
    )


def _remove_card(points: int, piles: Sequence[int], number: int) -> Iterator[Sequence[int]]:
    """Yield the piles unchanged. If `number` is not 0, also yield them with a card of this many
    points removed from each pile in turn."""
    yield piles
    if number:
        for index, pile in enumerate(piles):
            yield [*piles[:index], pile - points, *piles[index + 1 :]]


def _can_fill(piles: Sequence[int], fives: int, tens: int) -> bool:
    """Whether `fives` cards worth 5 and `tens` cards worth 10 are enough for these piles.

    A pile that is not a multiple of ten needs one five. Two of the remaining fives replace a
    ten.
    """
    odd = sum(1 for points in piles if points % _TEN)
    wanted = (sum(piles) - odd * _FIVE) // _TEN
    return min(piles, default=0) >= 0 and odd <= fives and wanted <= tens + (fives - odd) // 2
