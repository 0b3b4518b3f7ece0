"""The tournament of nine and the league evening: vectors, and properties of all of them."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import (
    ByTeam,
    CallLevel,
    HouseRules,
    IllegalRound,
    RoundResult,
    Seat,
    Team,
    score_round,
)
from scoring.rules.player_standings import (
    PlayerScore,
    PlayerStanding,
    RoundCredit,
    league_points,
    player_standings,
)
from scoring.rules.rotation import Rotation, RotationRound, RotationScoring
from tests.cases import VECTORS, case_id
from tests.rules.strategies import results

VECTOR_FILE = json.loads((VECTORS / "tournament.json").read_text())
STANDINGS = [case for case in VECTOR_FILE["standings"] if "input" in case]
tournament_results = results(CallLevel.TICHU)
HOUSE_RULES = HouseRules(grand=False, double_win=100)


def tournament(players: tuple[int, ...] = (0, 1, 2, 3)) -> Rotation:
    return Rotation(players, cycles=3, scoring=RotationScoring.WIN_POINTS)


def played(
    scored: list[RoundResult], players: tuple[int, ...] = (0, 1, 2, 3)
) -> list[PlayerStanding]:
    plan = tournament(players)
    return plan.standings(
        [
            RotationRound(plan.seats(number), result, score_round(result, HOUSE_RULES).points)
            for number, result in enumerate(scored, 1)
        ]
    )


def credit_round(result: RoundResult) -> ByTeam[PlayerScore]:
    """Return the points that this round gives each player of each team."""
    scores = {each.player: each.score for each in played([result])}
    seats = tournament().seats(1)
    return ByTeam(scores[seats[Seat.A1]], scores[seats[Seat.B1]])


@pytest.mark.parametrize("case", VECTOR_FILE["rounds"], ids=case_id)
def test_round_is_credited_as_the_vector_says(case: dict[str, Any]) -> None:
    try:
        credit = credit_round(RoundResult.from_dict(case["input"]))
        got: dict[str, Any] = {
            "win": {team: credit[Team(team)].win_points for team in "AB"},
            "points": {team: credit[Team(team)].points for team in "AB"},
        }
    except IllegalRound as error:
        got = {"error": error.code}

    assert got == case["expected"]


@pytest.mark.parametrize("case", STANDINGS, ids=case_id)
def test_players_are_ranked_as_the_vector_says(case: dict[str, Any]) -> None:
    names = list(case["input"])
    scores = {
        names.index(name): PlayerScore(win_points, points, 9)
        for name, (win_points, points) in case["input"].items()
    }

    ranked = [[each.place, names[each.player]] for each in player_standings(scores)]

    assert ranked == case["expected"]


def test_partners_follow_each_other_as_the_vector_says() -> None:
    (expected,) = (case["expected"] for case in VECTOR_FILE["standings"] if "input" not in case)

    plan = tournament()
    rounds = [plan.seats(number) for number in plan.numbers]

    assert [[[each.a1, each.a2], [each.b1, each.b2]] for each in rounds] == expected


def test_grand_tichu_is_refused() -> None:
    facts = {
        "first_out": "A1",
        "card_points": {"A": 50, "B": 50},
        "calls": [{"player": "A1", "level": "grand"}],
    }

    with pytest.raises(IllegalRound, match="without Grand Tichu"):
        credit_round(RoundResult.from_dict(facts))


@given(tournament_results)
def test_a_round_gives_at_most_six_win_points(result: RoundResult) -> None:
    credit = credit_round(result)

    given_out = sorted((credit.a.win_points, credit.b.win_points))
    assert given_out in ([0, 2], [0, 3], [1, 1])
    assert (given_out == [1, 1]) == (
        not result.double_win and credit.a.points == credit.b.points
    )


@settings(max_examples=30)
@given(st.lists(tournament_results, min_size=9, max_size=9), st.permutations(range(4)))
def test_standings_do_not_depend_on_who_is_which_player(
    scored: list[RoundResult], others: list[int]
) -> None:
    names = (10, 20, 30, 40)
    renamed = tuple(names[other] for other in others)
    to = dict(zip(names, renamed, strict=True))

    one, two = played(scored, names), played(scored, renamed)

    assert sorted((to[each.player], each.place, each.score) for each in one) == sorted(
        (each.player, each.place, each.score) for each in two
    )


@settings(max_examples=30)
@given(st.lists(tournament_results, max_size=9))
def test_points_of_the_players_are_twice_those_of_the_teams(scored: list[RoundResult]) -> None:
    totals = [each.score for each in played(scored)]

    earned = [credit for result in scored for credit in credit_round(result)]
    assert sum(each.points for each in totals) == 2 * sum(each.points for each in earned)
    assert sum(each.win_points for each in totals) == 2 * sum(
        each.win_points for each in earned
    )


def test_who_played_less_is_ranked_by_the_mean() -> None:
    scores = {1: PlayerScore(8, 300, 4), 2: PlayerScore(7, 100, 3), 3: PlayerScore(8, 320, 4)}

    assert [(each.place, each.player) for each in player_standings(scores)] == [
        (1, 2),
        (2, 3),
        (3, 1),
    ]


def test_who_played_no_round_is_last() -> None:
    scores = {1: PlayerScore(), 2: PlayerScore(0, -100, 1), 3: PlayerScore(0, 200, 1)}

    assert [each.player for each in player_standings(scores)] == [3, 2, 1]


def test_a_credit_adds_up() -> None:
    assert PlayerScore().plus(RoundCredit(2, -30)) == PlayerScore(2, -30, 1)


def evening(*points: tuple[int, int]) -> dict[int, Fraction]:
    splits = [ByTeam((0, 1), (2, 3)), ByTeam((0, 2), (1, 3)), ByTeam((0, 3), (1, 2))]
    return league_points(
        [(teams, ByTeam(*each)) for teams, each in zip(splits, points, strict=True)]
    )


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        # The greatest difference is worth 3 points, the next 2, the smallest 1.
        ([(500, 300), (450, 350), (410, 390)], [6, 3, 2, 1]),
        # A player who loses all three splits gets nothing.
        ([(300, 500), (350, 450), (390, 410)], [0, 3, 4, 5]),
        # Two equal differences share 3 and 2.
        ([(500, 300), (500, 300), (410, 390)], [6, 2.5, 2.5, 1]),
        # A level split is worth 1 to two, shared by four.
        ([(500, 300), (450, 350), (400, 400)], [5.5, 3.5, 2.5, 0.5]),
        ([(400, 400), (400, 400), (400, 400)], [3, 3, 3, 3]),
    ],
)
def test_league_points_of_an_evening(
    points: list[tuple[int, int]], expected: list[float]
) -> None:
    assert [evening(*points)[player] for player in range(4)] == expected


totals = st.tuples(st.integers(-20, 40), st.integers(-20, 40))


@given(st.tuples(totals, totals, totals))
def test_an_evening_is_worth_twelve_and_at_most_six_for_one(
    points: tuple[tuple[int, int], ...],
) -> None:
    found = evening(*points)

    assert sum(found.values()) == 12
    assert max(found.values()) <= 6


def test_a_league_evening_has_three_splits() -> None:
    with pytest.raises(ValueError, match="three splits"):
        league_points([(ByTeam((0, 1), (2, 3)), ByTeam(60, 40))] * 4)
