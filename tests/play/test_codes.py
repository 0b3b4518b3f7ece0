"""`rules_ref.play.codes`: what it accepts, answers and refuses."""

from typing import Any

import pytest

from rules_ref.play import UnclearQuestion
from rules_ref.play.codes import CARDS, classify, judge, wish_duty

TABLE = {"cards": ["3j"]}


def on(table: dict[str, Any]) -> dict[str, Any]:
    return judge(on_table=table, play="pass")


def test_every_card_has_a_code() -> None:
    assert len(CARDS) == 56
    assert {"2j", "10s", "Kp", "At", "mahjong", "dog", "phoenix", "dragon"} <= CARDS.keys()


def test_dog_is_a_kind_of_its_own() -> None:
    assert classify(cards=["dog"]) == [{"kind": "dog", "rank": 0, "length": 1}]


def test_order_of_the_cards_does_not_matter() -> None:
    assert classify(cards=["8t", "phoenix", "5j", "7p", "6s"]) == [
        {"kind": "straight", "rank": 9, "length": 5, "phoenix_as": 9},
        {"kind": "straight", "rank": 8, "length": 5, "phoenix_as": 4},
    ]


@pytest.mark.parametrize("wish", ["A", 14])
def test_rank_is_a_sign_or_a_number(wish: Any) -> None:
    assert wish_duty(hand=["Aj", "2s"], on_table=TABLE, wish=wish)["plays"] == [["Aj"]]


@pytest.mark.parametrize("said", [9, "9", 9.0])
def test_phoenix_is_declared_by_sign_or_number(said: Any) -> None:
    table = {"cards": ["10j", "Js", "Qp", "Kt", "phoenix"], "phoenix_as": said}
    assert judge(on_table=table, play=["10s", "Jp", "Qt", "Kj", "As"])["legal"]


@pytest.mark.parametrize(
    ("table", "legal"),
    [
        ({"cards": ["phoenix"]}, True),
        ({"cards": ["phoenix"], "rank": 1.5}, True),
        ({"cards": ["phoenix"], "rank": 2.5}, False),
        ({"cards": ["phoenix"], "phoenix_as": 2.5}, False),
    ],
)
def test_phoenix_on_the_table_is_worth_what_it_lies_on(table: Any, *, legal: bool) -> None:
    assert judge(on_table=table, play=["2j"])["legal"] is legal


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: classify(cards=["1j"]), "UNKNOWN_CARD"),
        (lambda: classify(cards=["8"]), "UNKNOWN_CARD"),
        (lambda: classify(cards=["8j", "8j"]), "CARD_TWICE"),
        (lambda: judge(on_table=None, play=["dragon", "dragon"]), "CARD_TWICE"),
        (lambda: judge(on_table=None, play="8j"), "UNKNOWN_PLAY"),
        (lambda: judge(on_table={"cards": []}, play=["8j"]), "NOTHING_ON_TABLE"),
        (lambda: on({"cards": ["8j", "9j"]}), "NO_COMBINATION_ON_TABLE"),
        (lambda: on({"cards": ["8j", "phoenix"], "phoenix_as": 9}), "NO_COMBINATION_ON_TABLE"),
        (lambda: on({"cards": ["phoenix"], "rank": 8}), "UNKNOWN_RANK"),
        (lambda: on({"cards": ["phoenix"], "rank": 15.5}), "UNKNOWN_RANK"),
        (lambda: judge(on_table=TABLE, play="pass", wish="dragon"), "UNKNOWN_RANK"),
        (lambda: judge(on_table=TABLE, play="pass", wish=1), "UNKNOWN_RANK"),
        (lambda: judge(on_table=TABLE, play=["4j", "phoenix"], phoenix_as="1"), "UNKNOWN_RANK"),
        (lambda: wish_duty(hand=list(CARDS), on_table=None, wish="8"), "HAND_TOO_BIG"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(ask: Any, code: str) -> None:
    with pytest.raises(UnclearQuestion) as caught:
        ask()
    assert caught.value.code == code
