"""Statements of the reference about its sources and about this program are true."""

import pytest

from rules_ref.loader import reference
from rules_ref.reference import Rule
from rules_ref.sources import Confidence
from scoring.forms.agreements import AgreementForm

RULES = {rule.id: rule for page in reference().pages for rule in page.rules}
HOUSE_RULES = [rule for page in reference().more for rule in page.rules]

# A setting of a game, and the house rule that it implements.
SETTINGS = {
    "target": "house-target",
    "rounds": "house-fixed-rounds",
    "lead": "house-big-lead",
    "floor": "house-minus-thousand",
    "time_limit": "house-time-limit",
    "tie": "house-tie",
    "grand": "house-shorter-rules",
    "calls_per_team": "house-one-call-per-team",
    "double_win": "house-tournament",
    "dragon_keeps_last_trick": "house-dragon-last-trick",
    "failed_calls": "house-call-pays-opponents",
    "extra_call": "house-blind-tichu",
    "extra_call_points": "house-blind-tichu",
    "extra_call_until": "house-blind-tichu",
}
# House rules that can be scored without a setting, or with the setting of another rule.
WITHOUT_SETTING = {
    "house-change-partners",  # a rematch mixes the teams
    "house-tournament-rounds",  # the tournament of nine
    "house-tournament-double-win",  # two win points there
    "house-stakes",  # ratings are kept
    "house-breaking-grand",  # failed calls can pay the opponents
    "house-chaos-tichu",  # calls are entered
}


def text(rule_id: str) -> str:
    return " ".join(RULES[rule_id].text)


def scored(rule: Rule) -> str:
    return rule.text[-1].removeprefix("Scored here: ")


@pytest.mark.parametrize(
    ("rule_id", "source"),
    [
        # it says half a rank higher, and does not mention one and a half
        ("phoenix-single", "001"),
        ("phoenix-single", "004"),
        ("tichu", "001"),  # it says 100 points, and does not say until when
        ("house-shorter-rules", "002"),  # it has Grand Tichu, and announces the wish
        ("bomb-order", "000"),  # it compares numbers of cards, and does not mention ranks
        # it says the highest single, and does not mention singles only
        ("dragon", "001"),
        ("dragon", "004"),
        ("adds-to-100", "004"),  # it has the values of the cards, and no sum
        ("ties", "001"),  # it says one more round, and not as many as needed
    ],
)
def test_source_is_not_cited_for_what_it_does_not_say(rule_id: str, source: str) -> None:
    assert source not in RULES[rule_id].sources


@pytest.mark.parametrize(
    ("rule_id", "sources"),
    [
        ("house-dog-against-wish", {"tichuml", "ICubE01", "Kim-Jiny"}),
        ("house-target", {"004", "michelvw", "REF"}),
        ("ask-dragon-last-card", {"REF>WIKI-DE", "REF>FM-FAQ"}),
    ],
)
def test_statement_about_others_has_its_source(rule_id: str, sources: set[str]) -> None:
    assert sources <= set(RULES[rule_id].sources)


@pytest.mark.parametrize("rule_id", ["house-wish-one-lap", "last-trick-no-bomb"])
def test_what_no_source_says_outright_is_marked_as_inferred(rule_id: str) -> None:
    assert RULES[rule_id].confidence is Confidence.INFERENCE


@pytest.mark.parametrize("rule_id", ["ask-hand-size", "ask-taken-trick", "ask-mistake"])
def test_what_no_text_settles_is_marked_so(rule_id: str) -> None:
    assert RULES[rule_id].confidence is Confidence.SILENT
    assert RULES[rule_id].text[0] == "No rule text says. Agree before the game."


def test_cards_are_secret_by_a_text_of_the_publisher() -> None:
    assert RULES["ask-tell-partner"].confidence is Confidence.PUBLISHER
    assert "Cards are secret, from your partner too." in text("ask-tell-partner")


def test_rule_of_the_publisher_says_nothing_that_is_inferred() -> None:
    assert RULES["last-trick"].confidence is Confidence.PUBLISHER
    assert "bomb" not in text("last-trick")


@pytest.mark.parametrize(
    ("rule_id", "told"),
    [
        ("house-straight-from-one", "yet lets the Mah Jong be played in one"),
        ("house-mah-jong-first", "yet lets it be played at any time"),
        ("house-wish-one-lap", "is inferred"),
        ("house-one-call-per-team", "yes. One call per team in all, or one of each kind"),
        ("house-last-player", "There it agrees with the book."),
        ("house-passed-is-out", "Bombs stay open even to those who have passed."),
        ("house-stakes", "ratings, from the points of its rounds"),
        ("house-tournament", "one for everybody after a draw"),
        ("house-tournament-rounds", "nine rounds, three with each of the other players"),
        ("house-tournament-rounds", "six times four rounds"),
        ("house-tournament-rounds", "break a tie"),
        ("house-tournament-double-win", "two points each instead of three"),
        ("house-big-lead", "a lead of 400 or ten rounds"),
        ("house-mega-tichu", "500 to 750 points"),
        ("house-chaos-tichu", "both teams must call Grand Tichu"),
        ("house-breaking-grand", "the opponents 200 points"),
        ("house-minus-thousand", "fallen to minus 1000"),
        ("house-dog-after-pass", "The rule changes nothing."),
        ("ask-dragon-last-card", "German Wikipedia"),
    ],
)
def test_others_are_told_as_they_are(rule_id: str, told: str) -> None:
    assert told in text(rule_id)


def test_every_setting_of_a_game_has_its_house_rule() -> None:
    assert (
        set(AgreementForm.base_fields) - {"preset", "other_target", "one_call_per_team"}
        == SETTINGS.keys()
    )


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.id)
def test_house_rule_is_scored_here_where_there_is_something_for_it(rule: Rule) -> None:
    there = rule.id in {*SETTINGS.values(), *WITHOUT_SETTING}
    assert scored(rule).startswith(("yes", "in part")) is there
    assert "yet" not in scored(rule)
