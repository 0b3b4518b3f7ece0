"""The rules in the browser give the same results as `scoring.rules`, under every agreement."""

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
from tests.cases import read_rules, vector_rules, vectors
from tests.javascript import JavaScript
from tests.rules.random_rounds import random_facts, random_game, random_rules

MANY = 20_000
RULES = "scoring/js/shared/rules.js"
SEATS = "scoring/js/shared/seats.js"
JS = JavaScript(RULES, SEATS)

SCORE = """({ [rules_name]: rules, [seats_name]: seats }, cases) => cases.map((each) => {
  const [facts, house] = each;
  try {
    const points = rules.scoreRound(facts, house);
    const { calls = [] } = facts;
    const levels = seats.SEATS.map((seat) => rules.furtherLevels(seat, calls, house));
    return { points, facts: rules.readRound(facts), levels };
  } catch (error) {
    if (!(error instanceof rules.IllegalRound)) throw error;
    return { error: error.code, params: error.params };
  }
})""".replace("rules_name", f'"{RULES}"').replace("seats_name", f'"{SEATS}"')

RUN = """({ [name]: rules }, games) => games.map((race) => {
  try {
    return rules.run(race, race.rounds).map((each) => {
      const { totals: { A, B }, state, winner, leader } = each;
      return { totals: [A, B], state, winner, leader, playsOn: rules.playsOn(race, each) };
    });
  } catch (error) {
    if (!(error instanceof rules.IllegalRound)) throw error;
    return { error: error.code, params: error.params };
  }
})""".replace("name", f'"{RULES}"')


def scored(facts: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """Return the score of a round from the library, in the format of the script."""
    rules = read_rules(told)
    try:
        result = RoundResult.from_dict(facts)
        points = score_round(result, rules).points
    except IllegalRound as refused:
        return {"error": refused.code, "params": refused.params}
    return {
        "points": {"A": points.a, "B": points.b},
        "facts": result.to_dict(),
        "levels": [[*further_levels(seat, result.calls, rules)] for seat in Seat],
    }


def ran(game: dict[str, Any]) -> list[dict[str, Any]] | dict[str, Any]:
    """Return the standing of a game before its first round and after each round, in the format
    of the browser."""
    target, rounds, lead, floor = (
        game[name] for name in ("target", "fixed_rounds", "lead", "floor")
    )
    race = Race(target, rounds, lead, floor, TieRule(game["tie"]))
    try:
        standings = race.standings(
            ByTeam(points["A"], points["B"]) for points in game["rounds"]
        )
    except IllegalRound as refused:
        return {"error": refused.code, "params": refused.params}
    return [
        {
            "totals": [*each.totals],
            "state": each.state,
            "winner": each.winner,
            "leader": each.leader,
            "playsOn": race.extended_by_tie(each),
        }
        for each in standings
    ]


def test_rounds_of_the_vectors_score_as_they_say() -> None:
    cases = vectors("scoring")

    answers = JS.run(SCORE, [[case["input"], vector_rules(case)] for case in cases])

    got = [each.get("points") or {"error": each["error"]} for each in answers]
    assert got == [case["expected"] for case in cases]


def test_games_of_the_vectors_are_as_they_say() -> None:
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

    answers = JS.run(RUN, games)

    got = [
        {"error": each["error"]}
        if "error" in each
        else {
            "totals": [after["totals"] for after in each[1:]],
            "state": each[-1]["state"],
            "winner": each[-1]["winner"],
        }
        for each in answers
    ]
    assert got == [case["expected"] for case in cases]


def test_round_scores_as_the_library_says() -> None:
    random = Random(20260)
    cases = [(random_facts(random), random_rules(random)) for _ in range(MANY)]

    answers = JS.run(SCORE, cases)

    differ = [
        (case, got, want)
        for case, got in zip(cases, answers, strict=True)
        if got != (want := scored(*case))
    ]
    assert differ[:3] == []


def test_random_rounds_are_of_every_kind() -> None:
    """Check that the rounds of the test above include all kinds."""
    random = Random(20260)
    cases = [(random_facts(random), random_rules(random)) for _ in range(MANY)]
    assert {scored(*case).get("error") for case in cases} == REFUSALS | {None}


def test_game_that_an_earlier_release_stored_keeps_one_call_per_team() -> None:
    calls = [{"player": "A1", "level": "tichu"}, {"player": "A2", "level": "grand"}]
    facts = {"first_out": "A1", "card_points": {"A": 60, "B": 40}, "calls": calls}

    [answer] = JS.run(SCORE, [[facts, {"one_call_per_team": True}]])

    assert answer["error"] == "TWO_CALLS_IN_ONE_TEAM"


def test_race_ends_as_the_library_says() -> None:
    random = Random(20261)
    games = [random_game(random) for _ in range(MANY)]

    answers = JS.run(RUN, games)

    differ = [
        (game, got, want)
        for game, got in zip(games, answers, strict=True)
        if got != (want := ran(game))
    ]
    assert differ[:3] == []


def test_random_games_end_in_every_way() -> None:
    """Check that the games of the test above include all endings."""
    random = Random(20261)
    ends = [ran(random_game(random)) for _ in range(3000)]
    last = [end[-1] for end in ends if isinstance(end, list)]

    assert {str(each["state"]) for each in last} == {"running", "won", "draw"}
    assert any(isinstance(end, dict) for end in ends)
    assert {each["winner"] for each in last} == {*Team, None}


# Every code with which a round can be refused. The last four are those of house rules.
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
