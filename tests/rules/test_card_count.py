"""Counting cards by hand: piles, missing cards, and counts that are refused."""

import pytest

from scoring.rules import CardCount, IllegalRound, PointCard


def count(**piles: str | int) -> CardCount[str]:
    """Return a count from piles that are written as card symbols or as points."""
    return CardCount.from_dict(
        {name: pile.split() if isinstance(pile, str) else pile for name, pile in piles.items()}
    )


def refusal(*names: str, **piles: str | int) -> str:
    with pytest.raises(IllegalRound) as refused:
        count(**piles).points_for(*names)
    return refused.value.code


def test_one_pile_counted_leaves_the_rest_to_the_other() -> None:
    assert count(A="5 K 10").points_for("A", "B") == {"A": 25, "B": 75}


def test_pile_with_the_phoenix_alone_leaves_125() -> None:
    assert count(A="phoenix").points_for("A", "B") == {"A": -25, "B": 125}


def test_points_added_up_by_hand_leave_the_rest_to_the_only_other_pile() -> None:
    piles = {"A1": 40, "B1": 20, "A2": 10, "B2": 25}

    assert count(**piles).points_for("A1", "B1", "A2", "B2", "hand")["hand"] == 5


def test_dragon_and_phoenix_are_missed_although_they_count_nothing_together() -> None:
    everything_else = count(A="5 5 5 5 10 10", B="10 10 K K K K")

    assert everything_else.missing_cards == (PointCard.DRAGON, PointCard.PHOENIX)
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


@pytest.mark.parametrize(
    ("piles", "code"),
    [
        ({"A1": 130}, "CARD_POINTS_OUT_OF_RANGE"),
        ({"A1": -30}, "CARD_POINTS_OUT_OF_RANGE"),
        ({"A1": 52}, "CARD_POINTS_NOT_MULTIPLE_OF_5"),
        ({"A1": True}, "CARD_POINTS_NOT_INTEGER"),
        ({"A1": -25, "B1": -25}, "PILES_IMPOSSIBLE"),
        ({"A1": -5, "B1": -5, "A2": 50}, "PILES_IMPOSSIBLE"),
        ({"A1": 100, "B1": 30}, "PILES_IMPOSSIBLE"),
        ({"A1": "phoenix", "B1": -5}, "PILES_IMPOSSIBLE"),
        ({"A1": "dragon", "B1": 105}, "PILES_IMPOSSIBLE"),
        ({"A1": "5 5 5 5 dragon phoenix", "B1": 45}, "PILES_IMPOSSIBLE"),
    ],
)
def test_points_that_no_cards_come_to_are_refused(
    piles: dict[str, str | int], code: str
) -> None:
    with pytest.raises(IllegalRound) as refused:
        count(**piles)

    assert refused.value.code == code


@pytest.mark.parametrize(
    "piles",
    [
        {"A": 125, "B": -25},
        {"A1": "phoenix 5", "B1": 0, "A2": 120},
        {"A1": "dragon", "B1": -25, "A2": 100},
        {"A1": 60, "B1": 45},
    ],
)
def test_points_that_cards_come_to_are_counted(piles: dict[str, str | int]) -> None:
    assert count(**piles).piles == {
        name: CardCount.from_dict({name: pile.split()}).piles[name]
        if isinstance(pile, str)
        else pile
        for name, pile in piles.items()
    }
