"""The reference's own content: all of it there, under addresses that last."""

import re
from pathlib import Path

import pytest

from rules_ref.apps import content_fits_together
from rules_ref.reading import CONTENT, reference
from rules_ref.reference import Rule

# Ids that were given out. Pages, bookmarks and shared links lead to them: a line is added for a
# new rule, and none is ever taken away or altered.
GIVEN_OUT = (Path(__file__).parent / "ids.txt").read_text().split()

RULES = [rule for chapter in reference().chapters for rule in chapter.rules]


def test_every_fact_of_the_rulebook_is_covered() -> None:
    covered = {number for rule in RULES for number in rule.covers}
    assert covered == {f"A{number}" for number in range(1, 100)}


def test_every_id_given_out_is_still_there() -> None:
    assert set(GIVEN_OUT) - {rule.id for rule in RULES} == set()


def test_every_id_is_written_down_as_given_out() -> None:
    assert {rule.id for rule in RULES} - set(GIVEN_OUT) == set()


def test_orders_are_unique() -> None:
    orders = [chapter.order for chapter in reference().chapters]
    assert sorted(set(orders)) == orders


def test_content_fits_together() -> None:
    assert content_fits_together() == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_publishers_rule_names_a_text_of_the_publisher(rule: Rule) -> None:
    texts = {"RGG", "FM-DE", "FM-FAQ"}
    assert (rule.sure == "publisher") <= bool(texts & set(rule.sources))


@pytest.mark.parametrize("path", sorted(CONTENT.rglob("*.md")), ids=lambda path: path.stem)
def test_file_has_no_html(path: Path) -> None:
    assert re.findall(r"<[a-z/!]|&\w+;", path.read_text(encoding="utf-8")) == []
