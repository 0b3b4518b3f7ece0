"""Rulings on real cards, each with its reason, its rules and its remarks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_ref.play import (
    Combination,
    CombinationKind,
    Play,
    Ruling,
    RulingNote,
    RulingReason,
    Situation,
    judge,
)
from rules_ref.play.codes import parse_cards, parse_table
from scoring.rules.deck import HAND_SIZE, Card
from tests.play.strategies import hands, ranks, tables
from tests.rules_ref.ids import GIVEN_OUT


def rule_on(play: str | None, on_table: str = "", hand: str = "", **more: object) -> Ruling:
    """Rule on cards that are written one after the other. If the Phoenix is on the table,
    `below` is the card under it."""
    table = {"cards": on_table.split(), "rank": more.pop("below", None)} if on_table else None
    said = more.pop("said", None)
    situation = Situation(
        on_table=parse_table(table),
        hand=parse_cards(hand.split()) if hand else None,
        **more,  # type: ignore[arg-type]
    )
    laid = None if play is None else Play(parse_cards(play.split()), said)  # type: ignore[arg-type]
    return judge(situation, laid)


@pytest.mark.parametrize(
    ("play", "on_table", "reason"),
    [
        ("", "9j", RulingReason.NOT_A_COMBINATION),
        ("phoenix", "dragon", RulingReason.PHOENIX_ON_DRAGON),
        ("Aj", "dragon", RulingReason.NOT_HIGHER),
        ("dragon", "Aj", RulingReason.OK),
        ("mahjong", "2j", RulingReason.NOT_HIGHER),
        ("dog", "7j 7s 7p 7t", RulingReason.DOG_ONLY_AS_LEAD),
        ("Aj", "dog", RulingReason.DOG_NOT_BEATABLE),
        ("6j 6s 6p 6t", "7j 7s 7p 7t", RulingReason.BOMB_TOO_SMALL),
        ("Aj As Ap At", "2j 3j 4j 5j 6j", RulingReason.BOMB_TOO_SMALL),
        ("2s 3s 4s 5s 6s", "2j 3j 4j 5j 6j", RulingReason.BOMB_TOO_SMALL),
        ("3s 4s 5s 6s 7s", "2j 3j 4j 5j 6j 7j", RulingReason.BOMB_TOO_SMALL),
        ("Aj As", "7j 7s 7p 7t", RulingReason.ONLY_HIGHER_BOMB),
        # A run of one suit is always a bomb, and cannot be played as a plain straight.
        ("4j 5j 6j 7j 8j", "5s 6p 7t 8s 9s", RulingReason.OK),
        ("4j 5j 6j 7j 8j", "2s 3p 4t 5s 6s 7s", RulingReason.OK),
        # With the Phoenix, the cards are not all of one suit.
        ("4j 5j 6j 7j phoenix", "5s 6p 7t 8s 9s", RulingReason.NOT_HIGHER),
        ("5j 6j 7j 8j phoenix", "Kj", RulingReason.WRONG_TYPE),
        ("mahjong 2j 3j 4j 5j", "Kj", RulingReason.WRONG_TYPE),
        ("10j Js Qp Kt phoenix", "9s 10p Jt Qj Ks", RulingReason.OK),
    ],
)
def test_play_is_judged_by_what_it_is(play: str, on_table: str, reason: RulingReason) -> None:
    assert rule_on(play, on_table).reason is reason


@pytest.mark.parametrize(
    ("said", "reason"), [(None, "OK"), (14, "OK"), (9, "NOT_HIGHER"), (10, "NOT_A_COMBINATION")]
)
def test_phoenix_is_what_its_player_says(said: int | None, reason: str) -> None:
    assert rule_on("10j Js Qp Kt phoenix", "9s 10p Jt Qj Ks", said=said).reason == reason


def test_what_is_said_of_a_phoenix_matters_only_where_one_is() -> None:
    assert rule_on("9j 9s", "8j 8s", said=3).reason is RulingReason.OK


def test_nothing_needs_to_be_said_of_the_phoenix_alone() -> None:
    assert rule_on("phoenix", "Aj", said=14).combination == Combination(
        CombinationKind.SINGLE, 14.5, 1, 14.5
    )


@pytest.mark.parametrize(
    ("play", "on_table", "reason"),
    [
        ("6j 6s 6p 6t", "9j", RulingReason.OK),
        ("6j 6s 6p 6t", "", RulingReason.CANNOT_BOMB_THE_LEAD),
        ("6j", "", RulingReason.OUT_OF_TURN_NEEDS_BOMB),
        ("Kj", "9j", RulingReason.OUT_OF_TURN_NEEDS_BOMB),
        ("6j 6s 6p 6t", "7j 7s 7p 7t", RulingReason.BOMB_TOO_SMALL),
        ("6j 6s 6p 6t", "dog", RulingReason.DOG_NOT_BEATABLE),
        (None, "9j", RulingReason.NOT_YOUR_TURN),
        (None, "", RulingReason.NOT_YOUR_TURN),
    ],
)
def test_out_of_turn_only_bombs_fall(
    play: str | None, on_table: str, reason: RulingReason
) -> None:
    assert rule_on(play, on_table, in_turn=False).reason is reason


@pytest.mark.parametrize(
    ("play", "hand", "on_table", "reason"),
    [
        # Only a straight of this length can include the 8.
        (None, "5j 6s 7p 8t 9j Ks", "4j 5s 6p 7t 8j", "WISH_MUST_BE_HONOURED"),
        (None, "5j 6s 7p 8t 9j Ks", "3s 4j 5s 6p 7t 8j", "OK"),
        # Only the bomb includes it and is legal: the single and the pair are too low.
        ("Aj", "8j 8s 8p 8t Aj", "Kj", "WISH_MUST_BE_HONOURED"),
        ("8j 8s 8p 8t", "8j 8s 8p 8t Aj", "Kj", "OK"),
        # The run of one suit includes an 8, but the plain straight on the table has six cards.
        (None, "6j 7j 8j 9j 10j", "9s 10p Jt Qj Ks As", "WISH_MUST_BE_HONOURED"),
        ("dog", "8j dog", "", "WISH_MUST_BE_HONOURED"),
        ("mahjong", "8j mahjong", "", "WISH_MUST_BE_HONOURED"),
        ("phoenix", "8j phoenix", "9s", "OK"),
        ("8j phoenix", "8j phoenix 9s 9p", "3s 3p", "OK"),
        ("9s phoenix", "8j phoenix 9s 9p", "3s 3p", "WISH_MUST_BE_HONOURED"),
        # A play that is not legal at all is refused for that reason.
        ("7j", "8j 7j", "9s", "NOT_HIGHER"),
        ("7j 9j", "8j 7j 9j", "3s", "NOT_A_COMBINATION"),
    ],
)
def test_wish_for_an_eight(play: str | None, hand: str, on_table: str, reason: str) -> None:
    assert rule_on(play, on_table, hand, wish=8).reason == reason


@pytest.mark.parametrize(
    ("ruling", "rules", "note"),
    [
        (rule_on("9j"), ("what-to-lead", "single-pair-triple"), None),
        (rule_on("dog"), ("what-to-lead", "dog"), None),
        (rule_on("8j 8s 8p 8t"), ("what-to-lead", "bomb-lead"), None),
        (rule_on("9j", "8j"), ("beat-or-pass", "single-pair-triple"), None),
        (rule_on("phoenix", "8j"), ("phoenix-single",), None),
        (rule_on("phoenix", "Aj"), ("phoenix-on-what",), None),
        (rule_on("phoenix", "dragon"), ("phoenix-on-what",), None),
        (rule_on("dragon", "Aj"), ("dragon",), None),
        (rule_on("Aj", "dragon"), ("dragon",), None),
        (rule_on("8s", "phoenix", below=8.5), ("phoenix-single", "beat-or-pass"), None),
        (rule_on("mahjong", "2j"), ("mah-jong-only-led", "mah-jong"), None),
        (rule_on("2j 2s 2p 2t", "Aj"), ("bomb-beats-all",), None),
        (rule_on("2j 2s 2p 2t", "3j 3s 3p 3t"), ("bomb-order",), None),
        (rule_on("2s 3s 4s 5s 6s", "2j 3j 4j 5j 6j"), ("bomb-equal", "bomb-order"), None),
        (rule_on("Aj", "3j 3s 3p 3t"), ("bomb-beats-all",), None),
        (rule_on("5j 6s 7p 8t 9j 10j", "2j 3s 4p 5t 6j"), ("same-length",), None),
        (rule_on("dog", "2j"), ("dog",), None),
        (rule_on("2j 2s 2p 2t", "dog"), ("dog-no-bomb", "dog-protected-lead"), None),
        (rule_on("8j 9s 10p Jt Qj", "Aj As"), ("beat-or-pass",), None),
        (rule_on("Kj", "2j", in_turn=False), ("bomb-any-time",), None),
        (
            rule_on("Kj", "2j 2s 2p 2t", in_turn=False),
            ("bomb-order", "bomb-any-time"),
            None,
        ),
        (rule_on("Kj", in_turn=False), ("who-leads", "trick-winner"), None),
        (rule_on(None, "2j", in_turn=False), ("beat-or-pass",), None),
        (rule_on("2j 2s 2p 2t", in_turn=False), ("bomb-not-the-lead",), None),
        (rule_on("Kj", hand="2s"), (), None),
        (rule_on(None), ("what-to-lead",), None),
        (rule_on(None, "2j"), ("no-duty-to-beat",), None),
        (rule_on(None, "dog"), ("dog",), None),
        (rule_on(None, "dog", wish=8), ("dog",), None),
        (rule_on(None, "2j", "8j", wish=8), ("wish-duty",), None),
        (rule_on(None, "9j", "8j", wish=8), ("wish-cannot",), None),
        (
            rule_on("8s", "2j", wish=8),
            ("beat-or-pass", "single-pair-triple", "wish-duty"),
            None,
        ),
        (rule_on("9s", hand="9s 8j", wish=8), ("wish-leader",), None),
        (rule_on("dog", hand="dog 8j", wish=8), ("wish-dog", "wish-leader"), "dog"),
        (
            rule_on("2j 2s 2p 2t", "7s", hand="2j 2s 2p 2t 8j", wish=8),
            ("wish-bomb-in-turn", "wish-duty"),
            "bomb",
        ),
        (
            rule_on("2j 2s 2p 2t", "7s", hand="2j 2s 2p 2t 8j", wish=8, in_turn=False),
            ("bomb-any-time", "bomb-beats-all", "wish-bomb-out-of-turn"),
            None,
        ),
        (
            rule_on("8j 8s 8p 8t", "7s", wish=8, in_turn=False),
            ("bomb-any-time", "bomb-beats-all", "wish-bomb-fulfils"),
            None,
        ),
        (
            rule_on("6s 7p phoenix 9j 10t", hand="6s 7p 8t phoenix 9j 10t", wish=8),
            ("wish-phoenix", "wish-duty"),
            None,
        ),
        (
            rule_on("9s", "2j", wish=8),
            ("beat-or-pass", "single-pair-triple", "wish-duty"),
            "hand",
        ),
        (rule_on(None, "2j", wish=8), ("no-duty-to-beat", "wish-duty"), "hand"),
        (rule_on("7s", "9j", wish=8), ("beat-or-pass", "single-pair-triple"), "hand"),
        (rule_on("7s", "9j", wish=8, in_turn=False), ("bomb-any-time",), None),
    ],
)
def test_ruling_names_its_rules_and_what_tables_differ_on(
    ruling: Ruling, rules: tuple[str, ...] | None, note: str | None
) -> None:
    notes = {
        "dog": RulingNote.DOG_AGAINST_WISH,
        "bomb": RulingNote.OTHER_BOMB_IN_TURN,
        "hand": RulingNote.HAND_UNKNOWN,
        None: None,
    }
    assert rules is None or ruling.rules == rules
    assert ruling.note is notes[note]


@pytest.mark.parametrize(
    ("play", "said", "first"),
    [
        ("dragon Aj", None, "dragon"),
        ("dog 2j", None, "dog"),
        ("mahjong phoenix", None, "phoenix-joker"),
        ("3j 3s 3p phoenix", None, "four-of-a-kind"),
        ("3j 3s 3p 3t phoenix", None, "four-and-phoenix"),
        ("2j 3s 4p 5t 6j 7s 8p 9t 10j Js Qp Kt Aj phoenix", None, "phoenix-straight-ends"),
        ("5j 6s 7p 8t phoenix", 6, "phoenix-two-readings"),
        ("6j 6s 6p 7j 7s 7p", None, "no-triple-chain"),
        ("Aj 2s 3p 4t 5j", None, "straight-ends"),
        ("Aj 2s 3p 4t phoenix", None, "straight-ends"),
        ("Qj Ks Ap 2t 3j", None, "straight-ends"),
        ("mahjong Js Qp Kt Aj", None, "straight-ends"),
        ("2j 4s 6p 8t Aj", None, "straight"),
        ("5j 6s 7p 8t", None, "straight"),
        ("mahjong 4s 5p 6t 7j phoenix", None, "straight"),
        ("2j 4s 6p 8t phoenix", None, "straight"),
        ("4j 4s 6p 6t", None, "stairs"),
        ("mahjong 2j", None, "mah-jong"),
        ("5j phoenix", 6, "phoenix-joker"),
        ("2j 4s 6p 8t 10j", None, "straight"),
        ("2j 3s", None, "single-pair-triple"),
        ("2j 3s phoenix", None, "phoenix-joker"),
    ],
)
def test_what_is_nothing_is_told_by_the_nearest_rule(
    play: str, said: int | None, first: str
) -> None:
    ruling = rule_on(play, said=said)
    assert (ruling.reason, ruling.rules[0]) == (RulingReason.NOT_A_COMBINATION, first)


@given(
    play=hands,
    more=hands,
    on_table=tables(),
    wish=st.one_of(st.none(), ranks),
    in_turn=st.booleans(),
)
def test_every_ruling_names_rules_that_the_reference_has(
    *,
    play: frozenset[Card],
    more: frozenset[Card],
    on_table: Combination | None,
    wish: int | None,
    in_turn: bool,
) -> None:
    hand = play | more if len(play | more) <= HAND_SIZE else None
    situation = Situation(on_table, in_turn, wish, hand)
    for ruling in (judge(situation, Play(play)), judge(situation, None)):
        assert ruling.rules
        assert set(ruling.rules) <= GIVEN_OUT
