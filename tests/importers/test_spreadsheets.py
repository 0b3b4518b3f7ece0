"""Tables as people keep them in a spreadsheet are read, with all that is written around the
numbers."""

import pytest

from scoring.importers.recognition import read

ROUNDS = [(60, 40), (200, 0), (-40, 140)]
PLAYED = "Anna + Ben;Clara + Dora\n60;40\n200;0\n-40;140\n"


def rounds_in(text: str) -> list[list[tuple[int, ...]]]:
    return [[tuple(each.points) for each in game.rounds] for game in read(text).games]


@pytest.mark.parametrize(
    "text",
    [
        f"{PLAYED}220;180\n",
        "Round;Us;Them\n1;60;40\n2;200;0\n3;-40;140\nTotal;220;180\n",
        ";Us;Them\n1;60;40\n2;200;0\n3;-40;140\nΣ;220;180\n",
        "Datum;Us;Them\n13.2.2024;60;40\n;200;0\n;-40;140\nSumme:;220;180\n",
        "Round;Us;Them\n1;60;40\n2;200;0\n3;-40;140\n;;\nTotal;220;180\n",
        "Round;Us;Them\n1;60;40\n2;260;40\n3;220;180\nEndstand;220;180\n",
    ],
    ids=["no title", "title", "no head", "column of days", "empty row", "running totals"],
)
def test_row_with_the_sums_is_no_round(text: str) -> None:
    assert rounds_in(text) == [ROUNDS]


def test_each_game_has_its_own_row_with_the_sums() -> None:
    text = "Us;Them\n60;40\n100;0\n200;0\n360;40\n\n0;100\n55;45\n65;35\n120;180\n"
    first, second = [(60, 40), (100, 0), (200, 0)], [(0, 100), (55, 45), (65, 35)]
    assert rounds_in(text) == [first, second]


def test_third_round_may_score_what_both_before_it_did() -> None:
    assert rounds_in("Us;Them\n60;40\n100;0\n160;40\n100;0\n") == [
        [(60, 40), (100, 0), (160, 40), (100, 0)]
    ]
    assert rounds_in("Us;Them\n60;40\n100;0\n160;40\n") == [[(60, 40), (100, 0), (160, 40)]]


def test_title_with_other_numbers_than_the_sums_is_told() -> None:
    found = read("Round;Us;Them\n1;60;40\n2;200;0\n3;-40;140\nTotal;220;190\n")
    assert [each.place for each in found.problems] == [5]
