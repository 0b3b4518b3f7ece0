"""The browser's own rules say what `scoring.rules` says, under every agreement."""

from random import Random
from typing import Any

from scoring.rules import (
    ByTeam,
    IllegalRound,
    Race,
    RoundResult,
    Seat,
    Team,
    TieRule,
    further_levels,
    score_round,
)
from tests.cases import read_rules
from tests.javascript import JavaScript
from tests.rules.random_rounds import random_facts, random_game, random_rules

RULES = "scoring/js/shared/rules.js"
JS = JavaScript(RULES)

RACES = """({ [name]: rules }, games) => games.map((race) => {
  try {
    const standings = rules.run(race, race.rounds);
    return standings.map((each) => [each.state, each.winner, rules.playsOn(race, each)]);
  } catch (error) {
    if (!(error instanceof rules.IllegalRound)) throw error;
    return { error: error.code, params: error.params };
  }
})""".replace("name", f'"{RULES}"')


SCORES = """({ [name]: rules }, cases) => cases.map(([facts, house]) => {
  try {
    const { A, B } = rules.scoreRound(facts, house);
    const calls = facts.calls.map(({ player, level }) => ({ player, level }));
    return [A, B, ...rules.SEATS.map((seat) => rules.furtherLevels(seat, calls, house))];
  } catch (error) {
    if (!(error instanceof rules.IllegalRound)) throw error;
    return error.code;
  }
})""".replace("name", f'"{RULES}"')


def scored(facts: dict[str, Any], told: dict[str, Any]) -> object:
    rules = read_rules(told)
    try:
        result = RoundResult.from_dict(facts)
        points = score_round(result, rules).points
    except IllegalRound as refused:
        return refused.code
    return [*points, *([*further_levels(seat, result.calls, rules)] for seat in Seat)]


def test_round_scores_as_the_library_says() -> None:
    random = Random(20266)
    cases = [(random_facts(random), random_rules(random)) for _ in range(3000)]

    answers = JS.run(SCORES, cases)

    differ = [
        (case, got, want)
        for case, got in zip(cases, answers, strict=True)
        if got != (want := scored(*case))
    ]
    assert differ[:3] == []


def test_game_that_an_earlier_release_stored_keeps_one_call_per_team() -> None:
    calls = [{"player": "A1", "level": "tichu"}, {"player": "A2", "level": "grand"}]
    facts = {"first_out": "A1", "card_points": {"A": 60, "B": 40}, "calls": calls}

    assert JS.run(SCORES, [[facts, {"one_call_per_team": True}]]) == ["TWO_CALLS_IN_ONE_TEAM"]


def stands(game: dict[str, Any]) -> object:
    ends = (game[name] for name in ("target", "fixed_rounds", "lead", "floor"))
    target, rounds, lead, floor = ends
    race = Race(target, rounds, lead, floor, TieRule(game["tie"]))
    try:
        standings = race.standings(
            ByTeam(points["A"], points["B"]) for points in game["rounds"]
        )
    except IllegalRound as error:
        return {"error": error.code, "params": error.params}
    return [[each.state, each.winner, race.extended_by_tie(each)] for each in standings]


def test_race_ends_as_the_library_says() -> None:
    random = Random(20264)
    games = [random_game(random) for _ in range(3000)]

    answers = JS.run(RACES, games)

    differ = [
        (game, got, want)
        for game, got in zip(games, answers, strict=True)
        if got != (want := stands(game))
    ]
    assert differ[:3] == []


def test_random_games_end_in_every_way() -> None:
    """What the test above goes through."""
    random = Random(20264)
    ends = [stands(random_game(random)) for _ in range(3000)]
    last = {str(end[-1][0]) for end in ends if isinstance(end, list)}

    assert last == {"running", "won", "draw"}
    assert any(isinstance(end, dict) for end in ends)
    assert {end[-1][1] for end in ends if isinstance(end, list)} == {*Team, None}
