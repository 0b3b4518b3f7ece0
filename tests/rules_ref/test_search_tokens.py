"""The words that rules pages use, other than this one: each finds what is meant by it."""

import pytest

from rules_ref.loader import reference
from rules_ref.search import index, search_entries

# What is to be among the first three.
TERMS = {
    "slam": "double-win",
    "getting a slam": "double-win",
    "double victory": "double-win",
    "bird": "mah-jong",
    "sparrow": "mah-jong",
    "mahjong": "mah-jong",
    "Mahjongg": "mah-jong",
    "volcano": "house-dragon-name",
    "jokers": "phoenix-joker",
    "wildcard": "phoenix-joker",
    "singleton": "single-pair-triple",
    "triad": "single-pair-triple",
    "quartet": "four-of-a-kind",
    "combo": "single-pair-triple",
    "stair steps": "stairs",
    "run of pairs": "stairs",
    "pair-sequence": "word-stairs",
    "wraparound": "straight-ends",
    "straight flush": "suited-straight",
    "SF": "suited-straight",
    "duck": "beat-or-pass",
    "fold": "beat-or-pass",
    "swap": "push",
    "gamble": "tichu",
    "bid": "tichu",
    "claim": "tichu",
    "declare": "tichu",
    "small Tichu": "tichu",
    "large Tichu": "word-grand-tichu",
    "hundred points": "card-points",
    "tally": "card-points",
    "unplayed cards": "last-player",
    "captured cards": "trick-winner",
    "target score": "race",
    "one more round": "house-tie",
    "round x": "house-fixed-rounds",
    "tichujoin": "house-change-partners",
    "tournament mode": "house-tournament",
    "chips": "house-stakes",
    "Elo ranking": "house-stakes",
    "quits": "house-stakes",
}


@pytest.mark.parametrize(("term", "meant"), TERMS.items(), ids=TERMS)
def test_term_of_another_page_finds_what_is_meant(term: str, meant: str) -> None:
    assert meant in [hit.id for hit in search_entries(index().payload, term).hits[:3]]


@pytest.mark.parametrize(
    ("word_id", "name"), [("word-double-win", "slam"), ("word-mah-jong", "bird")]
)
def test_term_of_another_page_stands_in_the_glossary(word_id: str, name: str) -> None:
    tokenize = {word.id: word for page in reference().more for word in page.glossary_terms}
    assert name in tokenize[word_id].aliases
