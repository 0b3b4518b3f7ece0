"""The deck counts what the rule book says (rules 1 to 4)."""

from collections import Counter

from scoring.rules import DECK, DECK_POINTS, MAX_CARD_POINTS, MIN_CARD_POINTS


def test_deck_has_56_different_cards() -> None:
    assert len(set(DECK)) == 56


def test_deck_is_worth_100() -> None:
    assert (DECK_POINTS, MIN_CARD_POINTS, MAX_CARD_POINTS) == (100, -25, 125)


def test_deck_counts_fives_tens_kings_dragon_and_phoenix() -> None:
    assert Counter(card.points for card in DECK) == {0: 42, 5: 4, 10: 8, 25: 1, -25: 1}
