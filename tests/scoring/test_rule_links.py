"""Every refusal and every agreement links to its rule."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.presentation.rounds import RULE_IDS
from scoring.presentation.rule_links import RULES
from scoring.rules import MESSAGES
from tests.factories import Phone
from tests.rules_ref.ids import GIVEN_OUT
from tests.scoring.reading import text


def linked(page: str) -> list[str]:
    return re.findall(r'href="/rules/rule/([a-z0-9-]+)/"', page)


def test_every_code_has_a_rule_or_is_named_as_having_none() -> None:
    assert RULES.keys() == MESSAGES.keys()


def test_every_rule_that_is_linked_is_there() -> None:
    assert {rule for rule in (*RULES.values(), *RULE_IDS.values()) if rule} - GIVEN_OUT == set()


@pytest.mark.parametrize("by", ["htmx", "plain form"])
def test_refused_round_leads_to_its_rule(phone: Phone, by: str) -> None:
    page = text(phone.record(htmx=by == "htmx", first="A1", card_points="33"))

    assert linked(page) == ["card-points"]


def test_refusal_that_no_rule_is_behind_has_no_link(phone: Phone) -> None:
    assert linked(text(phone.record(first="C1", card_points="60"))) == []


@pytest.mark.parametrize(
    ("path", "sent", "rule"),
    [
        ("progress/notes/", {"after": 0, "bomb_seat": "A1"}, "bomb"),
        ("progress/last/", {"after": 0, "first": "A1", "last": "A1"}, "last-player"),
    ],
)
def test_refused_moment_or_count_leads_to_its_rule(
    phone: Phone, path: str, sent: dict[str, Any], rule: str
) -> None:
    response = phone.post(path, **sent)

    assert response.status_code == 422
    assert rule in linked(text(response))


def test_refused_amendment_leads_to_its_rule(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    page = text(phone.post("rounds/1/", seen=1, first="A1", card_points="130"))

    assert "ask-minus-25" in linked(page)


@pytest.mark.django_db
def test_every_setting_leads_to_its_rule(client: Client) -> None:
    page = text(client.get("/new/"))

    rules = [
        "house-target",
        "house-fixed-rounds",
        "house-tie",
        "grand-tichu",
        "house-one-call-per-team",
        "house-tournament",
        "house-call-pays-opponents",
        "house-blind-tichu",
        "house-dragon-last-trick",
    ]
    assert linked(page) == rules
    assert set(rules) <= GIVEN_OUT


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("stats", {"advice-tichu", "advice-grand"}),
        ("player_stats", {"advice-call-figures", "advice-lead", "advice-bombs", "advice-end"}),
        ("pair_stats", {"advice-partner", "advice-push-tells"}),
    ],
)
def test_statistic_leads_to_the_advice_that_it_is_about(
    phone: Phone, name: str, advice: set[str]
) -> None:
    phone.record(first="A1", second="B1", third="A2", card_points="60", call_a1="tichu")
    about = {"number": phone.game.player_a1_id} if name == "player_stats" else {}

    page = text(phone.client.get(reverse(name, kwargs={"key": phone.group.key, **about})))

    assert set(linked(page)) == advice
    assert advice <= GIVEN_OUT


def test_win_probabilities_lead_to_when_a_call_pays(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    assert linked(text(phone.get("race/"))) == ["advice-call-figures"]
