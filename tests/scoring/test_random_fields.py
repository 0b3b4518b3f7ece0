"""Random fields in the forms of a round, some of them repeated, compared with a naive count."""

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.forms import AmendForm, ProgressForm, RoundForm
from scoring.models import Change, Game
from scoring.rules import score_round
from tests.factories import GameFactory, Phone
from tests.scoring.field_lists import CALLS, SEATS, Fields, scored, sent

MANY = 300
OFFICIAL_RULES = {"grand": True, "calls_per_team": "any"}


def with_points(rules: dict[str, Any]) -> dict[str, Any]:
    """Return house rules with the points of their extra call, if they have one."""
    return rules | {"extra_call_points": 400} if "extra_call" in rules else rules


RULES = st.fixed_dictionaries(
    {
        "grand": st.booleans(),
        "calls_per_team": st.sampled_from(["any", "one", "one_of_each"]),
        "double_win": st.sampled_from([100, 200, 300]),
        "failed_calls": st.sampled_from(["minus", "opponents", "opponents_grand"]),
    },
    optional={"extra_call": st.just("Blind Tichu")},
).map(with_points)


def query(fields: Fields) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in fields:
        data.appendlist(name, value)
    return data


def game_of(rules: dict[str, Any]) -> Game:
    # AmendForm queries the changes of the game, so the game needs a primary key. It has no
    # changes.
    game: Game = GameFactory.build(**rules, pk=0)
    return game


def points(form: RoundForm, game: Game) -> tuple[int, int] | None:
    if not form.is_valid():
        return None
    a, b = score_round(form.result, game.house_rules).points
    return a, b


@pytest.mark.django_db
@settings(max_examples=MANY)
@given(sent(), RULES)
@example([("first", "A1"), ("first", "B1"), ("card_points", "60")], OFFICIAL_RULES)
@example(
    [("first", "A1"), ("second", "A2"), ("second", "B1"), ("card_points", "60")], OFFICIAL_RULES
)
def test_round_is_taken_and_scored_as_a_naive_count_says(
    fields: Fields, rules: dict[str, Any]
) -> None:
    game = game_of(rules)
    expected = scored(fields, rules)

    assert points(RoundForm(query(fields), game=game), game) == expected
    amended = AmendForm(query([*fields, ("seen", "1")]), game=game, seq=1)
    assert points(amended, game) == expected


@settings(max_examples=100)
@given(sent(), RULES)
def test_refused_round_says_why_once_with_a_code(fields: Fields, rules: dict[str, Any]) -> None:
    form = RoundForm(query(fields), game=game_of(rules))

    told = form.error_list
    assert len(told) == (scored(fields, rules) is None)
    assert all(sentence and code.isupper() for sentence, code in told)


TICKED = ("first", "second", "third", "dealt", "played")


def expected_progress(fields: Fields) -> dict[str, Any] | None:
    """Return the round in progress that these fields describe, or None if it is refused."""
    once = [name for name, _ in fields if name not in CALLS]
    given_ = dict(fields)
    order = [given_.get(place, "") for place in TICKED[:3]]
    while order and not order[-1]:
        order.pop()
    callers = [value for name, value in fields if name in CALLS]
    wrong = (
        len(set(once)) < len(once)
        or len(set(order)) < len(order)
        or len(set(callers)) < len(callers)
        or not {*order, *callers} <= set(SEATS)
    )
    if wrong:
        return None
    return {
        "order": order,
        "calls": {(value, name) for name, value in fields if name in CALLS},
        "closed": "dealt" in given_ or "played" in given_,
    }


@settings(max_examples=MANY)
@given(sent(), st.lists(st.sampled_from([("dealt", "on"), ("played", "on")]), max_size=3))
def test_what_is_ticked_is_taken_as_a_naive_count_says(fields: Fields, closed: Fields) -> None:
    ticked = [(name, value) for name, value in fields if name in {*TICKED, *CALLS}] + closed
    form = ProgressForm(query([*ticked, ("after", "0")]), game=game_of({}))

    got = None
    if form.is_valid():
        mine = form.cleaned_data["mine"]
        got = {
            "order": [*map(str, mine.out_order)],
            "calls": {(str(call.seat), str(call.level)) for call in mine.calls},
            "closed": mine.grand_too_late,
        }
    assert got == expected_progress(ticked)


@pytest.mark.django_db
@settings(max_examples=50)
@given(fields=sent())
def test_refused_round_changes_nothing_and_another_is_on_the_sheet(fields: Fields) -> None:
    """Through the address and with the database."""
    phone = Phone(Client())
    expected = scored(fields, OFFICIAL_RULES)
    data = query([*fields, ("after", "0")])

    response = phone.client.post(
        f"{phone.url}rounds/",
        data.urlencode(),
        content_type="application/x-www-form-urlencoded",
    )

    assert response.status_code == (302 if expected else 422)
    assert phone.totals() == (expected or (0, 0))
    assert Change.objects.filter(game=phone.game).count() == bool(expected)
