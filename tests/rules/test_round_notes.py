"""Bombs, long straights and notes: which of them are possible with one deck."""

import pytest

from scoring.rules import Bomb, IllegalRound, LongStraight, RoundNotes, Seat


def refusal(*bombs: tuple[int, int], note: str = "") -> str:
    with pytest.raises(IllegalRound) as refused:
        RoundNotes(tuple(Bomb(Seat.A1, length, top) for length, top in bombs), note)
    return refused.value.code


@pytest.mark.parametrize(
    "bomb",
    [(3, 9), (14, 14), (4, 1), (4, 15)],
    ids=["three", "fourteen", "ones", "above-ace"],
)
def test_deck_has_no_such_bomb(bomb: tuple[int, int]) -> None:
    assert refusal(bomb) == "UNKNOWN_BOMB"


@pytest.mark.parametrize(
    ("bomb", "lowest_top"),
    [((5, 5), "6"), ((13, 13), "A"), ((10, 8), "J")],
    ids=["run-with-the-one", "run-below-two", "run-far-below-two"],
)
def test_bomb_below_two_is_refused_with_its_lowest_top_card(
    bomb: tuple[int, int], lowest_top: str
) -> None:
    with pytest.raises(IllegalRound) as refused:
        Bomb(Seat.A1, *bomb)
    assert refused.value.code == "BOMB_BELOW_TWO"
    assert refused.value.params == {"length": bomb[0], "lowest_top": lowest_top}


@pytest.mark.parametrize("bomb", [(4, 2), (4, 14), (5, 6), (13, 14)])
def test_shortest_and_longest_bombs_are_there(bomb: tuple[int, int]) -> None:
    assert Bomb(Seat.A1, *bomb).ranks[-1] == bomb[1]


def test_four_of_a_kind_leaves_no_card_to_a_run() -> None:
    assert refusal((4, 7), (5, 9)) == "BOMBS_SHARE_CARDS"


def test_four_of_a_kind_comes_once() -> None:
    assert refusal((4, 7), (4, 7)) == "BOMBS_SHARE_CARDS"


def test_four_suits_have_four_runs() -> None:
    runs = tuple(Bomb(Seat.B1, 5, 10) for _ in range(4))

    assert len(RoundNotes(runs).bombs) == 4


def test_there_is_no_fifth_run() -> None:
    assert refusal(*[(5, 10)] * 5) == "BOMBS_SHARE_CARDS"


def refused_straights(*straights: LongStraight, bombs: tuple[Bomb, ...] = ()) -> str:
    with pytest.raises(IllegalRound) as refused:
        RoundNotes(bombs, straights=straights)
    return refused.value.code


@pytest.mark.parametrize(
    "straight",
    [(7, 10), (15, 14), (8, 15)],
    ids=["seven", "fifteen", "above-ace"],
)
def test_no_such_straight_is_noted(straight: tuple[int, int]) -> None:
    with pytest.raises(IllegalRound) as refused:
        LongStraight(Seat.A1, *straight)
    assert refused.value.code == "UNKNOWN_STRAIGHT"


@pytest.mark.parametrize(("straight", "lowest_top"), [((9, 8), "9"), ((14, 13), "A")], ids=str)
def test_straight_below_the_mah_jong_is_refused_with_its_lowest_top_card(
    straight: tuple[int, int], lowest_top: str
) -> None:
    with pytest.raises(IllegalRound) as refused:
        LongStraight(Seat.A1, *straight)
    assert refused.value.code == "STRAIGHT_BELOW_MAH_JONG"
    assert refused.value.params == {"length": straight[0], "lowest_top": lowest_top}


def test_longest_straight_is_the_whole_hand() -> None:
    assert list(LongStraight(Seat.B2, 14, 14).ranks) == list(range(1, 15))


def test_two_straights_of_one_player_are_within_a_hand() -> None:
    straights = LongStraight(Seat.A1, 8, 9), LongStraight(Seat.A1, 8, 10)
    assert refused_straights(*straights) == "COMBINATIONS_SHARE_CARDS"


def test_straight_and_bomb_of_one_player_are_within_a_hand() -> None:
    bomb, straight = Bomb(Seat.A1, 4, 14), LongStraight(Seat.A1, 10, 11)
    assert RoundNotes((bomb,), straights=(straight,)).straights == (straight,)
    longer = LongStraight(Seat.A1, 11, 12)
    assert refused_straights(longer, bombs=(bomb,)) == "COMBINATIONS_SHARE_CARDS"


def test_phoenix_stands_for_one_card_of_a_bomb() -> None:
    bombs = Bomb(Seat.A1, 4, 7), Bomb(Seat.A1, 4, 8)
    straight = LongStraight(Seat.B1, 8, 9)
    assert RoundNotes(bombs[:1], straights=(straight,))
    assert refused_straights(straight, bombs=bombs) == "COMBINATIONS_SHARE_CARDS"


def test_mah_jong_is_in_one_straight() -> None:
    one, other = LongStraight(Seat.A1, 8, 8), LongStraight(Seat.B1, 8, 8)
    assert refused_straights(one, other) == "COMBINATIONS_SHARE_CARDS"


def test_note_has_an_end() -> None:
    assert refusal(note="x" * 201) == "NOTE_TOO_LONG"


def test_facts_read_back_are_the_same_notes() -> None:
    straight = LongStraight(Seat.A1, 14, 14)
    notes = RoundNotes((Bomb(Seat.B2, 4, 12),), "the mythical 14-card straight", (straight,))

    assert RoundNotes.from_dict(notes.to_dict()) == notes


def test_facts_refuse_a_bomb_without_a_top_card() -> None:
    with pytest.raises(IllegalRound, match="choose its length"):
        RoundNotes.from_dict({"bombs": [{"player": "A1", "length": 4}]})
