"""A phone reads the plan of a game whose partners change as `scoring.rules` does."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import BySeat, HouseRules, RoundResult, score_round
from scoring.rules.rotation import Rotation, RotationRound, RotationScoring, points_by_split
from tests.cases import VECTORS, case_id
from tests.javascript import JavaScript
from tests.rules.strategies import results

PLAN, STANDINGS = "scoring/js/offline/rotation.js", "scoring/js/offline/player-standings.js"
JS = JavaScript(PLAN, STANDINGS)
NAMES = ["Ada", "Cleo", "Ben", "Dora", "Eva", "Finn", "Gil"]
CASES = json.loads((VECTORS / "tournament.json").read_text())["rounds"]
NINE = HouseRules(grand=False, double_win=100)


def names(players: BySeat[int]) -> list[str]:
    return [NAMES[player] for player in players]


def facts_of(rotation: Rotation, played: list[RotationRound]) -> dict[str, Any]:
    """Return the facts as the page has them (`rotation_facts`)."""
    left = rotation.remaining(each.players for each in played)
    return {
        "left": [[number, names(rotation.seats(number))] for number in left],
        "scoring": rotation.scoring,
        "scores": [
            {
                "name": NAMES[player],
                "credits": float(score.win_points),
                "points": score.points,
                "rounds": score.rounds,
            }
            for _, player, score in rotation.standings(played)
        ],
        "splits": [
            {"names": names(players), "A": points.a, "B": points.b}
            for players, points in points_by_split(played)
        ],
    }


def unsent(*numbers: int) -> list[dict[str, Any]]:
    return [{"item": {"id": n, "fields": [["seating", str(n)]]}} for n in numbers]


def test_next_unsent_round_is_the_next_of_the_plan() -> None:
    rotation = Rotation((0, 1, 2, 3), cycles=2)
    played = [rotation.seats(1), rotation.seats(3)]
    left = [[number, names(rotation.seats(number))] for number in rotation.remaining(played)]
    game = {"rotation": {"left": left}}

    order = [unsent(), unsent(4), unsent(4, 5), unsent(4, 5, 6), unsent(5), unsent(4, 6)]
    found = [JS.call(PLAN, "nextRound", game, rounds)[0] for rounds in order]

    assert found == [4, 5, 6, 2, 6, 2]


@pytest.mark.parametrize(
    "case", [case for case in CASES if "error" not in case["expected"]], ids=case_id
)
def test_win_points_are_those_of_the_vector(case: dict[str, Any]) -> None:
    result = RoundResult.from_dict(case["input"])
    points = score_round(result, NINE).points
    sent = {"A": points.a, "B": points.b}

    got = {team: JS.call(STANDINGS, "winPoints", case["input"], sent, team) for team in "AB"}

    assert got == case["expected"]["win"]
    assert sent == case["expected"]["points"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(results(), max_size=12),
    st.integers(0, 12),
    st.sampled_from([*RotationScoring]),
    st.integers(4, 7),
)
def test_players_are_ranked_as_on_the_server(
    results: list[RoundResult], sent: int, scoring: RotationScoring, players: int
) -> None:
    if scoring is RotationScoring.LEAGUE:
        players = 4
    rotation = Rotation(tuple(range(players)), 4, 1, scoring)
    played = [
        RotationRound(rotation.seats(number), result, score_round(result).points)
        for number, result in enumerate(results, 1)
    ]
    rounds = [
        {
            "names": names(each.players),
            "facts": each.result.to_dict(),
            "points": {"A": each.points.a, "B": each.points.b},
        }
        for each in played[sent:]
    ]

    got = JS.call(STANDINGS, "playerStandings", facts_of(rotation, played[:sent]), rounds)

    assert sorted(
        (each["place"], each["name"], each["credits"], each["points"], each["rounds"])
        for each in got
    ) == sorted(
        (place, NAMES[player], float(score.win_points), score.points, score.rounds)
        for place, player, score in rotation.standings(played)
    )
    assert [each["place"] for each in got] == sorted(each["place"] for each in got)
    rounds_played = {score.rounds for _, _, score in rotation.standings(played)}
    assert JS.call(STANDINGS, "haveEqualRounds", got) == (len(rounds_played) == 1)
