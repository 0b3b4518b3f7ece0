"""The combinations that cards can form, and which of them beats which."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_ref.play import Combination, CombinationKind, classify
from rules_ref.play.codes import CARDS
from scoring.rules.deck import Card
from tests.play.catalogue import RANKS_OF, readings

# Three ranks at each end of the deck and two suits are enough for every way in which five or
# six cards can form a combination or fail to. The exhaustive check of fewer cards uses the
# whole deck.
CORNERS = [CARDS[f"{sign}{suit}"] for sign in ("2", "3", "4", "Q", "K", "A") for suit in "jspt"]
RUN = [CARDS[f"{sign}{suit}"] for sign in ("2", "3", "4", "5", "6", "7") for suit in "js"]
SPECIALS = [card for card in CARDS.values() if card.special]

SINGLES = [Combination(CombinationKind.SINGLE, rank, 1) for rank in range(1, 16)]
PHOENIXES = [
    Combination(CombinationKind.SINGLE, rank + 0.5, 1, rank + 0.5) for rank in range(1, 15)
]
BOMBS = [
    Combination(CombinationKind.STRAIGHT_BOMB, top, length)
    for length in range(5, 14)
    for top in range(length + 1, 15)
]
SEVERAL = [Combination(kind, rank, len(taken)) for taken, (kind, rank) in RANKS_OF.items()]
ALL = {*SINGLES, *PHOENIXES, *SEVERAL, *BOMBS, Combination(CombinationKind.DOG, 0, 1)}


@pytest.mark.parametrize("length", [1, 2, 3])
def test_few_cards_are_what_the_catalogue_says(length: int) -> None:
    for cards in combinations(CARDS.values(), length):
        assert list(classify(cards)) == readings(cards), cards


@pytest.mark.parametrize("length", [4, 5])
def test_cards_of_few_ranks_are_what_the_catalogue_says(length: int) -> None:
    for cards in combinations([*CORNERS[:8], *CORNERS[16:], *SPECIALS], length):
        assert list(classify(cards)) == readings(cards), cards


@pytest.mark.parametrize("length", [5, 6, 7])
def test_runs_are_what_the_catalogue_says(length: int) -> None:
    for cards in combinations([*RUN, *SPECIALS], length):
        assert list(classify(cards)) == readings(cards), cards


@given(st.data())
def test_combination_of_any_length_is_what_the_catalogue_says(data: st.DataObject) -> None:
    taken = list(data.draw(st.sampled_from(list(RANKS_OF))))
    joker = data.draw(st.one_of(st.none(), st.sampled_from(range(len(taken)))))
    if joker is not None:
        del taken[joker]
    of_rank: dict[int, list[Card]] = {1: [CARDS["mahjong"]]}
    for card in CARDS.values():
        if card.rank:
            of_rank.setdefault(card.rank, []).append(card)
    cards = [] if joker is None else [CARDS["phoenix"]]
    for rank in taken:
        left = [card for card in of_rank[rank] if card not in cards]
        cards.append(data.draw(st.sampled_from(left)))

    assert list(classify(cards)) == readings(cards)


@given(st.frozensets(st.sampled_from(sorted(CARDS)), min_size=1, max_size=14))
def test_any_cards_are_what_the_catalogue_says(codes: frozenset[str]) -> None:
    cards = [CARDS[code] for code in codes]
    assert list(classify(cards)) == readings(cards)


def test_no_cards_are_no_combination() -> None:
    assert classify([]) == ()


def test_nothing_beats_itself() -> None:
    assert [each for each in ALL if each.beats(each)] == []


def test_beating_is_never_mutual() -> None:
    assert [
        (one, two) for one, two in product(ALL, ALL) if one.beats(two) and two.beats(one)
    ] == []


def test_what_beats_a_combination_beats_all_that_this_beats() -> None:
    beaten = {one: {two for two in ALL if one.beats(two)} for one in ALL}
    assert [
        (one, two) for one in ALL for two in beaten[one] if not beaten[two] <= beaten[one]
    ] == []


def test_only_the_same_kind_and_length_or_a_bomb_beats() -> None:
    for one, two in product(ALL, ALL):
        same_shape = (one.kind, one.length) == (two.kind, two.length)
        assert one.bomb or same_shape or not one.beats(two)


def test_bomb_beats_every_other_combination_but_the_dog() -> None:
    bombs = [each for each in ALL if each.bomb]
    others = [each for each in ALL if not each.bomb and each.kind is not CombinationKind.DOG]
    assert len(bombs) == 13 + 45
    assert all(bomb.beats(other) for bomb, other in product(bombs, others))


def test_of_two_different_bombs_one_beats_the_other() -> None:
    for one, two in combinations([each for each in ALL if each.bomb], 2):
        assert one.beats(two) is not two.beats(one)


def test_lone_phoenix_beats_any_single_but_the_dragon() -> None:
    (phoenix,) = classify([CARDS["phoenix"]])
    assert [phoenix.played_on(each).beats(each) for each in SINGLES] == [True] * 14 + [False]
    assert phoenix.played_on(SINGLES[7]) == Combination(CombinationKind.SINGLE, 8.5, 1, 8.5)


def test_phoenix_in_a_pair_stays_what_it_is_on_a_table() -> None:
    (pair,) = classify([CARDS["8j"], CARDS["phoenix"]])
    assert pair.played_on(Combination(CombinationKind.PAIR, 3, 2)) == pair
