"""Counting the cards by hand: piles, what is missing, and what is refused."""

import pytest

from scoring.rules import Count, IllegalRound, PointCard


def count(**piles: str | int) -> Count[str]:
    """Piles as signs of cards, or as points."""
    return Count.from_facts(
        {name: pile.split() if isinstance(pile, str) else pile for name, pile in piles.items()}
    )


def refusal(*names: str, **piles: str | int) -> str:
    with pytest.raises(IllegalRound) as refused:
        count(**piles).of(*names)
    return refused.value.code


def test_one_pile_counted_leaves_the_rest_to_the_other() -> None:
    assert count(A="5 K 10").of("A", "B") == {"A": 25, "B": 75}


def test_pile_with_the_phoenix_alone_leaves_125() -> None:
    assert count(A="phoenix").of("A", "B") == {"A": -25, "B": 125}


def test_points_added_up_by_hand_leave_the_rest_to_the_only_other_pile() -> None:
    piles = {"A1": 40, "B1": 20, "A2": 10, "B2": 25}

    assert count(**piles).of("A1", "B1", "A2", "B2", "hand")["hand"] == 5


def test_dragon_and_phoenix_are_missed_although_they_count_nothing_together() -> None:
    everything_else = count(A="5 5 5 5 10 10", B="10 10 K K K K")

    assert everything_else.missing == (PointCard.DRAGON, PointCard.PHOENIX)
    assert everything_else.missing_points == 0


def test_count_is_not_over_while_a_card_is_missing() -> None:
    assert refusal("A", "B", A="5 5 5 5 10 10", B="10 10 K K K K") == "CARDS_MISSING"


def test_points_added_up_by_hand_have_to_add_to_100() -> None:
    assert refusal("A", "B", A=60, B=35) == "CARD_POINTS_SUM_NOT_100"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("5 5 5 5 5", "TOO_MANY_FIVES"),
        ("10 10 10 10 10", "TOO_MANY_TENS"),
        ("K K K K K", "TOO_MANY_KINGS"),
        ("dragon dragon", "TOO_MANY_DRAGONS"),
        ("phoenix phoenix", "TOO_MANY_PHOENIXES"),
    ],
)
def test_deck_has_no_more_of_a_card(cards: str, code: str) -> None:
    assert refusal("A", A=cards) == code


def test_deck_has_no_fifth_king_in_another_pile() -> None:
    assert refusal("A", "B", A="K K K", B="K K") == "TOO_MANY_KINGS"


def test_other_cards_do_not_count() -> None:
    assert refusal("A", A="5 Q") == "UNKNOWN_CARD"
