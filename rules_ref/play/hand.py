"""Enumerates the plays of a hand."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product

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
from rules_ref.play.errors import UnclearQuestion
from scoring.rules.deck import HAND_SIZE, Card, Special, Suit

_SUITS: dict[Suit | None, int] = {suit: place for place, suit in enumerate(Suit)}
_VALUES = {Special.DOG: DOG, Special.MAH_JONG: MAH_JONG, Special.DRAGON: DRAGON}


@dataclass(frozen=True, slots=True)
class PlayOption:
    """Cards of a hand that form a combination. If the Phoenix has two readings, it is the
    higher one."""

    cards: tuple[Card, ...]
    combination: Combination


@dataclass(frozen=True, slots=True)
class _Shape:
    """A combination, and the ranks of its cards with the number of cards of each (`takes`),
    without the Phoenix."""

    combination: Combination
    takes: tuple[tuple[int, int], ...]


class Hand:
    """The cards of a hand by rank: at most 14, without duplicates.

    Raises UnclearQuestion (HAND_TOO_BIG).
    """

    def __init__(self, cards: Collection[Card]) -> None:
        if len(cards) > HAND_SIZE:
            raise UnclearQuestion("HAND_TOO_BIG", most=HAND_SIZE)
        self.by_rank: dict[int, list[Card]] = {}
        self.phoenix: Card | None = None
        for card in sorted(cards, key=lambda card: _SUITS.get(card.suit, 0)):
            if card.special is Special.PHOENIX:
                self.phoenix = card
            else:
                value = _VALUES[card.special] if card.special else card.rank or 0
                self.by_rank.setdefault(value, []).append(card)

    def options(
        self, on_table: Combination | None, *, with_rank: int | None = None
    ) -> Iterator[PlayOption]:
        """Yield every set of cards that can be led or, if there is a combination on the table,
        that beats it.

        Each set is yielded once. `with_rank` limits them to sets that contain a card of this
        rank; the Phoenix does not count as one (rule 51).
        """

        def fits(shape: _Shape) -> bool:
            if with_rank is not None and all(rank != with_rank for rank, _ in shape.takes):
                return False
            return on_table is None or shape.combination.played_on(on_table).beats(on_table)

        for shape in self._shapes():
            if fits(shape):
                yield from self._laid(shape, on_table)
        yield from self._straight_bombs(fits)

    def _count(self, rank: int) -> int:
        return len(self.by_rank.get(rank, ()))

    def _laid(self, shape: _Shape, on_table: Combination | None) -> Iterator[PlayOption]:
        """Yield every choice of cards for a shape."""
        combination = shape.combination.played_on(on_table)
        joker = (self.phoenix,) if self.phoenix and combination.phoenix_as is not None else ()
        choices = product(
            *(combinations(self.by_rank[rank], count) for rank, count in shape.takes)
        )
        # A straight whose cards are of one suit is left out here: it is a bomb, which
        # `_straight_bombs` yields.
        maybe_bombs = combination.kind is CombinationKind.STRAIGHT and not joker
        for choice in choices:
            cards = tuple(chain(*choice, joker))
            if maybe_bombs and all(card.suit is cards[0].suit for card in cards):
                continue
            yield PlayOption(cards, combination)

    def _shapes(self) -> Iterator[_Shape]:
        """Yield all shapes that the ranks in the hand allow, except straight bombs."""
        yield from self._singles()
        yield from self._of_one_rank()
        yield from self._full_houses()
        yield from self._stairs()
        yield from self._straights()

    def _singles(self) -> Iterator[_Shape]:
        for rank in self.by_rank:
            kind = CombinationKind.DOG if rank == DOG else CombinationKind.SINGLE
            yield _Shape(Combination(kind, rank, 1), ((rank, 1),))
        if self.phoenix:
            yield _Shape(Combination(CombinationKind.SINGLE, PHOENIX_LED, 1, PHOENIX_LED), ())

    def _of_one_rank(self) -> Iterator[_Shape]:
        for rank in range(TWO, ACE + 1):
            held = self._count(rank)
            for length, kind in ((2, CombinationKind.PAIR), (3, CombinationKind.TRIPLE)):
                if held >= length:
                    yield _Shape(Combination(kind, rank, length), ((rank, length),))
                if self.phoenix and held >= length - 1:
                    yield _Shape(Combination(kind, rank, length, rank), ((rank, length - 1),))
            if held == 4:
                yield _Shape(Combination(CombinationKind.QUAD_BOMB, rank, 4), ((rank, 4),))

    def _full_houses(self) -> Iterator[_Shape]:
        pairs_of_ranks = product(range(TWO, ACE + 1), repeat=2)
        for triple, pair in pairs_of_ranks:
            threes, twos = self._count(triple), self._count(pair)
            if triple == pair or threes < 2 or not twos:
                continue
            if threes >= 3 and twos >= 2:
                yield _full_house(((triple, 3), (pair, 2)))
            if self.phoenix and threes >= 3:
                yield _full_house(((triple, 3), (pair, 1)), pair)
            # With two pairs and the Phoenix, the higher pair becomes the triple (rule 72).
            if self.phoenix and twos >= 2 and triple > pair:
                yield _full_house(((triple, 2), (pair, 2)), triple)

    def _stairs(self) -> Iterator[_Shape]:
        for low, top in combinations(range(TWO, ACE + 1), 2):
            ranks = range(low, top + 1)
            short = [rank for rank in ranks if self._count(rank) < 2]
            combination = Combination(CombinationKind.STAIRS, top, 2 * len(ranks))
            if not short:
                yield _Shape(combination, tuple((rank, 2) for rank in ranks))
            for joker in _jokers(self.phoenix, short, ranks):
                if self._count(joker):
                    takes = tuple((rank, 1 if rank == joker else 2) for rank in ranks)
                    yield _Shape(_joined(combination, joker), takes)

    def _straights(self) -> Iterator[_Shape]:
        for low, top in combinations(range(MAH_JONG, ACE + 1), 2):
            ranks = range(low, top + 1)
            if len(ranks) < MIN_STRAIGHT_LENGTH:
                continue
            missing = [rank for rank in ranks if not self._count(rank)]
            combination = Combination(CombinationKind.STRAIGHT, top, len(ranks))
            if not missing:
                yield _Shape(combination, tuple((rank, 1) for rank in ranks))
            for joker in _jokers(self.phoenix, missing, ranks):
                # A Phoenix at the low end could also be at the top, and that reading is higher
                # (rule 72).
                if joker > low or top == ACE:
                    takes = tuple((rank, 1) for rank in ranks if rank != joker)
                    yield _Shape(_joined(combination, joker), takes)

    def _straight_bombs(self, fits: Callable[[_Shape], bool]) -> Iterator[PlayOption]:
        for suit in Suit:
            run = {
                rank: card
                for rank, cards in self.by_rank.items()
                for card in cards
                if card.suit is suit
            }
            for low, top in combinations(sorted(run), 2):
                ranks = range(low, top + 1)
                if len(ranks) < MIN_STRAIGHT_LENGTH or not all(rank in run for rank in ranks):
                    continue
                bomb = Combination(CombinationKind.STRAIGHT_BOMB, top, len(ranks))
                if fits(_Shape(bomb, tuple((rank, 1) for rank in ranks))):
                    yield PlayOption(tuple(run[rank] for rank in ranks), bomb)


def _full_house(takes: tuple[tuple[int, int], ...], joker: int | None = None) -> _Shape:
    (triple, _), _pair = takes
    return _Shape(Combination(CombinationKind.FULL_HOUSE, triple, 5, joker), takes)


def _jokers(phoenix: Card | None, wanting: list[int], ranks: range) -> Iterable[int]:
    """Return the ranks for which the Phoenix can stand: the one rank that is `wanting` or, if
    none is, any rank from 2 on. Empty without the Phoenix, or if several ranks are wanting."""
    if phoenix is None or len(wanting) > 1:
        return ()
    return [rank for rank in wanting or ranks if rank >= TWO]


def _joined(combination: Combination, joker: int) -> Combination:
    return Combination(combination.kind, combination.rank, combination.length, joker)
