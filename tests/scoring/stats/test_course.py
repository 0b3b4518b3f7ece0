"""The course of a game says where it turned, and how bad it looked for the winner."""

import pytest

from scoring.rules import ByTeam, Race, Team, Tie
from scoring.stats.chances import Chances, Ending, blend
from scoring.stats.course import Course, Low, Turn

COURSE = Course((0.5, 0.625, 0.25, 0.125, 0.5, 1.0))


@pytest.mark.parametrize(
    ("last", "became"),
    [(ByTeam(200, 0), 1.0), (ByTeam(-100, 300), 0.0), (ByTeam(60, 240), 0.5)],
)
def test_course_goes_from_even_to_what_became_of_it(last: ByTeam[int], became: float) -> None:
    race = Race(300, tie=Tie.DRAW)
    ending = Ending.of(race)
    assert ending is not None
    chances = Chances(race, ending.solve(blend(())))

    standings = race.run([ByTeam(200, 0), ByTeam(40, 60), last])
    first, *course, end = Course.of(chances, standings).chances

    assert (first, end) == (0.5, became)
    assert course == [chances.of(standing) for standing in standings[1:-1]]


def test_turning_point_is_the_round_that_moved_most() -> None:
    turn = COURSE.turning_point

    assert turn == Turn(5, 0.5, 1.0)
    assert (turn.team, turn.swing) == (Team.A, 0.5)


def test_turning_point_of_equals_is_the_first() -> None:
    turn = Course((0.5, 0.25, 0.5)).turning_point

    assert turn == Turn(1, 0.5, 0.25)
    assert turn.team is Team.B


def test_game_without_rounds_has_no_turning_point() -> None:
    assert Course((0.5,)).turning_point is None


def test_game_in_which_nothing_moved_has_no_turning_point() -> None:
    assert Course((0.5, 0.5)).turning_point is None


def test_lowest_is_the_worst_moment_of_a_team() -> None:
    assert COURSE.lowest(Team.A) == Low(3, 0.125)
    assert COURSE.lowest(Team.B) == Low(5, 0.0)
    assert Course((0.5, 0.25, 0.25, 1.0)).lowest(Team.A) == Low(1, 0.25)
