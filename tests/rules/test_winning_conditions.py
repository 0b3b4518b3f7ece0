"""The results that each team needs in the coming round, by worked examples."""

import pytest

from scoring.rules import (
    OFFICIAL_RULES,
    ByTeam,
    Call,
    CallLevel,
    CallsPerTeam,
    HouseRules,
    IllegalRound,
    Race,
    Scenario,
    Seat,
    Team,
    TieRule,
    WinCondition,
    list_scenarios,
)


def scenarios_at(
    a: int, b: int, *calls: Call, race: Race | None = None, rules: HouseRules = OFFICIAL_RULES
) -> tuple[Scenario, ...]:
    """Return the scenarios after nine rounds with these totals."""
    race = race or Race()
    return list_scenarios(race, race.standing(ByTeam(a, b), 9), calls, rules)


def needs(
    conditions: tuple[WinCondition, ...],
) -> list[tuple[CallLevel | None, int | None, bool]]:
    """Return each condition: a call, card points, and whether a double win is enough."""
    return [
        (condition.level, condition.min_points, bool(condition.double_wins))
        for condition in conditions
    ]


TICHU, GRAND, EXTRA = CallLevel


def test_both_near_the_target() -> None:
    (scenario,) = scenarios_at(880, 945)

    assert needs(scenario.win_conditions.a) == [
        (None, 120, True),
        (TICHU, 35, True),
        (GRAND, -15, True),
    ]
    assert needs(scenario.win_conditions.b) == [(None, 55, True), (TICHU, -25, True)]
    assert (scenario.survival_points, scenario.tie_points, scenario.tying_double_wins) == (
        ByTeam(50, -15),
        None,
        (),
    )


def test_grand_tichu_that_a_made_tichu_makes_needless_is_left_out() -> None:
    (scenario,) = scenarios_at(945, 300)

    assert needs(scenario.win_conditions.a) == [(None, 55, True), (TICHU, -25, True)]


def test_any_made_tichu_wins_whatever_happens_and_card_points_alone_do_not() -> None:
    (scenario,) = scenarios_at(945, 300)

    assert [condition.always for condition in scenario.win_conditions.a] == [False, True]


def test_double_win_wins_where_no_card_points_do() -> None:
    (scenario,) = scenarios_at(800, 0, rules=HouseRules(grand=False))

    assert needs(scenario.win_conditions.a) == [(None, None, True), (TICHU, 100, True)]


def test_far_from_the_target_nobody_wins() -> None:
    (scenario,) = scenarios_at(595, -200)

    assert scenario == Scenario(None, ByTeam((), ()), ByTeam(-25, -25), None, ())


def test_grand_tichu_with_a_double_win_is_the_most_that_a_round_brings() -> None:
    (scenario,) = scenarios_at(600, 595)

    assert (needs(scenario.win_conditions.a), scenario.win_conditions.b) == (
        [(GRAND, None, True)],
        (),
    )


def test_game_without_grand_tichu_has_no_condition_with_it() -> None:
    (scenario,) = scenarios_at(600, 595, rules=HouseRules(grand=False))

    assert scenario.win_conditions == ByTeam((), ())


def test_tie_keeps_a_team_in_the_game() -> None:
    (scenario,) = scenarios_at(970, 960)

    assert (scenario.tie_points, scenario.survival_points) == (45, ByTeam(45, 55))


def test_draw_keeps_nobody_in_the_game() -> None:
    (scenario,) = scenarios_at(970, 960, race=Race(tie=TieRule.DRAW))

    assert (scenario.tie_points, scenario.survival_points) == (45, ByTeam(50, 60))


def test_after_a_tie_the_higher_total_of_the_next_round_wins() -> None:
    (scenario,) = scenarios_at(1050, 1050)

    assert (
        scenario.win_conditions.a[0].min_points,
        scenario.win_conditions.b[0].min_points,
        scenario.tie_points,
    ) == (55, 55, 50)


def test_failed_call_after_a_tie() -> None:
    failed, made = scenarios_at(1000, 1000, Call(Seat.B1, GRAND))

    assert needs(failed.win_conditions.a) == [(None, 0, True), (TICHU, -25, True)]
    assert needs(failed.win_conditions.b) == [(TICHU, 105, True), (GRAND, 55, True)]
    assert (failed.survival_points, failed.tying_double_wins) == (ByTeam(-25, 105), (Team.B,))
    assert made.win_conditions == ByTeam((), (WinCondition(None, -25, (Team.B,), always=True),))


def test_known_call_has_a_scenario_for_made_and_for_failed() -> None:
    failed, made = scenarios_at(880, 945, Call(Seat.B1, TICHU))

    assert (failed.made_call, made.made_call) == (None, Call(Seat.B1, TICHU))
    assert needs(failed.win_conditions.b) == [
        (None, None, True),
        (TICHU, 55, True),
        (GRAND, -25, True),
    ]
    assert made.win_conditions == ByTeam((), (WinCondition(None, -25, (Team.B,), always=True),))


def test_double_win_is_out_of_reach_where_both_partners_calls_fail() -> None:
    calls = Call(Seat.A1, TICHU), Call(Seat.A2, TICHU)
    failed, *_ = scenarios_at(500, 200, *calls, race=Race(None, fixed_rounds=10))

    assert failed.win_conditions.a == (WinCondition(None, 5, (), always=False),)


def test_team_that_has_called_has_no_other_call_where_one_is_allowed() -> None:
    rules = HouseRules(calls_per_team=CallsPerTeam.ONE)
    failed, _ = scenarios_at(880, 945, Call(Seat.B1, TICHU), rules=rules)

    assert needs(failed.win_conditions.b) == [(None, None, True)]


def test_when_all_have_called_one_call_is_made() -> None:
    calls = [Call(seat, TICHU) for seat in Seat]

    assert [scenario.made_call for scenario in scenarios_at(500, 500, *calls)] == calls


def test_double_win_can_tie_where_rounds_are_counted() -> None:
    (scenario,) = scenarios_at(100, 300, race=Race(None, fixed_rounds=10))

    assert (scenario.tie_points, scenario.tying_double_wins) == (None, (Team.A,))


def test_nobody_wins_before_the_last_of_a_fixed_number_of_rounds() -> None:
    (scenario,) = scenarios_at(2000, 0, race=Race(None, fixed_rounds=11))

    assert scenario == Scenario(None, ByTeam((), ()), ByTeam(-25, -25), None, ())


def test_lead_that_no_round_can_turn_wins_whatever_happens() -> None:
    (scenario,) = scenarios_at(2000, 0, race=Race(None, fixed_rounds=10))

    assert scenario.win_conditions == ByTeam(
        (WinCondition(None, -25, (Team.A, Team.B), always=True),), ()
    )


def test_game_that_is_over_has_no_scenarios() -> None:
    with pytest.raises(ValueError, match="game is over"):
        scenarios_at(1000, 995)


@pytest.mark.parametrize(
    ("calls", "rules", "code"),
    [
        (
            [Call(Seat.A1, TICHU), Call(Seat.A1, GRAND)],
            OFFICIAL_RULES,
            "TWO_CALLS_BY_ONE_PLAYER",
        ),
        ([Call(Seat.A1, GRAND)], HouseRules(grand=False), "GRAND_NOT_ALLOWED"),
        (
            [Call(Seat.A1, TICHU), Call(Seat.A2, TICHU)],
            HouseRules(calls_per_team=CallsPerTeam.ONE),
            "TWO_CALLS_IN_ONE_TEAM",
        ),
    ],
)
def test_calls_that_cannot_be_are_refused(
    calls: list[Call], rules: HouseRules, code: str
) -> None:
    with pytest.raises(IllegalRound) as refused:
        scenarios_at(0, 0, *calls, rules=rules)

    assert refused.value.code == code
