"""Other words for the terms of rules pages: each finds the term that is meant."""

import pytest

from rules_ref.loader import reference
from rules_ref.search import index, search_entries
from tests.rules_ref.questions import TERMS


@pytest.mark.parametrize(("term", "meant"), TERMS.items(), ids=TERMS)
def test_term_of_another_page_finds_what_is_meant(term: str, meant: str) -> None:
    assert meant in [hit.id for hit in search_entries(index(), term).hits[:3]]


@pytest.mark.parametrize(
    ("word_id", "name"), [("word-double-win", "slam"), ("word-mah-jong", "bird")]
)
def test_term_of_another_page_is_in_the_glossary(word_id: str, name: str) -> None:
    tokenize = {word.id: word for page in reference().more for word in page.glossary_terms}
    assert name in tokenize[word_id].aliases
