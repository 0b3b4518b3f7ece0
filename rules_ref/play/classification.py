"""Classifies cards: finds every combination that they form together."""

from collections.abc import Collection, Sequence

from rules_ref.play.combination import (
    ACE,
    DOG,
    DRAGON,
    MAH_JONG,
    MIN_STRAIGHT_LENGTH,
    PHOENIX_LED,
    TWO,
    Combination,
    CombinationKind,
)
from scoring.rules.deck import Card, Special

_SAME = {2: CombinationKind.PAIR, 3: CombinationKind.TRIPLE, 4: CombinationKind.QUAD_BOMB}
_ALONE = {
    Special.DOG: Combination(CombinationKind.DOG, DOG, 1),
    Special.MAH_JONG: Combination(CombinationKind.SINGLE, MAH_JONG, 1),
    Special.PHOENIX: Combination(CombinationKind.SINGLE, PHOENIX_LED, 1, PHOENIX_LED),
    Special.DRAGON: Combination(CombinationKind.SINGLE, DRAGON, 1),
}


def classify(cards: Collection[Card]) -> tuple[Combination, ...]:
    """Return every combination that all these cards together can form, the highest first.

    The result is empty if they form none. It has two combinations only if the Phoenix can be
    read in two ways (rule 72); then both are of the same kind. The Phoenix stands for any rank
    from 2 to ace, and is never part of a bomb (rules 29, 34 and 70). Dog and Dragon are played
    alone (rules 61 and 74). A straight of one suit is always a bomb (rule 31). `cards` must not
    contain a card twice.
    """
    if len(cards) == 1:
        return (_single(*cards),)
    specials = {card.special for card in cards if card.special}
    if specials & {Special.DOG, Special.DRAGON}:
        return ()
    ranks = [card.rank or MAH_JONG for card in cards if card.special is not Special.PHOENIX]
    if Special.PHOENIX in specials:
        return _with_phoenix(ranks)
    combination = _of_ranks(sorted(ranks))
    if combination is None:
        return ()
    if combination.kind is CombinationKind.STRAIGHT and _of_one_suit(cards):
        return (
            Combination(CombinationKind.STRAIGHT_BOMB, combination.rank, combination.length),
        )
    return (combination,)


def _single(card: Card) -> Combination:
    return (
        _ALONE[card.special]
        if card.special
        else Combination(CombinationKind.SINGLE, card.rank or 0, 1)
    )


def _with_phoenix(ranks: Sequence[int]) -> tuple[Combination, ...]:
    """Return the combinations in which the Phoenix stands for each rank, from the ace down."""
    found = ((rank, _of_ranks(sorted((*ranks, rank)))) for rank in range(ACE, TWO - 1, -1))
    return tuple(
        Combination(combination.kind, combination.rank, combination.length, rank)
        for rank, combination in found
        if combination and not combination.bomb
    )


def _of_ranks(ranks: list[int]) -> Combination | None:
    """Return the combination of two or more cards by their ranks only, which have to be sorted.

    There is only one Mah Jong, so a pair of ones cannot occur.
    """
    length = len(ranks)
    if length < 2:
        return None
    lowest, highest = ranks[0], ranks[-1]
    if lowest == highest:
        return Combination(_SAME[length], highest, length) if length in _SAME else None
    if length >= MIN_STRAIGHT_LENGTH and ranks == list(range(lowest, highest + 1)):
        return Combination(CombinationKind.STRAIGHT, highest, length)
    pairs = ranks[::2]
    if pairs == ranks[1::2] and pairs == list(range(lowest, highest + 1)):
        return Combination(CombinationKind.STAIRS, highest, length)
    if length == 5 and ranks in (
        [lowest] * 3 + [highest] * 2,
        [lowest] * 2 + [highest] * 3,
    ):
        return Combination(CombinationKind.FULL_HOUSE, ranks[2], length)
    return None


def _of_one_suit(cards: Collection[Card]) -> bool:
    """Whether all cards are of one suit. The Mah Jong has no suit."""
    first, *rest = cards
    return first.suit is not None and all(card.suit is first.suit for card in rest)
