"""House rules on rulings: the official reading, unless the table plays by another."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_ref.play import HouseRule, Play, Situation, UnclearQuestion, codes, judge
from rules_ref.play.combination import Combination
from scoring.rules.deck import Card
from tests.play.catalogue import subsets
from tests.play.strategies import hands, ranks, tables
from tests.rules_ref.ids import GIVEN_OUT

BOMB, EIGHT = ["2j", "2s", "2p", "2t"], ["8j"]
houses = st.frozensets(st.sampled_from(HouseRule))


@pytest.mark.parametrize(
    ("house", "on_table", "play", "in_turn", "legal"),
    [
        ([], ["7s"], BOMB, True, False),
        (["other-bomb"], ["7s"], BOMB, True, True),
        (["other-bomb"], ["7s"], ["9s"], True, False),
        (["other-bomb"], None, BOMB, True, True),
        ([], None, ["dog"], True, False),
        (["dog-against-wish"], None, ["dog"], True, True),
        (["dog-against-wish"], None, ["9s"], True, False),
        ([], None, ["9s"], True, False),
        (["wish-on-lead"], None, ["9s"], True, True),
        (["wish-on-lead"], ["7s"], ["9s"], True, False),
        ([], ["7s"], BOMB, False, True),
        (["bombs-in-turn"], ["7s"], BOMB, False, False),
        (["bombs-in-turn", "other-bomb"], ["7s"], BOMB, True, True),
    ],
)
def test_wish_for_an_eight_by_the_rules_of_the_house(
    house: list[str], on_table: list[str] | None, play: list[str], *, in_turn: bool, legal: bool
) -> None:
    ruling = codes.judge(
        on_table={"cards": on_table} if on_table else None,
        play=play,
        hand=[*BOMB, *EIGHT, "9s", "dog"],
        in_turn=in_turn,
        wish="8",
        house=house,
    )

    assert ruling["legal"] is legal


def test_ruling_names_the_house_rule_that_it_rests_on() -> None:
    cards = codes.parse_cards([*BOMB, *EIGHT])
    situation = Situation(
        None, wish=8, hand=cards, house_rules=frozenset({HouseRule.OTHER_BOMB})
    )

    ruling = judge(situation, Play(codes.parse_cards(BOMB)))

    assert (ruling.rules[-1], ruling.note) == ("house-other-bomb", None)


def test_leader_is_free_of_the_wish_where_the_house_says_so() -> None:
    hand = ["8j", "9s"]
    assert codes.wish_duty(hand=hand, on_table=None, wish="8")["must_honour"]
    free = codes.wish_duty(hand=hand, on_table=None, wish="8", house=["wish-on-lead"])
    assert free == {"must_honour": False, "plays": []}


def test_bomb_that_the_house_allows_is_no_way_to_honour_the_wish() -> None:
    duty = codes.wish_duty(hand=[*BOMB, *EIGHT], on_table=None, wish="8", house=["other-bomb"])
    assert duty == {"must_honour": True, "plays": [["8j"]]}


def test_unknown_house_rule_is_refused() -> None:
    with pytest.raises(UnclearQuestion) as caught:
        codes.judge(on_table=None, play=["8j"], house=["free-lunch"])
    assert caught.value.code == "UNKNOWN_HOUSE_RULE"


def test_every_house_rule_is_in_the_reference() -> None:
    assert {house.rule for house in HouseRule} <= GIVEN_OUT


@pytest.mark.parametrize(
    ("house", "play", "when", "legal"),
    [
        ([], ["9s"], {"passed": True}, True),
        (["passed-is-out"], ["9s"], {"passed": True}, False),
        (["passed-is-out"], ["9s"], {"passed": False}, True),
        (["passed-is-out"], BOMB, {"passed": True}, True),
        (["passed-is-out", "bombs-in-turn"], BOMB, {"passed": True}, True),
        (["passed-is-out"], "pass", {"passed": True}, True),
        ([], ["9s"], {"own": True, "in_turn": False}, False),
        ([], BOMB, {"own": True, "in_turn": False}, True),
        (["bombs-in-turn"], BOMB, {"own": True, "in_turn": False}, True),
        (["raise-yourself"], ["9s"], {"own": True, "in_turn": False}, True),
        (["raise-yourself"], ["6s"], {"own": True, "in_turn": False}, False),
        (["raise-yourself"], ["9s"], {"in_turn": False}, False),
    ],
)
def test_after_passes_by_the_rules_of_the_house(
    house: list[str], play: list[str] | str, when: dict[str, Any], *, legal: bool
) -> None:
    ruling = codes.judge(on_table={"cards": ["7s"]}, play=play, house=house, **when)

    assert ruling["legal"] is legal


def test_nothing_of_ones_own_is_raised_where_nothing_lies() -> None:
    ruling = codes.judge(
        on_table=None, play=["9s"], house=["raise-yourself"], own=True, in_turn=False
    )
    assert ruling == {"legal": False, "reason": "OUT_OF_TURN_NEEDS_BOMB"}


@given(hand=hands, on_table=tables(), wish=ranks)
def test_pass_before_changes_nothing_by_the_book(
    hand: frozenset[Card], on_table: Combination | None, wish: int
) -> None:
    before, after = (
        Situation(on_table, wish=wish, hand=hand, passed=passed) for passed in (False, True)
    )
    assert before.legal_plays == after.legal_plays


@given(hand=hands, on_table=tables().filter(bool), wish=ranks, house=houses)
def test_own_play_is_raised_by_bombs_alone_unless_the_house_says_so(
    hand: frozenset[Card], on_table: Combination, wish: int, house: frozenset[HouseRule]
) -> None:
    own = Situation(on_table, False, wish, hand, house, own=True)  # noqa: FBT003
    plays = {option.cards for option in own.legal_plays}

    free = Situation(on_table, hand=hand).legal_plays
    raised = HouseRule.RAISE_YOURSELF in house
    assert plays == {each.cards for each in free if raised or each.combination.bomb}


@given(
    hand=hands,
    on_table=tables(),
    wish=ranks,
    turn=st.sampled_from(["yes", "no", "passed", "own"]),
    house=houses,
)
def test_legal_plays_of_a_house_are_exactly_those_that_judge_accepts(
    *,
    hand: frozenset[Card],
    on_table: Combination | None,
    wish: int,
    turn: str,
    house: frozenset[HouseRule],
) -> None:
    in_turn, passed, own = turn in {"yes", "passed"}, turn == "passed", turn == "own"
    situation = Situation(on_table, in_turn, wish, hand, house, passed, own)
    rulings = {laid: judge(situation, Play(laid)) for laid in subsets(hand)}

    accepted = {laid for laid, ruling in rulings.items() if ruling.legal}
    assert {frozenset(option.cards) for option in situation.legal_plays} == accepted
    assert {rule for ruling in rulings.values() for rule in ruling.rules} <= GIVEN_OUT


@given(hand=hands, on_table=tables(), wish=ranks)
def test_house_rules_on_wishes_never_forbid_what_the_book_allows(
    hand: frozenset[Card], on_table: Combination | None, wish: int
) -> None:
    book = {option.cards for option in Situation(on_table, True, wish, hand).legal_plays}  # noqa: FBT003
    for two in combinations(sorted(set(HouseRule) - {HouseRule.BOMBS_IN_TURN}), 2):
        situation = Situation(on_table, wish=wish, hand=hand, house_rules=frozenset(two))
        assert book <= {option.cards for option in situation.legal_plays}
