"""The first evening: ten steps, each of which links to the next, in an order that works at a
table."""

import re

import pytest
from django.test import Client

from rules_ref.loader import reference
from rules_ref.reference import Chapter
from tests.rules_ref.weight import ENCODINGS, compressed_size

STYLES = ["scoring/css/tichu.css", "rules_ref/css/rules.css", "rules_ref/css/learning.css"]


@pytest.fixture
def chapter() -> Chapter:
    (found,) = reference().learning
    return found


@pytest.fixture
def html(client: Client) -> str:
    return str(client.get("/rules/first-evening/").content.decode())


def test_ten_steps_explain_the_game(chapter: Chapter) -> None:
    assert [rule.id for rule in chapter.rules] == [
        "learn-goal",
        "learn-trick",
        "learn-combinations",
        "learn-bombs",
        "learn-mah-jong",
        "learn-dog-dragon",
        "learn-phoenix",
        "learn-points",
        "learn-calls",
        "learn-start",
    ]


def test_every_step_but_the_calls_draws_its_cards(chapter: Chapter) -> None:
    without = [rule.id for rule in chapter.rules if '<span class="card' not in rule.html]
    assert without == ["learn-calls"]


def test_every_step_links_to_the_rules_that_it_explains(chapter: Chapter) -> None:
    assert [rule.id for rule in chapter.rules if 'href="/rules/' not in rule.html] == []


def test_step_leads_to_the_next_one_and_the_last_to_the_practice_round(
    chapter: Chapter, html: str
) -> None:
    leads = re.findall(r'class="button[^"]* go-on" href="(.+?)"', html)
    following = [f"#{rule.id}" for rule in chapter.rules[1:]]
    assert leads == [*following, "/rules/practice/"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_page_and_its_styles_are_light(client: Client, encoding: str) -> None:
    assert compressed_size(client, "/rules/first-evening/", STYLES, encoding) <= 20_000
