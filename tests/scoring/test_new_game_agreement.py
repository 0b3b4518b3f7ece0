"""The agreement of a new game: what the form offers, stores and refuses."""

import pytest
from django.test import Client

from scoring.forms.agreements import PRESETS, Preset
from scoring.models import Game
from scoring.rules import TieRule
from tests.scoring.new_game import NAMES, NEW_GAME
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def test_new_game_keeps_what_was_agreed(client: Client) -> None:
    agreed = {
        "target": "other",
        "other_target": "620",
        "tie": "draw",
        "one_call_per_team": "on",
    }
    client.post("/new/", NAMES | agreed)

    game = Game.objects.get()
    assert (game.target, game.tie, game.grand, game.calls_per_team) == (
        620,
        TieRule.DRAW,
        False,
        "one",
    )


@pytest.mark.parametrize("target", ["0", "-5", "1.5", "ten", "", "1000001", "99999999999"])
def test_new_game_refuses_an_invalid_target(client: Client, target: str) -> None:
    response = client.post("/new/", NEW_GAME | {"target": "other", "other_target": target})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "A target is a whole number of points from 1 to 1,000,000." in text(response)


@pytest.mark.parametrize(
    ("fields", "columns"),
    [
        ({"target": "none", "rounds": "8"}, (None, 8, None, None)),
        ({"target": "none", "lead": " 400 "}, (None, None, 400, None)),
        (
            {"target": "500", "rounds": "10", "lead": "400", "floor": "1000"},
            (500, 10, 400, 1000),
        ),
    ],
    ids=str,
)
def test_new_game_ends_by_what_was_agreed(
    client: Client, fields: dict[str, str], columns: tuple[int | None, ...]
) -> None:
    client.post("/new/", NEW_GAME | fields)

    game = Game.objects.get()
    assert (game.target, game.fixed_rounds, game.lead, game.floor) == columns


def test_new_game_is_played_for_what_was_agreed(client: Client) -> None:
    agreed = {"calls_per_team": "one_of_each", "double_win": "100", "failed_calls": "opponents"}
    client.post("/new/", NEW_GAME | agreed)

    game = Game.objects.get()
    assert {name: str(getattr(game, name)) for name in agreed} == agreed


@pytest.mark.parametrize(
    ("field", "value"),
    [("calls_per_team", "two"), ("double_win", "150"), ("failed_calls", "nobody")],
)
def test_new_game_refuses_an_unknown_house_rule(client: Client, field: str, value: str) -> None:
    response = client.post("/new/", NEW_GAME | {field: value})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Choose one of the house rules." in text(response)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"target": "none"},
            "A game needs an end: choose a target, a number of rounds or a lead.",
        ),
        ({"target": "none", "floor": "500"}, "A game needs an end"),
        ({"rounds": "0"}, "A number of rounds is a whole number from 1 to 1,000."),
        ({"rounds": "many"}, "A number of rounds is a whole number from 1 to 1,000."),
        ({"lead": "1.5"}, "A lead is a whole number of points from 1 to 1,000,000."),
        ({"floor": "-1000"}, "How far a team may fall below 0 is a whole number"),
    ],
    ids=str,
)
def test_new_game_refuses_an_invalid_end_and_keeps_what_was_typed(
    client: Client, fields: dict[str, str], sentence: str
) -> None:
    response = client.post("/new/", NEW_GAME | fields)

    assert (response.status_code, Game.objects.count()) == (422, 0)
    page = text(response)
    assert sentence in page
    assert all(
        f'name="{name}" value="{typed}"' in page
        for name, typed in fields.items()
        if name != "target"
    )


def test_game_without_an_end_is_refused_for_that_alone(client: Client) -> None:
    form = client.post("/new/", NEW_GAME | {"target": "none"}).context["form"]

    assert form.errors == {
        "target": ["A game needs an end: choose a target, a number of rounds or a lead."]
    }


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_new_game_is_played_by_a_preset_whatever_the_own_rules_say(
    client: Client, preset: Preset
) -> None:
    own = {"target": "other", "other_target": "many", "rounds": "x", "tie": "coin"}
    client.post("/new/", NAMES | own | {"preset": preset.name})

    assert Game.objects.get().agreement == preset.agreement


def test_new_game_refuses_an_unknown_preset(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"preset": "vegas"})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Choose one of the rules." in text(response)


def test_first_game_is_offered_by_the_official_rules_in_one_line(client: Client) -> None:
    page = text(client.get("/new/"))

    assert '<summary class="button">Official, to 1000</summary>' in page
    assert '<details class="agreement">' in page


@pytest.mark.parametrize(
    ("agreed", "line"),
    [
        ({"preset": "short"}, "Short, to 500"),
        ({"preset": "brettspielwelt"}, "BrettspielWelt, 9 rounds"),
        ({"target": "750"}, "Official, to 750"),
        (
            {"rounds": "8", "double_win": "300", "calls_per_team": "one", "tie": "draw"},
            "Own rules, to 1000, 8 rounds, one call per team, double win 300, a tie is a draw",
        ),
        ({"time_limit": "60"}, "Own rules, to 1000, no new round after 60 min"),
        (
            {"dragon_keeps_last_trick": "on"},
            "Own rules, to 1000, the Dragon keeps the last trick",
        ),
        (
            {"lead": "500", "floor": "1000", "failed_calls": "opponents_grand"},
            (
                "Own rules, to 1000, won by a lead of 500, lost at −1000,"
                " a failed Grand Tichu pays the opponents"
            ),
        ),
    ],
    ids=str,
)
def test_next_game_is_offered_as_the_last_one_was_played(
    client: Client, agreed: dict[str, str], line: str
) -> None:
    client.post("/new/", NEW_GAME | agreed)

    assert f'<summary class="button">{line}</summary>' in text(client.get("/new/"))


def test_refused_agreement_is_shown_open(client: Client) -> None:
    page = text(client.post("/new/", NEW_GAME | {"preset": "own", "rounds": "0"}))

    assert '<details class="agreement" open>' in page
