"""Suits matter in runs of one suit, and nowhere else."""

import random
from collections.abc import Iterable, Mapping

from rules_ref.play import Play, Situation, judge
from rules_ref.play.codes import CARDS
from scoring.rules.deck import Card, Suit
from tests.play.catalogue import PHOENIX, RANKS_OF

Cards = frozenset[Card]
Order = Mapping[int, list[Suit]]  # for each rank, the position of the suit that is used first

OF_LENGTH = {
    length: [shape for shape in RANKS_OF if len(shape) == length] for length in range(2, 9)
}
OF_LENGTH[1] = [(rank,) for rank in range(1, 15)]
OF_RANK = {(card.rank, card.suit): card for card in CARDS.values() if card.rank}


def shuffled(dice: random.Random) -> Order:
    return {rank: dice.sample(list(Suit), 4) for rank in range(2, 15)}


def laid(shape: Iterable[int], order: Order, joker: int) -> Cards:
    """Return cards of these ranks. The Phoenix, if there is one, replaces the card at its
    place."""
    found: list[Card] = []
    for place, rank in enumerate(shape):
        if place == joker:
            found.append(PHOENIX)
        elif rank == 1:
            found.append(CARDS["mahjong"])
        else:
            taken = sum(card.rank == rank for card in found)
            found.append(OF_RANK[rank, order[rank][taken]])
    return frozenset(found)


def test_suits_of_200_000_random_plays_change_no_ruling_but_on_runs_of_one_suit() -> None:
    dice = random.Random(7)
    orders = [shuffled(dice) for _ in range(100)]
    for _ in range(200_000):
        length = dice.randint(1, 8)
        shapes = [(dice.choice(OF_LENGTH[length]), dice.randint(0, 20)) for _ in range(2)]
        in_turn, rulings, runs = dice.random() < 0.8, [], False
        for order in dice.sample(orders, 2):
            play, below = (Play(laid(shape, order, joker)) for shape, joker in shapes)
            on_table = next(iter(below.readings), None)
            rulings.append(judge(Situation(on_table, in_turn), play))
            runs |= any(
                len({card.suit for card in each.cards}) == 1
                for each in (play, below)
                if length > 4
            )
        assert runs or rulings[0] == rulings[1]
