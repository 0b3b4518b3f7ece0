"""The reason of a ruling: the most specific one, in the words of the case."""

import pytest
from django.test import Client

from rules_ref.presentation.rulings import _REASONS_BY_RULE
from tests.rules_ref.answers import text

Asked = dict[str, str]

BOMB = "2j 2s 2p 2t"
TOO_SMALL = (
    "The bomb is too small: it needs more cards than the one on the table, or as many of a "
    "higher rank."
)
NOT_THE_WISH = (
    "The wish is 8. The Phoenix does not count as one, and you can play a real one: so you have"
    " to."
)
NOT_YOUR_TURN: list[tuple[Asked, str]] = [
    ({"table": "8j", "turn": "no"}, "It is not your turn: there is nothing to pass."),
    ({"turn": "no"}, "It is not your turn: there is nothing to pass."),
    (
        {"play": "9j", "turn": "no"},
        "It is not your turn, and nothing can be played before the lead.",
    ),
    (
        {"table": "3j 3s 3p 3t", "play": "9j", "turn": "no"},
        "It is not your turn: only a bigger bomb may be thrown now.",
    ),
    (
        {"table": "8j", "play": "9j", "turn": "no", "house": "bombs-in-turn"},
        "It is not your turn.",
    ),
    (
        {"table": "8j", "play": BOMB, "turn": "no", "house": "bombs-in-turn"},
        "It is not your turn, and at your table bombs wait for it.",
    ),
    (
        {"play": BOMB, "turn": "no", "house": "bombs-in-turn"},
        "Nothing lies on the table yet, and a lead cannot be bombed.",
    ),
    (
        {"table": "8j", "play": "9j", "turn": "passed", "house": "passed-is-out"},
        (
            "You have passed, and at your table a pass holds for the whole trick: you can "
            "only bomb."
        ),
    ),
    (
        {"table": "8j", "play": "9j", "turn": "own"},
        "All the others have passed: you cannot raise your own play, except with a bomb.",
    ),
    (
        {"table": "8j", "turn": "own"},
        "All the others have passed: the trick is yours, so take it.",
    ),
]
TOO_LOW: list[tuple[Asked, str]] = [
    (
        {"table": "dragon", "play": "phoenix"},
        "The Phoenix does not beat the Dragon: only a bomb does.",
    ),
    (
        {"table": "dragon", "play": "Aj"},
        "No single card beats the Dragon: only a bomb does.",
    ),
    (
        {"table": "2j", "play": "mahjong"},
        "The Mah Jong is the lowest card and beats none: it can only be led.",
    ),
    (
        {"table": "3j 3s 3p 3t", "play": BOMB},
        TOO_SMALL,
    ),
    (
        {"table": "2s 3s 4s 5s 6s", "play": "2p 3p 4p 5p 6p", "turn": "no"},
        TOO_SMALL,
    ),
]
NO_COMBINATION: list[tuple[Asked, str]] = [
    ({"play": "dragon Aj"}, "The Dragon is played alone, never with other cards."),
    ({"play": "dog 2j"}, "The Dog is led alone, never with other cards."),
    ({"play": "mahjong 2j"}, "The Mah Jong is played alone, or as the 1 of a straight."),
    (
        {"play": "6j 6s 6p 7j 7s 7p"},
        "Triples of neighbouring ranks cannot be played together.",
    ),
    (
        {"play": "4j 4s 6p 6t"},
        "Several pairs go together as stairs only, and stairs have no gap.",
    ),
    ({"play": "5j 6s 7p 8t"}, "A straight is five or more ranks in a row, without a gap."),
    (
        {"play": "Aj 2s 3p 4t 5j"},
        "A straight does not go round the corner: nothing follows the ace.",
    ),
    (
        {"play": "7j 7s 7p phoenix"},
        "Three of a kind and the Phoenix are no bomb, and nothing else either.",
    ),
    (
        {"play": "7j 7s 7p 7t phoenix"},
        "Four of a kind and the Phoenix are no full house, and no bomb either.",
    ),
    (
        {"play": "mahjong phoenix"},
        "The Phoenix stands for one card from 2 to ace, and none makes a combination of these.",
    ),
    (
        {"play": "2j 3j 4j 5j 6j 7j 8j 9j 10j Jj Qj Kj As phoenix"},
        "There is no place for the Phoenix: it cannot be the 1, and nothing follows the ace.",
    ),
]
WISH: list[tuple[Asked, str]] = [
    (
        {"play": "6s 7p phoenix 9j 10t", "hand": "8t", "wish": "8"},
        NOT_THE_WISH,
    ),
]


@pytest.mark.parametrize(("asked", "sentence"), NOT_YOUR_TURN + TOO_LOW + NO_COMBINATION + WISH)
def test_refusal_has_the_most_specific_reason(
    client: Client, asked: Asked, sentence: str
) -> None:
    assert text(client, "play", **asked).startswith(f"Not legal {sentence}")


def test_every_sentence_of_a_case_is_asked_for() -> None:
    cases = NOT_YOUR_TURN + TOO_LOW + NO_COMBINATION + WISH
    told = {sentence.replace("wish is 8", "wish is %(wish)s") for _asked, sentence in cases}
    assert set(_REASONS_BY_RULE.values()) - told == set()


@pytest.mark.parametrize("table", ["dragon", "8j 8s"])
def test_phoenix_has_no_value_where_it_cannot_be_played(client: Client, table: str) -> None:
    answer = text(client, "play", table=table, play="phoenix")
    assert "Phoenix On the table" in answer
    assert "worth" not in answer


@pytest.mark.parametrize(
    "asked", [{"table": "dog"}, {"table": "dog", "hand": "8j", "wish": "8"}]
)
def test_no_reason_says_to_pass_on_the_dog(client: Client, asked: Asked) -> None:
    answer = text(client, "play", **asked)
    assert "Nobody needs to pass on the Dog: the lead goes to the partner at once." in answer
    assert "A pass." not in answer


def test_wish_that_may_bind_is_named_with_a_refusal_too(client: Client) -> None:
    answer = text(client, "play", table="9j", play="8s", wish="A")
    assert answer.startswith(
        "Not legal It is not higher than what lies there. But the wish is ace: if you hold one"
    )
