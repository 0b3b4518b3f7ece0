"""The results that each team needs, compared with every result of the coming round."""

from itertools import pairwise
from random import Random

import pytest

from scoring.rules import (
    OFFICIAL_RULES,
    ByTeam,
    Call,
    CallLevel,
    HouseRules,
    Race,
    RaceState,
    Scenario,
    Standing,
    Team,
    TieRule,
    WinCondition,
    add_points,
    list_scenarios,
)
from tests.randomised import repeats
from tests.rules.every_result import (
    RULES,
    Cards,
    draw_calls,
    draw_standing,
    own,
    points_with_further_calls,
    results,
)


def condition_with(
    conditions: tuple[WinCondition, ...], level: CallLevel | None, rules: HouseRules
) -> WinCondition:
    """Return the condition that applies to a further call of this level."""
    levels = [None, *sorted(CallLevel, key=rules.worth)]
    never = WinCondition(None, None, (), always=False)
    return [
        never,
        *(
            condition
            for condition in conditions
            if levels.index(condition.level) <= levels.index(level)
        ),
    ][-1]


def wins(condition: WinCondition, team: Team, cards: Cards) -> bool:
    if isinstance(cards, Team):
        return cards in condition.double_wins
    return condition.min_points is not None and own(cards, team) >= condition.min_points


def check(race: Race, standing: Standing, calls: tuple[Call, ...], rules: HouseRules) -> None:
    scenarios = {
        scenario.made_call: scenario
        for scenario in list_scenarios(race, standing, calls, rules)
    }
    assert set(scenarios) == {known for known, _ in results(calls, rules)}
    for (known, new), points in results(calls, rules).items():
        ends = {
            cards: race.standing(
                ByTeam(standing.totals.a + gained.a, standing.totals.b + gained.b),
                standing.rounds + 1,
            )
            for cards, gained in points.items()
        }
        scenario = scenarios[known]
        for team in [new[0]] if new else list(Team):
            check_wins(scenario.win_conditions[team], team, new, ends, rules)
        if not new:
            check_others(race, scenario, ends)


def check_wins(
    conditions: tuple[WinCondition, ...],
    team: Team,
    new: tuple[Team, CallLevel] | None,
    ends: dict[Cards, Standing],
    rules: HouseRules,
) -> None:
    level = new[1] if new else None
    condition = condition_with(conditions, level, rules)
    won = {
        cards
        for cards, after in ends.items()
        if after.state is RaceState.WON and after.totals[team] > after.totals[team.opponents]
    }
    assert won == {cards for cards in ends if wins(condition, team, cards)}
    if condition.level is level:
        assert condition.always == (won == set(ends))
    needed = [(condition.min_points, team in condition.double_wins) for condition in conditions]
    assert all(one != other for one, other in pairwise(needed))
    assert all(
        condition.min_points is not None or condition.double_wins for condition in conditions
    )


def check_others(race: Race, scenario: Scenario, ends: dict[Cards, Standing]) -> None:
    counted = {cards: after for cards, after in ends.items() if not isinstance(cards, Team)}
    for team, stays in scenario.survival_points.items():
        least = 1000 if stays is None else stays
        assert {cards for cards in counted if own(cards, team) >= least} == {
            cards
            for cards, after in counted.items()
            if after.state is RaceState.RUNNING or after.winner is team
        }
    tied = {cards for cards, after in ends.items() if ends_level(race, after)}
    assert tied == {
        *([] if scenario.tie_points is None else [scenario.tie_points]),
        *scenario.tying_double_wins,
    }


def ends_level(race: Race, after: Standing) -> bool:
    total, last = after.totals.a, race.fixed_rounds
    return total == after.totals.b and (
        (race.target is not None and total >= race.target)
        or (last is not None and after.rounds >= last)
        or (race.floor is not None and total <= -race.floor)
    )


RACES = [Race(target=target, tie=tie) for target in (300, 500, 1000) for tie in TieRule]
RARE_RACES = [
    Race(target=1),
    Race(target=335),
    Race(target=1400),
    *(Race(None, fixed_rounds=10, tie=tie) for tie in TieRule),
    Race(None, fixed_rounds=11),
    *(Race(fixed_rounds=10, tie=tie) for tie in TieRule),
    *(Race(lead=300, tie=tie) for tie in TieRule),
    *(Race(floor=100, tie=tie) for tie in TieRule),
    Race(None, lead=300),
    Race(500, fixed_rounds=10, lead=400, floor=200),
]


@pytest.mark.parametrize(
    ("race", "pairs"),
    [*((race, 15) for race in RACES), *((race, 8) for race in RARE_RACES)],
    ids=str,
)
def test_scenarios_agree_with_every_result(race: Race, pairs: int) -> None:
    random = Random(str(race))
    for _ in range(20):
        rules = random.choice(RULES)
        calls = draw_calls(random, rules)
        for _ in repeats(pairs):
            check(race, draw_standing(random, race), calls, rules)


@pytest.mark.parametrize("race", RACES, ids=str)
def test_scenarios_before_any_call_agree_with_every_result(race: Race) -> None:
    random = Random(str(race))
    for _ in repeats(100):
        check(race, draw_standing(random, race), (), OFFICIAL_RULES)


@pytest.mark.parametrize("race", RARE_RACES, ids=str)
def test_further_calls_win_where_a_result_with_them_does(race: Race) -> None:
    random = Random(str(race))
    for _ in repeats(3):
        rules = random.choice(RULES)
        calls, before = draw_calls(random, rules), draw_standing(random, race)
        for scenario in list_scenarios(race, before, calls, rules):
            gained = set(points_with_further_calls(calls, scenario.made_call, rules))
            totals = [add_points(before.totals, points) for points in gained]
            after = [race.standing(each, before.rounds + 1) for each in totals]
            assert scenario.may_be_won == any(each.winner for each in after)
