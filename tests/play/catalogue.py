"""An independent implementation for comparison. It lists every combination by its ranks, and
applies the rules of beating and of the wish to every set of cards. It is slow, and shares no
code with the rulings except the values."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from rules_ref.play import Combination, CombinationKind
from rules_ref.play.codes import CARDS
from scoring.rules.deck import Card, Special

PHOENIX, DOG = CARDS["phoenix"], CARDS["dog"]

_TOP = range(2, 15)

RANKS_OF: dict[tuple[int, ...], tuple[CombinationKind, int]] = {
    **{(rank,) * 2: (CombinationKind.PAIR, rank) for rank in _TOP},
    **{(rank,) * 3: (CombinationKind.TRIPLE, rank) for rank in _TOP},
    **{(rank,) * 4: (CombinationKind.QUAD_BOMB, rank) for rank in _TOP},
    **{
        tuple(sorted((triple, triple, triple, pair, pair))): (
            CombinationKind.FULL_HOUSE,
            triple,
        )
        for triple in _TOP
        for pair in _TOP
        if triple != pair
    },
    **{
        tuple(sorted((*range(low, top + 1), *range(low, top + 1)))): (
            CombinationKind.STAIRS,
            top,
        )
        for low in _TOP
        for top in range(low + 1, min(low + 7, 15))
    },
    **{
        tuple(range(low, top + 1)): (CombinationKind.STRAIGHT, top)
        for low in range(1, 11)
        for top in range(low + 4, 15)
    },
}


def readings(cards: Iterable[Card]) -> list[Combination]:
    """Return the combinations that these cards can be, the highest first."""
    cards = list(cards)
    natural = [card for card in cards if card != PHOENIX]
    ranks = [1 if card.special is Special.MAH_JONG else card.rank or 99 for card in natural]
    if len(cards) == 1:
        value = {Special.DOG: 0, Special.MAH_JONG: 1, Special.PHOENIX: 1.5, Special.DRAGON: 15}
        (card,) = cards
        kind = CombinationKind.DOG if card == DOG else CombinationKind.SINGLE
        rank = value[card.special] if card.special else card.rank or 0
        return [Combination(kind, rank, 1, 1.5 if card == PHOENIX else None)]
    found = []
    for joker in reversed(_TOP) if PHOENIX in cards else [None]:
        taken = tuple(sorted([*ranks, *([joker] if joker else [])]))
        if taken not in RANKS_OF:
            continue
        kind, rank = RANKS_OF[taken]
        if kind is CombinationKind.STRAIGHT and len({card.suit for card in cards}) == 1:
            kind = CombinationKind.STRAIGHT_BOMB
        combination = Combination(kind, rank, len(cards), joker)
        if not (joker and combination.bomb):
            found.append(combination)
    return found


def can_follow(new: Combination, old: Combination | None) -> bool:
    """Return whether the new combination beats the old one, or can be led if there is none."""
    if old is None or CombinationKind.DOG in {new.kind, old.kind}:
        return old is None
    if new.bomb and old.bomb:
        return (new.length, new.rank) > (old.length, old.rank)
    if new.bomb or old.bomb:
        return new.bomb
    if (new.kind, new.length) != (old.kind, old.length):
        return False
    if new.length == 1 and new.phoenix_as is not None:
        return old.rank < 15 and old.phoenix_as is None  # there is one Phoenix
    return new.rank > old.rank


def subsets(cards: Iterable[Card]) -> Iterator[frozenset[Card]]:
    """Every set of at least one of the cards."""
    cards = sorted(cards, key=str)
    sizes = range(1, len(cards) + 1)
    sets = chain.from_iterable(combinations(cards, size) for size in sizes)
    return (frozenset(each) for each in sets)


def playable(
    hand: Iterable[Card], on_table: Combination | None
) -> dict[frozenset[Card], Combination]:
    """Return every set of cards that can be played if there is no wish, with its highest
    reading."""
    found = {}
    for cards in subsets(hand):
        fitting = [each for each in readings(cards) if can_follow(each, on_table)]
        if fitting:
            found[cards] = fitting[0]
    return found


def has(cards: Iterable[Card], rank: int | None) -> bool:
    return any(card.rank == rank for card in cards if card.rank)
