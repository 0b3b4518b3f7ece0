"""The content of the reference is complete, and its addresses never change."""

import re
from pathlib import Path

import pytest

from rules_ref.apps import check_content
from rules_ref.loader import CONTENT, reference
from rules_ref.reference import Part, Rule
from tests.rules_ref.ids import GIVEN_OUT

# Ids that were published. Pages, bookmarks and shared links refer to them. A new rule adds a
# line, and no line is ever removed or changed.

IDS = {entry.id for page in reference().pages for entry in page.entries}
RULES = [rule for page in reference().pages for rule in page.rules]
DISPUTES = [rule for group in reference().disputes for rule in group.rules]
HOUSE_RULES = [rule for page in reference().more for rule in page.rules]


def numbered(letter: str, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, last + 1)]


def test_every_fact_of_the_rulebook_is_covered() -> None:
    rules = [rule for chapter in reference().chapters for rule in chapter.rules]
    assert {number for rule in rules for number in rule.covers} == set(numbered("A", 99))


def test_every_dispute_of_the_rulebook_is_settled_once() -> None:
    assert [number for rule in DISPUTES for number in rule.covers] == numbered("F", 90)


def test_every_house_rule_of_the_rulebook_is_there_once() -> None:
    assert [number for rule in HOUSE_RULES for number in rule.covers] == numbered("B", 35)


@pytest.mark.parametrize("rule", DISPUTES, ids=lambda rule: rule.id)
def test_dispute_is_a_question_with_a_ruling_a_reason_and_its_rule(rule: Rule) -> None:
    ruling, *reason = rule.text
    assert rule.title.endswith("?")
    assert len(ruling) <= 70
    assert reason
    assert 'href="/rules/' in rule.html


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.id)
def test_house_rule_has_the_book_the_others_and_what_is_scored(rule: Rule) -> None:
    begins = [text.split(":")[0] for text in rule.text]
    assert begins == ["The book", "Others", "Scored here"]
    assert 'href="/rules/' in rule.html


def test_glossary_is_in_order() -> None:
    titles = [word.title for page in reference().more for word in page.glossary_terms]
    assert titles == sorted(titles)
    assert len(titles) > 50


def test_every_id_given_out_is_still_there() -> None:
    assert GIVEN_OUT <= IDS


def test_every_id_is_written_down_as_given_out() -> None:
    assert IDS <= GIVEN_OUT


@pytest.mark.parametrize("part", Part)
def test_orders_are_unique(part: Part) -> None:
    orders = [page.order for page in reference().part(part)]
    assert sorted(set(orders)) == orders


def test_content_of_the_reference_passes_its_own_check() -> None:
    assert check_content() == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_publishers_rule_names_a_text_of_the_publisher(rule: Rule) -> None:
    texts = {"RGG", "FM-DE", "FM-FAQ"}
    assert (rule.confidence == "publisher") <= bool(texts & set(rule.sources))


@pytest.mark.parametrize("path", sorted(CONTENT.rglob("*.md")), ids=lambda path: path.stem)
def test_file_has_no_html(path: Path) -> None:
    assert re.findall(r"<[a-z/!]|&\w+;", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted(CONTENT.rglob("*.md")), ids=lambda path: path.stem)
def test_text_has_typographic_apostrophes(path: Path) -> None:
    """Other names of an entry are excluded, because they are written as people type them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "'" in line and "also: " not in line] == []
