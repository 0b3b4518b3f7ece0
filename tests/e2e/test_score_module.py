"""The browser's own score: that it says what the library says."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Page

from scoring.models import Game
from scoring.rules import (
    ByTeam,
    Call,
    HouseRules,
    IllegalRound,
    Race,
    RoundInProgress,
    RoundResult,
    Standing,
    Tie,
    outlook,
    score_round,
)
from scoring.templatetags.outlook_words import may_change, outlook_sections
from scoring.templatetags.words import facts
from tests.cases import vectors
from tests.e2e.modules import run_module
from tests.factories import GameFactory
from tests.rules.every_result import draw_calls, draw_standing
from tests.rules.random_rounds import random_facts, random_game, random_rules
from tests.server import Server

MANY = 20_000

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


OUTLOOK = """({ outlook }, [words, cases]) => {
  const { dataset } = document.getElementById(words);
  const say = (name, values = {}) =>
    dataset[name].replace(/\\{(\\w+)\\}/g, (_, value) => values[value]);
  return cases.map(([game, stands, calls]) => outlook(game, stands, calls, say));
}"""


def in_browser(page: Page, server: Server, script: str, cases: list[Any]) -> list[Any]:
    answers: list[Any] = json.loads(run_module(page, server, "score.js", script, cases))
    return answers


def scored(facts: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """What the library makes of a round, as the browser answers."""
    try:
        result = RoundResult.from_facts(facts)
        points = score_round(result, HouseRules(**rules)).points
    except IllegalRound as error:
        return {"error": error.code, "params": error.params}
    return {"points": {"A": points.a, "B": points.b}, "facts": result.facts()}


def ran(game: dict[str, Any]) -> dict[str, Any]:
    race = Race(game["target"], game["fixed_rounds"], Tie(game["tie"]))
    try:
        standings = race.run(ByTeam(points["A"], points["B"]) for points in game["rounds"])
    except IllegalRound as error:
        return {"error": error.code, "params": error.params}
    end = standings[-1]
    return {
        "totals": [[*after.totals] for after in standings[1:]],
        "state": end.state,
        "winner": end.winner,
        "leader": end.leader,
        "playsOn": race.plays_on(end),
    }


def test_module_scores_as_the_vectors_say(page: Page, server: Server) -> None:
    cases = vectors("scoring")
    answers = in_browser(
        page, server, SCORE, [[case["input"], case.get("rules", {})] for case in cases]
    )
    got = [each.get("points") or {"error": each["error"]} for each in answers]
    assert got == [case["expected"] for case in cases]


def test_module_stands_as_the_vectors_say(page: Page, server: Server) -> None:
    cases = vectors("game")
    ties = {"draw": "draw", "extra_round": "play_on"}
    games = [
        {
            "target": case["settings"]["target"],
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


def random_outlook(random: Random) -> tuple[Game, Standing, tuple[Call, ...]]:
    agreed = {
        "target": random.choice([300, 1000]),
        "tie": random.choice([*Tie]),
        "grand": random.random() < 0.8,
        "one_call_per_team": random.random() < 0.2,
    }
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    game: Game = GameFactory.build(
        **{f"player_{seat}__name": name for seat, name in names.items()}, **agreed
    )
    calls = RoundInProgress(calls=draw_calls(random, game.house_rules)).calls
    return game, draw_standing(random, game.race), calls


def test_outlook_says_what_the_server_says(page: Page, server: Server) -> None:
    random = Random(20262)
    drawn = [random_outlook(random) for _ in range(1000)]
    expected = [
        {
            "sections": [
                {
                    "heading": section.heading,
                    "lines": [{"team": line.team, "text": line.text} for line in section.lines],
                }
                for section in outlook_sections(prospects, game)
            ],
            "open": may_change(prospects, game),
        }
        for game, standing, calls in drawn
        for prospects in [outlook(game.race, standing, calls, game.house_rules)]
    ]
    cases = [
        [
            json.loads(facts(game)),
            {"totals": dict(standing.totals.items()), "rounds": standing.rounds},
            [call.facts() for call in calls],
        ]
        for game, standing, calls in drawn
    ]

    answers = json.loads(
        run_module(page, server, "outlook.js", OUTLOOK, ["outlook-words", cases], at="/blank/")
    )

    differ = [
        (case, got, want)
        for case, got, want in zip(cases, answers, expected, strict=True)
        if got != want
    ]
    assert differ[:3] == []


# Every code that a round can be refused with, of which the last two are the house's.
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
    "UNKNOWN_CALL",
    "TWO_CALLS_BY_ONE_PLAYER",
    "FIRST_IS_LAST",
    "LAST_MISSING",
    "LAST_CONTRADICTS_ORDER",
    "TRANSFER_CONTRADICTS_CARD_POINTS",
    "GRAND_NOT_ALLOWED",
    "TWO_CALLS_IN_ONE_TEAM",
}
