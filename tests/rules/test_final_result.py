"""Final totals of games without rounds: those that are possible, and those that are not."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import (
    MAX_FINAL_TOTAL,
    ByTeam,
    IllegalRound,
    Race,
    Standing,
    Team,
    TieRule,
    add_points,
    final_standing,
    score_round,
)
from scoring.rules.race import RaceState
from tests.rules.strategies import results

DRAWS = Race(tie=TieRule.DRAW)
FIXED = Race(None, fixed_rounds=8)
LEAD, FLOOR = Race(None, lead=400), Race(1000, floor=500)


def code(race: Race, a: int, b: int) -> str:
    """Return the code with which these totals are refused, or an empty text."""
    try:
        final_standing(race, ByTeam(a, b))
    except IllegalRound as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    ("race", "a", "b", "winner"),
    [
        (Race(), 1000, 0, Team.A),
        (Race(), 995, 1105, Team.B),
        (Race(), 1200, 1100, Team.A),
        (Race(), -455, 1055, Team.B),
        (DRAWS, 1050, 1050, None),
        (FIXED, 300, 500, Team.B),
        (FIXED, -100, -200, Team.A),
        (LEAD, 300, -100, Team.A),
        (FLOOR, -500, 200, Team.B),
        (Race(1000, time_limit=60), 200, 300, Team.B),
    ],
)
def test_finished_game_is_won_by_the_higher_total(
    race: Race, a: int, b: int, winner: Team | None
) -> None:
    standing = final_standing(race, ByTeam(a, b))

    state = RaceState.WON if winner else RaceState.DRAW
    assert standing == Standing(0, ByTeam(a, b), state, rounds_known=False)
    assert standing.winner is winner


@pytest.mark.parametrize(
    ("race", "a", "b", "refused"),
    [
        (Race(), 1001, 499, "FINAL_TOTAL_NOT_IN_FIVES"),
        (Race(), 1005, 600, "FINAL_TOTALS_NOT_IN_HUNDREDS"),
        (FIXED, 5, 0, "FINAL_TOTALS_NOT_IN_HUNDREDS"),
        (Race(), 995, 605, "FINAL_TOTALS_BELOW_TARGET"),
        (Race(), 600, 600, "FINAL_TOTALS_BELOW_TARGET"),
        (FLOOR, 900, -400, "FINAL_TOTALS_BEFORE_END"),
        (LEAD, 300, 0, "FINAL_TOTALS_BEFORE_END"),
        (LEAD, 300, 300, "FINAL_TOTALS_BEFORE_END"),
        (Race(), 1050, 1050, "FINAL_TOTALS_TIED"),
        (FIXED, 400, 400, "FINAL_TOTALS_TIED"),
        (Race(1000, time_limit=60), 400, 400, "FINAL_TOTALS_TIED"),
        (Race(), MAX_FINAL_TOTAL + 100, 0, "FINAL_TOTAL_OUT_OF_RANGE"),
        (Race(), 1000, -MAX_FINAL_TOTAL - 100, "FINAL_TOTAL_OUT_OF_RANGE"),
    ],
)
def test_totals_that_no_finished_game_has_are_refused(
    race: Race, a: int, b: int, refused: str
) -> None:
    assert code(race, a, b) == refused


@given(st.lists(results(), min_size=1, max_size=40))
def test_game_that_was_played_can_be_entered_by_its_totals(rounds: list[object]) -> None:
    race, standing = Race(200), Race(200).standing(ByTeam(0, 0), 0)
    for each in rounds:
        if not standing.over:
            points = score_round(each).points  # type: ignore[arg-type]
            standing = race.standings([points], standing)[-1]

    if standing.over:
        assert final_standing(race, standing.totals).winner is standing.winner


def test_every_result_that_is_taken_is_one_that_rounds_come_to() -> None:
    """For games to 100, by trying all rounds from all totals that are not far from the
    target."""
    race, box = Race(100), range(-300, 400)
    points = {(c + x, 100 - c + y) for c in range(-25, 130, 5) for x, y in _CALLS}
    points |= {(200 + x, y) for x, y in _CALLS} | {(x, 200 + y) for x, y in _CALLS}
    seen, left = {(0, 0)}, [(0, 0)]
    ended: set[tuple[int, int]] = set()
    while left:
        before = ByTeam(*left.pop())
        for a, b in (add_points(before, ByTeam(*each)) for each in points):
            if a not in box or b not in box or (a, b) in seen:
                continue
            seen.add((a, b))
            over = race.standing(ByTeam(a, b), 0).over
            if over:
                ended.add((a, b))
            else:
                left.append((a, b))

    near = [total for total in box if -100 <= total <= 200]
    assert {(a, b) for a, b in product(near, near) if not code(race, a, b)} == {
        (a, b) for a, b in ended if a in near and b in near
    }


# The points that no call, or one call that is made or fails, adds for both teams.
_CALLS = [(0, 0), (100, 0), (-100, 0), (0, 100), (0, -100)]
