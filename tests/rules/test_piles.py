"""The possible points of piles of cards, compared with every division of the deck."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import BySeat, ByTeam, IllegalRound, PointCard, Seat, Transfer
from scoring.rules.piles import POINT_CARDS, can_divide_deck

Cards = tuple[PointCard, ...]

steps = st.integers(-6, 27).map(lambda step: 5 * step)
some_cards = st.sets(st.integers(0, len(POINT_CARDS) - 1)).map(
    lambda places: tuple(POINT_CARDS[place] for place in sorted(places))
)


@cache
def rests(cards: Cards, points: int) -> frozenset[Cards]:
    """Return what may remain of these cards beside a pile of this number of points."""
    return frozenset(
        tuple(sorted((Counter(cards) - Counter(pile)).elements()))
        for size in range(len(cards) + 1)
        for pile in combinations(cards, size)
        if sum(card.points for card in pile) == points
    )


def left_over(cards: Cards, piles: list[int]) -> set[Cards]:
    """Return all remainders after the piles are made one by one, with every choice of cards."""
    left = {tuple(sorted(cards))}
    for points in piles:
        left = {rest for before in left for rest in rests(before, points)}
    return left


@given(st.lists(steps, max_size=4), some_cards)
def test_piles_can_be_dealt_if_any_choice_of_cards_makes_them(
    piles: list[int], cards: Cards
) -> None:
    assert can_divide_deck(piles, cards) == bool(left_over(cards, piles))


@settings(max_examples=50)
@given(st.lists(steps, min_size=4, max_size=4))
def test_five_piles_can_be_dealt_if_the_whole_deck_can_be_divided_so(four: list[int]) -> None:
    piles = [*four, 100 - sum(four)]

    assert can_divide_deck(piles) == (() in left_over(POINT_CARDS, piles))


@given(st.lists(steps, min_size=4, max_size=4))
def test_five_piles_that_add_to_100_can_be_dealt_with_at_most_one_below_0(
    four: list[int],
) -> None:
    """This is the short form of the rule by which `shared/rules.js` and the database refuse
    piles."""
    piles = [*four, 100 - sum(four)]
    below = [points for points in piles if points < 0]

    assert can_divide_deck(piles) == (len(below) <= 1 and min(piles) >= -25)


@given(st.lists(st.integers(0, 4), min_size=14, max_size=14))
def test_every_deal_can_be_dealt(fall: list[int]) -> None:
    piles = [0] * 5
    for card, pile in zip(POINT_CARDS, fall, strict=True):
        piles[pile] += card.points

    assert can_divide_deck(piles)
    counted = Transfer(BySeat(*piles[:4]), piles[4], Seat.B2)
    assert sum(counted.card_points(Seat.A1)) == 100


@pytest.mark.parametrize("points", range(-25, 130, 5))
def test_every_step_between_the_phoenix_and_all_else_is_card_points_of_a_team(
    points: int,
) -> None:
    assert can_divide_deck([points, 100 - points])


@pytest.mark.parametrize(
    ("captured", "last_hand"),
    [
        (BySeat(-25, -25, 125, 25), 0),
        (BySeat(-5, -5, 50, 50), 10),
        (BySeat(60, -5, 50, 15), -20),
    ],
)
def test_transfer_with_two_phoenixes_is_refused(captured: BySeat[int], last_hand: int) -> None:
    with pytest.raises(IllegalRound) as refused:
        Transfer(captured, last_hand, Seat.B2)

    assert refused.value.code == "PILES_IMPOSSIBLE"


def test_two_teams_have_any_card_points_between_the_bounds() -> None:
    counted = Transfer(BySeat(-25, 0, 0, 125), 0, Seat.B1)

    assert counted.card_points(Seat.A1) == ByTeam(-25, 125)
