"""Win probabilities follow from the rules and from how rounds end, and are calibrated."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from scoring.rules import ByTeam, Race, RaceState, Standing, TieRule
from scoring.stats.win_probability.baseline import score_probabilities, simulate_game
from scoring.stats.win_probability.model import (
    MAX_ROUNDS,
    MAX_TARGET,
    PRIOR_ROUNDS,
    Sample,
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)

TO_300, TO_1000 = Race(300), Race(1000)
RACES = [
    *(Race(target, tie=tie) for target in (300, 1000) for tie in TieRule),
    Race(335),
    Race(1),
    Race(1400),
    Race(None, fixed_rounds=6),
]


@cache
def model(race: Race, sample: Sample = ()) -> WinProbabilityModel:
    spec = TableSpec.for_race(race)
    assert spec is not None
    return WinProbabilityModel(race, spec.solve(blend_with_baseline(sample)))


def at(race: Race, a: int, b: int, rounds: int = 0) -> float:
    return model(race).probability(race.standing(ByTeam(a, b), rounds))


def totals_on_the_way(race: Race) -> list[tuple[int, int]]:
    """Return every pair of totals, from -300 on, that a game can have before its end."""
    steps = range(-300, race.target or 1000, 5)
    return [(a, b) for a in steps for b in steps if (a + b) % 100 == 0]


def coming(race: Race, standing: Standing) -> Iterator[tuple[Standing, float]]:
    """Yield the standings after the next round, with their probabilities."""
    for (a, b), share in blend_with_baseline(()).items():
        totals = ByTeam(standing.totals.a + a, standing.totals.b + b)
        yield race.standing(totals, standing.rounds + 1), share


@pytest.mark.parametrize("race", RACES, ids=str)
def test_chance_of_a_new_game_is_even(race: Race) -> None:
    assert at(race, 0, 0) == 0.5


@pytest.mark.parametrize("race", RACES, ids=str)
def test_chance_is_what_the_next_round_is_likely_to_make_of_it(race: Race) -> None:
    random = Random(str(race))
    for a, b in random.sample(totals_on_the_way(race), 40):
        standing = race.standing(ByTeam(a, b), 2)
        ends = coming(race, standing)
        expected = sum(model(race).probability(after) * share for after, share in ends)

        assert model(race).probability(standing) == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize("race", RACES, ids=str)
def test_chances_of_both_teams_add_to_one(race: Race) -> None:
    for a, b in totals_on_the_way(race):
        assert at(race, a, b) == 1 - at(race, b, a)


@pytest.mark.parametrize("race", RACES, ids=str)
def test_chance_grows_with_the_total(race: Race) -> None:
    for a, b in totals_on_the_way(race):
        assert at(race, a, b) <= at(race, a + 100, b)
        assert at(race, a, b) >= at(race, a, b + 100)
        assert at(race, a, b) <= at(race, a + 5, b - 5)


def test_chance_of_a_game_that_is_over_is_what_became_of_it() -> None:
    draw = Race(tie=TieRule.DRAW)

    assert at(TO_1000, 1005, 995) == 1.0
    assert at(TO_1000, 400, 1000) == 0.0
    assert draw.standing(ByTeam(1050, 1050), 9).state is RaceState.DRAW
    assert at(draw, 1050, 1050) == 0.5


def test_chance_is_even_while_a_tie_is_played_on() -> None:
    assert at(TO_1000, 1050, 1050) == 0.5


def test_chances_to_every_usual_target_are_one_table() -> None:
    specs = {TableSpec.for_race(Race(target)) for target in (300, 500, 750, 1000)}

    assert len(specs) == 1
    assert at(TO_300, 100, 200) == at(TO_1000, 800, 900)


def test_chance_before_the_first_row_is_as_on_it() -> None:
    assert at(TO_1000, -900, -1000) == at(TO_1000, -200, -300)


def test_chance_is_none_where_the_end_is_too_far() -> None:
    assert TableSpec.for_race(Race(MAX_TARGET)) is not None
    assert TableSpec.for_race(Race(MAX_TARGET + 1)) is None
    assert TableSpec.for_race(Race(None, fixed_rounds=MAX_ROUNDS)) is not None
    assert TableSpec.for_race(Race(None, fixed_rounds=MAX_ROUNDS + 1)) is None


@pytest.mark.parametrize(
    "race", [Race(fixed_rounds=8), Race(lead=500), Race(floor=1000), Race(None, lead=500)]
)
def test_chance_is_none_where_the_tables_are_not_of_this_race(race: Race) -> None:
    assert TableSpec.for_race(race) is None


def test_chances_after_every_round_of_a_fixed_number_are_those_of_the_standings() -> None:
    race = Race(None, fixed_rounds=3)
    scores = [ByTeam(200, 0), ByTeam(-40, 140), ByTeam(40, 60), ByTeam(50, 50), ByTeam(60, 40)]
    _, *after, _ = race.standings(scores)

    columns = [score.a for score in scores], [score.b for score in scores]
    assert model(race).probabilities_after_rounds(*columns) == list(
        map(model(race).probability, after)
    )


def test_lead_in_the_last_round_of_a_fixed_number_is_lost_by_worse_rounds_only() -> None:
    race = Race(None, fixed_rounds=6)
    worse = sum(share for (a, b), share in score_probabilities().items() if a - b < -300)
    even = sum(share for (a, b), share in score_probabilities().items() if a - b == -300)

    assert at(race, 400, 100, 5) == pytest.approx(1 - worse - even / 2, abs=0.001)


def test_blend_without_rounds_is_what_is_published() -> None:
    assert blend_with_baseline(()) == pytest.approx(score_probabilities())


def test_blend_counts_every_round_for_both_sides() -> None:
    probabilities = blend_with_baseline(((285, 215, PRIOR_ROUNDS),))
    before = score_probabilities().get((285, 215), 0)

    assert (
        probabilities[285, 215] == probabilities[215, 285] == pytest.approx(before / 2 + 0.25)
    )
    assert sum(probabilities.values()) == pytest.approx(1)


def test_group_that_scores_more_in_a_round_keeps_a_lead_less_often() -> None:
    wild: Sample = ((300, -100, 500), (-200, 200, 500))
    standing = TO_1000.standing(ByTeam(500, 300), 8)

    assert model(TO_1000, wild).probability(standing) < model(TO_1000).probability(standing)


def test_chance_comes_true_as_often_as_it_says() -> None:
    said: list[list[float]] = [[] for _ in range(10)]
    won: list[list[float]] = [[] for _ in range(10)]
    random = Random(2)
    for _ in range(20_000):
        scores = (ByTeam(*round_.points) for round_ in simulate_game(random, TO_1000))
        *course, end = map(model(TO_1000).probability, TO_1000.standings(scores))
        for chance in course:
            tenth = min(int(chance * 10), 9)
            said[tenth].append(chance)
            won[tenth].append(end)

    for told, became in zip(said, won, strict=True):
        assert sum(became) / len(became) == pytest.approx(sum(told) / len(told), abs=0.02)
