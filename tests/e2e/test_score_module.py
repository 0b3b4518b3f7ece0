"""The browser's own score: that it says what the library says."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Page

from scoring.rules import (
    ByTeam,
    HouseRules,
    IllegalRound,
    Race,
    RoundResult,
    Tie,
    score_round,
)
from tests.cases import vectors
from tests.e2e.modules import run_module
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
