"""Advice and background are marked as such, have their sources, and have figures that this
program calculates."""

import pytest
from django.test import Client

from rules_ref.loader import reference
from rules_ref.reference import Part, Rule
from rules_ref.sources import Confidence
from scoring.forms.rotations import RotationFields
from scoring.rules import CallLevel
from scoring.rules.rotation import RotationScoring
from scoring.stats.win_probability.baseline import BOMB, CALLED, MADE
from tests.rules_ref.answers import visible
from tests.rules_ref.break_even import break_even

ADVICE = [rule for page in reference().advice for rule in page.rules]
RULES = {rule.id: rule for page in reference().pages for rule in page.rules}
WORTH = {CallLevel.TICHU: 100, CallLevel.GRAND: 200}


def text(rule_id: str) -> str:
    return " ".join(RULES[rule_id].text)


def scored(rule_id: str) -> str:
    (told,) = [each for each in RULES[rule_id].text if each.startswith("Scored here:")]
    return told


def of_hundred(share: float) -> int:
    return round(100 * share)


@pytest.mark.parametrize("rule", ADVICE, ids=lambda rule: rule.id)
def test_advice_is_marked_as_advice_and_leads_to_the_rules(rule: Rule) -> None:
    assert rule.confidence is Confidence.ADVICE
    assert rule.sources
    assert 'href="/rules/' in rule.html


def test_nothing_else_is_marked_as_advice() -> None:
    others = [page for page in reference().pages if page.part is not Part.ADVICE]
    marked = {rule.confidence for page in others for rule in page.rules}
    assert Confidence.ADVICE not in marked


def test_advice_covers_the_round_from_the_push_to_the_end() -> None:
    before = {"push", "tichu", "grand", "call-figures"}
    subjects = before | {"lead", "partner", "dog", "dragon", "wish", "bombs", "end"}
    assert {f"advice-{subject}" for subject in subjects} <= RULES.keys()


@pytest.mark.parametrize(
    ("own", "theirs", "told"),
    [
        (0, 0, "At 0 : 0: Tichu {} of 100, Grand Tichu {}."),
        (950, 500, "With 950 : 500 in front: Tichu {} of 100, Grand Tichu {}."),
        (500, 950, "With 500 : 950 behind: Tichu {} of 100, Grand Tichu {}."),
    ],
)
def test_figures_of_calls_follow_from_the_win_probabilities(
    own: int, theirs: int, told: str
) -> None:
    figures = [of_hundred(break_even(own, theirs, worth)) for worth in WORTH.values()]
    assert told.format(*figures) in text("advice-call-figures")


def test_published_rates_are_those_that_this_program_calculates_with() -> None:
    made = {level: of_hundred(MADE[level]) for level in CALLED}
    assert (
        f"{made[CallLevel.TICHU]} of 100 Tichus were made,"
        f" and {made[CallLevel.GRAND]} of 100 Grand Tichus"
    ) in text("advice-call-figures")
    assert f"In {of_hundred(BOMB)} of 100 rounds a bomb falls" in text("advice-bombs")


@pytest.mark.parametrize(
    ("rule_id", "told"),
    [
        ("history-china", "in 1988"),
        ("history-chinese", "not everybody believes it"),
        ("edition-publishers", "called Tai-Pan"),
        ("own-deck", "jokers, or four cards of a second deck"),
        ("players-three", "End after a number of rounds that three divides"),
        ("players-six", "three partners out before any opponent are worth 300"),
        ("players-many", "without teams and without points"),
        ("tournament-german", "six times four rounds"),
        ("tournament-league", "eight with each partner"),
    ],
)
def test_others_are_told_as_they_are(rule_id: str, told: str) -> None:
    assert told in text(rule_id)


@pytest.mark.parametrize(
    ("rule_id", "partners"),
    [
        ("players-rotate", RotationScoring.POINTS),
        ("tournament-league", RotationScoring.LEAGUE),
        ("tournament-german", RotationScoring.WIN_POINTS),
        ("house-tournament-rounds", RotationScoring.WIN_POINTS),
    ],
)
def test_way_in_which_partners_change_is_named_as_it_is_chosen(
    rule_id: str, partners: RotationScoring
) -> None:
    choices = dict(RotationFields.base_fields["partners"].choices)  # type: ignore[attr-defined]
    assert str(choices[partners]) in scored(rule_id)


@pytest.mark.parametrize("rule_id", ["players-three", "players-six", "players-many"])
def test_other_numbers_of_players_are_not_scored_and_it_is_said_why(rule_id: str) -> None:
    scored, reason = RULES[rule_id].text[-1].split(". ", 1)
    assert scored == "Scored here: no"
    assert reason


def test_page_of_advice_says_what_its_marks_are(client: Client) -> None:
    told = visible(client.get("/rules/advice/").content.decode())
    assert "No rules: tap a mark for who recommends it." in told
    assert "Advice. Not a rule: players recommend it, or figures support it." in told
