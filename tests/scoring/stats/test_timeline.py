"""The timeline of a game shows its turning point, and the lowest win probability of the
winner."""

import pytest

from scoring.rules import ByTeam, Race, Team, TieRule
from scoring.stats.win_probability.model import (
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)
from scoring.stats.win_probability.timeline import LowPoint, ProbabilityChange, Timeline

TIMELINE = Timeline((0.5, 0.625, 0.25, 0.125, 0.5, 1.0))


@pytest.mark.parametrize(
    ("last", "became"),
    [(ByTeam(200, 0), 1.0), (ByTeam(-100, 300), 0.0), (ByTeam(60, 240), 0.5)],
)
def test_timeline_goes_from_even_to_what_became_of_it(last: ByTeam[int], became: float) -> None:
    race = Race(300, tie=TieRule.DRAW)
    spec = TableSpec.for_race(race)
    assert spec is not None
    model = WinProbabilityModel(race, spec.solve(blend_with_baseline(())))

    standings = race.standings([ByTeam(200, 0), ByTeam(40, 60), last])
    ran = Timeline.of(model, standings)
    first, *timeline, end = ran.probabilities
    assert ran.over

    assert (first, end) == (0.5, became)
    assert timeline == [model.probability(standing) for standing in standings[1:-1]]


def test_turning_point_is_the_round_that_moved_most() -> None:
    turn = TIMELINE.turning_point

    assert turn == ProbabilityChange(5, 0.5, 1.0)
    assert (turn.team, turn.size) == (Team.A, 0.5)


def test_round_that_ends_the_game_is_no_turning_point() -> None:
    turn = Timeline(TIMELINE.probabilities, over=True).turning_point

    assert turn == ProbabilityChange(2, 0.625, 0.25)
    assert turn.team is Team.B


def test_turning_point_of_equals_is_the_first() -> None:
    turn = Timeline((0.5, 0.25, 0.5, 0.625)).turning_point

    assert turn == ProbabilityChange(1, 0.5, 0.25)


@pytest.mark.parametrize(
    "timeline",
    [Timeline((0.5, 0.75)), Timeline((0.5, 0.75, 1.0), over=True), Timeline((0.5, 0.25, 0.5))],
    ids=["one round", "one round before the last", "rounds that moved alike"],
)
def test_only_round_is_no_turning_point(timeline: Timeline) -> None:
    assert timeline.turning_point is None


def test_game_without_rounds_has_no_turning_point() -> None:
    assert Timeline((0.5,)).turning_point is None


def test_game_in_which_nothing_moved_has_no_turning_point() -> None:
    assert Timeline((0.5, 0.5)).turning_point is None


def test_lowest_is_the_worst_moment_of_a_team() -> None:
    assert TIMELINE.lowest(Team.A) == LowPoint(3, 0.125)
    assert TIMELINE.lowest(Team.B) == LowPoint(5, 0.0)
    assert Timeline((0.5, 0.25, 0.25, 1.0)).lowest(Team.A) == LowPoint(1, 0.25)
