"""The browser's own score: that it says what the library says."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from playwright.sync_api import Page

from scoring.models import Game
from scoring.presentation.games import game_json
from scoring.presentation.winning_conditions import (
    depends_on_calls,
    last_round_sentence,
    winning_condition_sections,
)
from scoring.rules import (
    DOUBLE_WINS,
    ByTeam,
    Call,
    CallsPerTeam,
    FailedCalls,
    IllegalRound,
    Race,
    RoundInProgress,
    RoundResult,
    Standing,
    TieRule,
    list_scenarios,
    score_round,
)
from tests.cases import read_rules, vector_rules, vectors
from tests.e2e.modules import run_module, static_path
from tests.factories import GameFactory
from tests.rules.every_result import draw_calls, draw_standing
from tests.rules.random_rounds import random_facts, random_game, random_race, random_rules
from tests.scoring.field_lists import Fields, sent
from tests.scoring.field_lists import scored as scored_fields
from tests.server import Server

pytestmark = pytest.mark.one_database

MANY = 20_000
RACE = ("target", "fixed_rounds", "lead", "floor")

SCORE = """({ readRound, scoreRound, IllegalRound }, cases) => cases.map(([facts, rules]) => {
  try {
    return { points: scoreRound(facts, rules), facts: readRound(facts) };
  } catch (error) {
    if (!(error instanceof IllegalRound)) throw error;
    return { error: error.code, params: error.params };
  }
})"""
RUN = """({ run, playsOn, IllegalRound }, cases) => cases.map((race) => {
  try {
    const standings = run(race, race.rounds);
    const { state, winner, leader } = standings.at(-1);
    const totals = standings.slice(1).map(({ totals: { A, B } }) => [A, B]);
    return { totals, state, winner, leader, playsOn: playsOn(race, standings.at(-1)) };
  } catch (error) {
    if (!(error instanceof IllegalRound)) throw error;
    return { error: error.code, params: error.params };
  }
})"""


FIELDS = """async ({ factsOf }, [score, cases]) => {
  const { scoreRound, IllegalRound } = await import(score);
  return cases.map((fields) => {
    try {
      const { A, B } = scoreRound(factsOf(fields));
      return [A, B];
    } catch (error) {
      if (!(error instanceof IllegalRound)) throw error;
      return null;
    }
  });
}"""

WINNING_CONDITIONS = """({ winningConditions }, [words, cases]) => {
  const { dataset } = document.getElementById(words);
  const say = (name, values = {}) =>
    dataset[name].replace(/\\{(\\w+)\\}/g, (_, value) => values[value]);
  return cases.map(([game, stands, calls]) => winningConditions(game, stands, calls, say));
}"""


def in_browser(page: Page, server: Server, script: str, cases: list[Any]) -> list[Any]:
    answers: list[Any] = json.loads(run_module(page, server, "shared/rules.js", script, cases))
    return answers


def scored(facts: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """What the library makes of a round, as the browser answers."""
    try:
        result = RoundResult.from_dict(facts)
        points = score_round(result, read_rules(rules)).points
    except IllegalRound as error:
        return {"error": error.code, "params": error.params}
    return {"points": {"A": points.a, "B": points.b}, "facts": result.to_dict()}


def ran(game: dict[str, Any]) -> dict[str, Any]:
    target, rounds, lead, floor = (game[name] for name in RACE)
    race = Race(target, rounds, lead, floor, TieRule(game["tie"]))
    try:
        standings = race.standings(
            ByTeam(points["A"], points["B"]) for points in game["rounds"]
        )
    except IllegalRound as error:
        return {"error": error.code, "params": error.params}
    end = standings[-1]
    return {
        "totals": [[*after.totals] for after in standings[1:]],
        "state": end.state,
        "winner": end.winner,
        "leader": end.leader,
        "playsOn": race.extended_by_tie(end),
    }


def test_module_scores_as_the_vectors_say(page: Page, server: Server) -> None:
    cases = vectors("scoring")
    answers = in_browser(
        page, server, SCORE, [[case["input"], vector_rules(case)] for case in cases]
    )
    got = [each.get("points") or {"error": each["error"]} for each in answers]
    assert got == [case["expected"] for case in cases]


def test_module_stands_as_the_vectors_say(page: Page, server: Server) -> None:
    cases = vectors("game")
    ties = {"draw": "draw", "extra_round": "play_on"}
    games = [
        {
            "target": None if case["settings"]["fixed_rounds"] else case["settings"]["target"],
            "fixed_rounds": (fixed := case["settings"]["fixed_rounds"]),
            "tie": ties[case["settings"]["on_fixed_tie"]] if fixed else "play_on",
            "rounds": case["rounds"],
        }
        for case in cases
    ]
    answers = in_browser(page, server, RUN, games)
    got = [
        {"error": each["error"]}
        if "error" in each
        else {name: each[name] for name in ("totals", "state", "winner")}
        for each in answers
    ]
    assert got == [case["expected"] for case in cases]


def test_module_scores_random_rounds_as_the_library(page: Page, server: Server) -> None:
    random = Random(20260)
    cases = [[random_facts(random), random_rules(random)] for _ in range(MANY)]
    expected = [scored(facts, rules) for facts, rules in cases]

    answers = in_browser(page, server, SCORE, cases)

    differ = [
        (case, got, want)
        for case, got, want in zip(cases, answers, expected, strict=True)
        if got != want
    ]
    assert differ[:3] == []


def drawn_fields() -> list[Fields]:
    """Forms of a round as anybody may send them."""
    cases: list[Fields] = []

    @settings(max_examples=1_000, phases=[Phase.generate], database=None)
    @given(sent())
    def draw(fields: Fields) -> None:
        cases.append(fields)

    draw()
    return cases


def test_form_without_a_network_is_taken_as_a_naive_count_says(
    page: Page, server: Server
) -> None:
    cases = drawn_fields()
    score = static_path(server, "scoring/js/shared/rules.js")
    answers = json.loads(run_module(page, server, "offline/rounds.js", FIELDS, [score, cases]))

    official = {"grand": True, "calls_per_team": "any"}
    expected = [scored_fields(fields, official) for fields in cases]
    got = [answer and tuple(answer) for answer in answers]
    differ = [each for each in zip(cases, got, expected, strict=True) if each[1] != each[2]]
    assert differ[:3] == []


def test_random_rounds_are_of_every_kind(page: Page) -> None:
    random = Random(20260)
    cases = [[random_facts(random), random_rules(random)] for _ in range(MANY)]
    codes = {scored(facts, rules).get("error") for facts, rules in cases}
    assert codes == REFUSALS | {None}


def test_module_runs_random_games_as_the_library(page: Page, server: Server) -> None:
    random = Random(20261)
    games = [random_game(random) for _ in range(MANY)]
    expected = [ran(game) for game in games]

    answers = in_browser(page, server, RUN, games)

    differ = [
        (game, got, want)
        for game, got, want in zip(games, answers, expected, strict=True)
        if got != want
    ]
    assert differ[:3] == []


BLIND = {"extra_call": "Blind Tichu", "extra_call_points": 400}


def random_position(random: Random) -> tuple[Game, Standing, tuple[Call, ...]]:
    agreed = {
        **random_race(random),
        "tie": random.choice([*TieRule]),
        "grand": random.random() < 0.8,
        "calls_per_team": random.choice([*CallsPerTeam]),
        "double_win": random.choice(DOUBLE_WINS),
        "failed_calls": random.choice([*FailedCalls]),
        **random.choice([{}, {"extra_call": "Half", "extra_call_points": 100}, BLIND]),
    }
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    game: Game = GameFactory.build(
        **{f"player_{seat}__name": name for seat, name in names.items()}, **agreed
    )
    calls = RoundInProgress(calls=draw_calls(random, game.house_rules)).calls
    return game, draw_standing(random, game.race), calls


def test_winning_conditions_say_what_the_server_says(page: Page, server: Server) -> None:
    random = Random(20262)
    drawn = [random_position(random) for _ in range(1000)]
    expected = [
        {
            "start": last_round_sentence(standing, game),
            "sections": [
                {
                    "heading": section.heading,
                    "lines": [{"team": line.team, "text": line.text} for line in section.lines],
                }
                for section in winning_condition_sections(scenarios, game)
            ],
            "open": depends_on_calls(scenarios, game),
        }
        for game, standing, calls in drawn
        for scenarios in [list_scenarios(game.race, standing, calls, game.house_rules)]
    ]
    cases = [
        [
            json.loads(game_json(game)),
            {"totals": dict(standing.totals.items()), "rounds": standing.rounds},
            [call.to_dict() for call in calls],
        ]
        for game, standing, calls in drawn
    ]

    answers = json.loads(
        run_module(
            page,
            server,
            "table/winning-conditions.js",
            WINNING_CONDITIONS,
            ["winning-condition-messages", cases],
            at="/blank/",
        )
    )

    differ = [
        (case, got, want)
        for case, got, want in zip(cases, answers, expected, strict=True)
        if got != want
    ]
    assert differ[:3] == []


# Every code that a round can be refused with, of which the last four are the house's.
REFUSALS = {
    "FIRST_OUT_MISSING",
    "UNKNOWN_PLAYER",
    "DUPLICATE_PLAYER_IN_ORDER",
    "OUT_ORDER_TOO_SHORT",
    "FIRST_OUT_CONTRADICTS_ORDER",
    "DOUBLE_WIN_CONTRADICTS_ORDER",
    "CARD_POINTS_MISSING",
    "CARD_POINTS_NOT_INTEGER",
    "CARD_POINTS_NOT_MULTIPLE_OF_5",
    "CARD_POINTS_OUT_OF_RANGE",
    "CARD_POINTS_SUM_NOT_100",
    "CARD_POINTS_WITH_DOUBLE_WIN",
    "PILES_IMPOSSIBLE",
    "UNKNOWN_CALL",
    "TWO_CALLS_BY_ONE_PLAYER",
    "FIRST_IS_LAST",
    "LAST_MISSING",
    "LAST_CONTRADICTS_ORDER",
    "TRANSFER_CONTRADICTS_CARD_POINTS",
    "GRAND_NOT_ALLOWED",
    "EXTRA_CALL_NOT_ALLOWED",
    "TWO_CALLS_IN_ONE_TEAM",
    "TWO_CALLS_OF_A_KIND_IN_ONE_TEAM",
}
