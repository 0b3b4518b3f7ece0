"""The house rules of play of a group are stored, and rulings at its tables follow them."""

from typing import Any

import pytest
from django.urls import reverse

from rules_ref.presentation.rulings import house_name
from scoring.models import PlayRules
from scoring.rules.play_rules import NO_HOUSE_RULES, HouseRule
from scoring.services.play_rules import play_rules
from tests.factories import Phone
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

OUT_OF_TURN = "?table=7s&play=2j&play=2s&play=2p&play=2t&turn=no"


def rules_page(phone: Phone) -> str:
    return reverse("play_rules", args=[phone.group.key])


def agree(phone: Phone, *rules: str) -> Any:
    return phone.client.post(rules_page(phone), {"house": rules})


def test_bomb_out_of_turn_is_ruled_by_the_house_rule_of_the_group(phone: Phone) -> None:
    before = text(phone.get(f"may-i-play/{OUT_OF_TURN}"))
    agree(phone, "bombs-in-turn")
    after = text(phone.get(f"may-i-play/{OUT_OF_TURN}"))

    assert "A bomb may be played out of turn" in before
    assert "By the rules of your group: those of the rule book" in before
    assert "It is not your turn, and at your table bombs wait for it." in after
    assert "By the rules of your group: Bombs in turn only." in after


@pytest.mark.parametrize(
    ("rule", "asked", "before", "after"),
    [
        (
            "passed-is-out",
            "?table=7s&play=9s&turn=passed",
            "It beats what lies there.",
            "You have passed, and at your table a pass holds for the whole trick",
        ),
        (
            "raise-yourself",
            "?table=7s&play=9s&turn=own",
            "you cannot raise your own play, except with a bomb",
            "It beats your own play, on which all the others have passed.",
        ),
        (
            "raise-yourself",
            "?table=7s&turn=own",
            "A bomb, or taking the trick.",
            "Whatever beats it, or taking the trick.",
        ),
        (
            "passed-is-out",
            "?table=7s&turn=passed",
            "A higher single card, a bomb, or a pass.",
            "A bomb, or a pass.",
        ),
    ],
)
def test_answer_after_passes_is_that_of_the_group(
    phone: Phone, rule: str, asked: str, before: str, after: str
) -> None:
    book = text(phone.get(f"may-i-play/{asked}"))
    agree(phone, rule)
    house = text(phone.get(f"may-i-play/{asked}"))

    assert (before in book, after in book.replace(before, "")) == (True, False)
    assert (after in house, before in house.replace(after, "")) == (True, False)


def test_page_of_the_rules_is_the_same_for_everybody(phone: Phone) -> None:
    before = text(phone.client.get(f"/rules/play/{OUT_OF_TURN}"))
    agree(phone, "bombs-in-turn")

    assert text(phone.client.get(f"/rules/play/{OUT_OF_TURN}")) == before


def test_address_does_not_bring_house_rules_to_the_page_of_a_group(phone: Phone) -> None:
    page = text(phone.get(f"may-i-play/{OUT_OF_TURN}&house=bombs-in-turn"))

    assert "A bomb may be played out of turn" in page


def test_wish_helper_rules_by_the_house_rules_of_the_group(phone: Phone) -> None:
    agree(phone, "wish-on-lead")

    page = text(phone.get("wish-helper/?hand=8j&hand=9s&wish=8"))

    assert "At your table a wish does not bind the leader." in page
    assert "By the rules of your group: A wish does not bind the leader." in page


@pytest.mark.parametrize("rule", HouseRule)
def test_every_house_rule_can_be_agreed_on_and_dropped(phone: Phone, rule: HouseRule) -> None:
    agree(phone, rule)
    agreed = play_rules(phone.group.pk)
    agree(phone)

    assert (agreed, play_rules(phone.group.pk)) == (frozenset({rule}), NO_HOUSE_RULES)


def test_log_says_who_agreed_on_what(phone: Phone) -> None:
    agree(phone, "other-bomb", "bombs-in-turn")
    agree(phone)

    page = text(phone.client.get(rules_page(phone)))

    log = page[page.index("What was agreed") :]
    latest = log.index("As the book has it, without house rules")
    first = log.index("In turn any bomb may be played on a wish, Bombs in turn only")
    assert latest < first
    assert log.count("Android") == 2


def test_same_rules_again_are_no_entry(phone: Phone) -> None:
    agree(phone, "other-bomb")
    agree(phone, "other-bomb")

    assert PlayRules.objects.count() == 1


def test_unknown_house_rule_is_refused_and_changes_nothing(phone: Phone) -> None:
    agree(phone, "other-bomb")

    response = agree(phone, "bombs-in-turn", "ducking")

    assert response.status_code == 422
    assert "There is no house rule “ducking”: choose from the list." in text(response)
    assert 'value="bombs-in-turn" checked' in response.content.decode()
    assert play_rules(phone.group.pk) == {HouseRule.OTHER_BOMB}


def test_rules_of_a_later_release_are_passed_over(phone: Phone) -> None:
    PlayRules.objects.create(group=phone.group, names=["other-bomb", "of-tomorrow"])

    assert play_rules(phone.group.pk) == {HouseRule.OTHER_BOMB}


def test_settings_name_every_house_rule_with_its_rule(phone: Phone) -> None:
    page = phone.client.get(rules_page(phone)).content.decode()

    missing = [
        rule
        for rule in HouseRule
        if house_name(rule) not in page or f'href="/rules/rule/{rule.rule}/"' not in page
    ]
    assert missing == []
