"""Cards and scores that are written as figures, and their meanings for the search."""

import pytest

from rules_ref.search import index, search_entries
from rules_ref.search.figures import read_figures


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("7 7 7 phoenix", ["=3", "phoenix"]),
        ("my 9999", ["my", "9999", "=4"]),
        ("kkk22", ["kkk22", "=3", "=2"]),
        ("5 6 7 8", ["+"]),
        ("34567", ["34567", "+"]),
        ("10 j q k", ["+"]),
        ("q k a 2 3", ["+", "+a"]),
        ("4455", ["4455", "=2", "=2", "=2+"]),
        ("666 777", ["666", "777", "=3", "=3", "=3+"]),
        ("1020 to 1055", ["1020", ">", "to", "1055", ">>"]),
        ("1000 to 1000", ["1000", ">", "to", "1000", ">="]),
        ("an 8 and 9 j", ["an", "8", "and", "9", "j"]),
        ("1 2", ["1", "2"]),
        ("100 25 56", ["100", "25", "56"]),
    ],
)
def test_figures_are_read_as_what_they_are(words: str, read: list[str]) -> None:
    assert read_figures(words.split()) == read


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("KKKK", "bomb"),
        ("222 333 444", "no-triple-chain"),
        ("j q k a 2", "straight-ends"),
        ("1080 against 1075", "both-over"),
    ],
)
def test_cards_and_scores_find_what_is_said_of_them(question: str, found: str) -> None:
    assert found in [hit.id for hit in search_entries(index(), question).hits[:3]]
