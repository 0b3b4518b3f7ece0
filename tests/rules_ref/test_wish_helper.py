"""The page that helps with a wish."""

import re

import pytest
from django.test import Client

from rules_ref.presentation.combinations import MAX_LINES
from tests.rules_ref.answers import text


def test_wish_helper_lists_the_shortest_first_and_marks_bombs(client: Client) -> None:
    answer = text(client, "wish-helper", hand="8j 8s 8p 8t 2s", wish="8")
    assert answer.startswith(
        "You must The wish is 8. There are 15 ways to play it, and you choose."
        " 8 Single 8 or other suits, 4 in all 8 8 Pair of 8s or other suits, 6 in all"
        " 8 8 8 Triple of 8s or other suits, 4 in all 8 8 8 8 Bomb of four 8s Bomb"
    )
    assert "The leader too" in answer


def test_wish_helper_finds_the_one_way(client: Client) -> None:
    hand = "4j 5s 6p 8t phoenix"
    answer = text(client, "wish-helper", table="mahjong 2j 3s 4p 5t", hand=hand, wish="6")
    assert answer.startswith("You must The wish is 6, and there is one way to play it. 4 5 6 8")


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("phoenix Aj", "You need not You hold no real 8."),
        ("8j Aj", "You need not You hold 8, but cannot legally play it now."),
    ],
)
def test_wish_helper_says_why_not(client: Client, hand: str, sentence: str) -> None:
    answer = text(client, "wish-helper", table="9j", hand=hand, wish="8")
    assert answer.startswith(sentence)


def test_wish_helper_names_what_the_house_allows_instead(client: Client) -> None:
    hand = "8j 2j 2s 2p 2t"
    answer = text(client, "wish-helper", table="7s", hand=hand, wish="8", house="other-bomb")
    told = (
        "8 Single 8 By a house rule you may play this instead, and the wish stays:"
        " 2 2 2 2 Bomb of four 2s Bomb"
    )
    assert told in answer
    assert "Another bomb in turn is allowed" in answer


@pytest.mark.parametrize(
    ("asked", "free"),
    [
        ({"table": "7s"}, True),
        ({"table": "7s", "house": "bombs-in-turn"}, False),
        ({}, False),
    ],
)
def test_wish_helper_speaks_of_bombs_out_of_turn_where_they_may_fall(
    client: Client, asked: dict[str, str], *, free: bool
) -> None:
    answer = text(client, "wish-helper", hand="8j 9s", wish="8", **asked)
    assert ("free to throw any bomb" in answer) is free
    assert ("A bomb out of turn is free" in answer) is free


def test_long_list_says_how_many_more_there_are(client: Client) -> None:
    hand = "10p 10s 10t 8j 8s 8t 9j 9p 9s 9t Jj Jp Js phoenix"
    answer = text(client, "wish-helper", hand=hand, wish="9")
    ways = int(re.findall(r"There are (\d+) ways", answer)[0])
    listed = re.findall(r"(?:or other suits, (\d+) in all|Bomb of four 9s Bomb)", answer)
    more = int(re.findall(r"And (\d+) more plays", answer)[0])
    lines = [int(each or 1) for each in listed]
    assert ways == 1537
    assert sum(lines) + MAX_LINES - len(lines) + more == ways
