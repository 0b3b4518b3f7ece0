"""Every case of the vectors about cards, through the door for card codes."""

from typing import Any

import pytest

from rules_ref.play import codes
from tests.cases import case_id, vectors

CASES = vectors("play")


def of_type(name: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["type"] == name]


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

    assert ruling == {"legal": case["expected"] == "legal", "reason": case["reason"]}


@pytest.mark.parametrize("case", of_type("wish"), ids=case_id)
def test_wish_binds_as_the_vector_says(case: dict[str, Any]) -> None:
    expected = case["expected"]

    duty = codes.wish_duty(hand=case["hand"], on_table=case["on_table"], wish=case["wish"])

    assert duty["must_honour"] is expected["must_honour"]
    if "plays" in expected:
        assert duty["plays"] == expected["plays"]
    else:
        assert len(duty["plays"]) == expected["number_of_plays"]
