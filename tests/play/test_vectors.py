"""Every case of the vectors about cards, by `rules_ref.play.codes`."""

from typing import Any

import pytest

from rules_ref.play import CombinationKind, RulingReason, codes
from tests.cases import case_id, vectors

CASES = vectors("play")
FOUR = ["7j", "7s", "7p", "7t"]
BOMBS = {CombinationKind.QUAD_BOMB, CombinationKind.STRAIGHT_BOMB}


def of_type(name: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["type"] == name]


def reason_of(case: dict[str, Any]) -> str:
    """Return the reason of the ruling in a case. Some vectors have a broader code of earlier
    rulings; for these this is the specific code that the situation has now."""
    reason, play, on_table = str(case["reason"]), case["play"], case["on_table"]
    if reason == RulingReason.NOT_HIGHER and (play, on_table["cards"]) == (
        ["phoenix"],
        ["dragon"],
    ):
        return RulingReason.PHOENIX_ON_DRAGON
    if reason == RulingReason.OUT_OF_TURN_NEEDS_BOMB and play == codes.PASS:
        return RulingReason.NOT_YOUR_TURN
    if reason == RulingReason.ONLY_HIGHER_BOMB and BOMBS & {
        each["kind"] for each in codes.classify(cards=play)
    }:
        return RulingReason.BOMB_TOO_SMALL
    return reason


def test_every_case_is_of_a_known_type() -> None:
    assert {case["type"] for case in CASES} == {"classify", "play", "wish"}


@pytest.mark.parametrize("case", of_type("classify"), ids=case_id)
def test_cards_are_what_the_vector_says(case: dict[str, Any]) -> None:
    assert codes.classify(cards=case["cards"]) == case["expected"]


@pytest.mark.parametrize("case", of_type("play"), ids=case_id)
def test_play_is_ruled_on_as_the_vector_says(case: dict[str, Any]) -> None:
    ruling = codes.judge(
        on_table=case["on_table"],
        play=case["play"],
        hand=case.get("hand"),
        in_turn=case["in_turn"],
        wish=case.get("wish"),
        phoenix_as=case.get("phoenix_as"),
    )

    assert ruling == {"legal": case["expected"] == "legal", "reason": reason_of(case)}


@pytest.mark.parametrize(
    ("play", "on_table", "broader", "specific"),
    [
        (["phoenix"], ["dragon"], RulingReason.NOT_HIGHER, RulingReason.PHOENIX_ON_DRAGON),
        (["Aj"], ["dragon"], RulingReason.NOT_HIGHER, RulingReason.NOT_HIGHER),
        (["8j"], ["phoenix"], RulingReason.NOT_HIGHER, RulingReason.NOT_HIGHER),
        (codes.PASS, ["9j"], RulingReason.OUT_OF_TURN_NEEDS_BOMB, RulingReason.NOT_YOUR_TURN),
        (
            ["Aj"],
            ["9j"],
            RulingReason.OUT_OF_TURN_NEEDS_BOMB,
            RulingReason.OUT_OF_TURN_NEEDS_BOMB,
        ),
        (
            ["2j", "2s", "2p", "2t"],
            FOUR,
            RulingReason.ONLY_HIGHER_BOMB,
            RulingReason.BOMB_TOO_SMALL,
        ),
        (["Aj", "As"], FOUR, RulingReason.ONLY_HIGHER_BOMB, RulingReason.ONLY_HIGHER_BOMB),
    ],
)
def test_broader_code_of_a_vector_stands_for_one_ruling(
    play: Any, on_table: list[str], broader: RulingReason, specific: RulingReason
) -> None:
    case = {"play": play, "on_table": {"cards": on_table}, "reason": broader}

    assert reason_of(case) == specific


@pytest.mark.parametrize("case", of_type("wish"), ids=case_id)
def test_wish_binds_as_the_vector_says(case: dict[str, Any]) -> None:
    expected = case["expected"]

    duty = codes.wish_duty(hand=case["hand"], on_table=case["on_table"], wish=case["wish"])

    assert duty["must_honour"] is expected["must_honour"]
    if "plays" in expected:
        assert duty["plays"] == expected["plays"]
    else:
        assert len(duty["plays"]) == expected["number_of_plays"]
