"""The plays of a hand, compared with all subsets of its cards."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_ref.play import (
    Combination,
    Play,
    RulingReason,
    Situation,
    UnclearQuestion,
    judge,
    wish_duty,
)
from rules_ref.play.codes import CARDS
from rules_ref.play.hand import Hand
from scoring.rules.deck import HAND_SIZE, Card, Suit
from tests.play.catalogue import has, playable, subsets
from tests.play.strategies import LAID, hands, ranks, tables

Cards = frozenset[Card]


def cards(codes: str) -> Cards:
    return frozenset(CARDS[code] for code in codes.split())


@given(hands, tables())
def test_options_are_all_that_can_be_laid(hand: Cards, on_table: Combination | None) -> None:
    options = list(Hand(hand).options(on_table))

    assert len({option.cards for option in options}) == len(options)
    found = {frozenset(option.cards): option.combination for option in options}
    assert found.keys() == playable(hand, on_table).keys()
    assert found == {
        laid: each.played_on(on_table) for laid, each in playable(hand, on_table).items()
    }


@given(hands, tables(), ranks)
def test_wish_asks_for_all_that_can_be_laid_with_the_rank(
    hand: Cards, on_table: Combination | None, wish: int
) -> None:
    duty = wish_duty(hand, on_table, wish)

    expected = {laid for laid in playable(hand, on_table) if has(laid, wish)}
    assert {frozenset(option.cards) for option in duty.plays} == expected
    assert len(duty.plays) == len(expected)
    assert duty.must_honour is bool(expected)


# All 16,383 sets of cards of a hand. It has straights of every length, pairs that can be split,
# and bombs.
@pytest.mark.parametrize(
    "hand",
    [
        "mahjong 2j 3s 4p 5t 6j 7s 8p 9t 10j Js Qp Kt Aj",
        "2j 3s 4p 5t 6j 7s 8p 9t 10j Js Qp Kt Aj phoenix",
        "8j 8s 8p 9j 9s 9p 9t 10s 10p 10t Jj Js Jp phoenix",
        "4j 5j 6j 7j 8j 9j 10j 7s 8s 9s 9p dragon dog phoenix",
        "2j 2s 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s",
        "Qj Qs Qp Kj Ks Kp Kt Aj As Ap At Js Jt phoenix",
    ],
)
@pytest.mark.parametrize("on_table", [None, "mahjong 2j 3s 4p 5t", "3j 3s 3p 2j 2s", "7p 7t"])
def test_full_hand_is_searched_completely(hand: str, on_table: str | None) -> None:
    held, below = cards(hand), _table(on_table)
    laid = playable(held, below)

    assert {frozenset(each.cards) for each in Hand(held).options(below)} == laid.keys()
    for wish in {card.rank for card in held if card.rank}:
        plays = wish_duty(held, below, wish).plays
        assert {frozenset(each.cards) for each in plays} == {
            each for each in laid if has(each, wish)
        }


@given(hand=hands, on_table=tables(), wish=ranks, in_turn=st.booleans())
def test_legal_plays_are_exactly_those_that_judge_accepts(
    *, hand: Cards, on_table: Combination | None, wish: int, in_turn: bool
) -> None:
    situation = Situation(on_table, in_turn, wish, hand)

    accepted = {laid for laid in subsets(hand) if judge(situation, Play(laid)).legal}
    assert {frozenset(option.cards) for option in situation.legal_plays} == accepted


@given(hands, tables(), ranks)
def test_nobody_is_ever_stuck(hand: Cards, on_table: Combination | None, wish: int) -> None:
    situation = Situation(on_table, in_turn=True, wish=wish, hand=hand)
    assert situation.legal_plays or judge(situation, None).legal


@given(
    hand=hands,
    on_table=tables(),
    wish=ranks,
    suits=st.permutations(list(Suit)),
    in_turn=st.booleans(),
)
def test_suits_can_be_exchanged(
    *,
    hand: Cards,
    on_table: Combination | None,
    wish: int,
    suits: list[Suit],
    in_turn: bool,
) -> None:
    other = dict(zip(Suit, suits, strict=True))

    def exchanged(given_cards: Cards) -> Cards:
        return frozenset(
            Card(card.rank, card.suit and other[card.suit], card.special)
            for card in given_cards
        )

    situation = Situation(on_table, in_turn, wish, hand)
    elsewhere = Situation(on_table, in_turn, wish, exchanged(hand))
    assert {exchanged(frozenset(each.cards)) for each in situation.legal_plays} == {
        frozenset(each.cards) for each in elsewhere.legal_plays
    }
    assert judge(situation, Play(hand)) == judge(elsewhere, Play(exchanged(hand)))


def test_200_000_random_situations_are_ruled_on_by_the_rules() -> None:
    dice = random.Random(56)
    judged = 0
    while judged < 200_000:
        low = dice.randint(2, 10)
        near = [card for card in CARDS.values() if low <= (card.rank or low) <= low + 4]
        laid = dice.choice(LAID)
        on_table = Play(laid).readings[0] if laid else None
        held = frozenset(dice.sample([card for card in near if card not in (laid or ())], 9))
        wish = dice.choice([None, *range(low, low + 5)])
        judged += _rule_on_every_set(Situation(on_table, dice.random() < 0.8, wish, held))


def _rule_on_every_set(situation: Situation) -> int:
    assert situation.hand is not None
    fitting = playable(situation.hand, situation.on_table)
    if not situation.in_turn:
        fitting = {
            laid: each for laid, each in fitting.items() if each.bomb and situation.on_table
        }
    duty = situation.in_turn and any(has(laid, situation.wish) for laid in fitting)
    sets = list(subsets(situation.hand))
    for laid in sets:
        ruling = judge(situation, Play(laid))
        assert ruling.legal == (laid in fitting and (has(laid, situation.wish) or not duty))
        refused_for_wish = ruling.reason is RulingReason.WISH_MUST_BE_HONOURED
        assert refused_for_wish == (laid in fitting and not ruling.legal)
    if situation.in_turn:
        plays = wish_duty(situation.hand, situation.on_table, situation.wish).plays
        asked_for = {laid for laid in fitting if duty and has(laid, situation.wish)}
        assert {frozenset(option.cards) for option in plays} == asked_for
    may_pass = situation.in_turn and situation.on_table is not None and not duty
    assert judge(situation, None).legal == may_pass
    return len(sets) + 1


def test_plays_come_shortest_first_and_bombs_last_of_their_length() -> None:
    duty = wish_duty(cards("8j 8s 8p 8t 7j 7s 3p"), None, 8)

    order = [(len(each.cards), each.combination.bomb) for each in duty.plays]
    assert order == sorted(order)
    assert [each for each in order if each[0] == 4] == [(4, False)] * 6 + [(4, True)]


def test_plays_come_in_the_order_of_suits_however_a_set_is_ordered() -> None:
    plays = wish_duty(cards("8t 8p 8s 8j"), _table("3j"), 8).plays[:4]
    assert [each.cards for each in plays] == [(CARDS[f"8{suit}"],) for suit in Suit]


def test_without_a_wish_nobody_is_bound() -> None:
    assert not wish_duty(cards("8j"), None, None).must_honour


@settings(max_examples=5)
@given(st.frozensets(st.sampled_from(sorted(CARDS)), min_size=15))
def test_hand_of_more_cards_than_anybody_has_is_refused(codes: frozenset[str]) -> None:
    with pytest.raises(UnclearQuestion) as caught:
        wish_duty(frozenset(CARDS[code] for code in codes), None, 8)
    assert caught.value.code == "HAND_TOO_BIG"
    assert str(HAND_SIZE) in str(caught.value)


def _table(codes: str | None) -> Combination | None:
    return Play(cards(codes)).readings[0] if codes else None
