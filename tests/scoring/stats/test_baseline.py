"""Simulated rounds have the published frequencies."""

from collections import Counter
from random import Random

import pytest

from scoring.rules import CallLevel, score_round
from scoring.stats.win_probability import baseline
from scoring.stats.win_probability.baseline import (
    SimulatedRound,
    score_probabilities,
    simulate_bomb,
    simulate_round,
)

ROUNDS = 100_000


@pytest.fixture(scope="module")
def rounds() -> list[SimulatedRound]:
    random = Random(7)
    return [simulate_round(random) for _ in range(ROUNDS)]


@pytest.mark.parametrize(("level", "number"), [(CallLevel.TICHU, 1), (CallLevel.GRAND, 2)])
def test_calls_are_as_frequent_and_as_lucky_as_published(
    rounds: list[SimulatedRound], level: CallLevel, number: int
) -> None:
    called = sum(each.calls.count(number) for each in rounds)
    made = sum(each.calls[each.order[0]] == number for each in rounds)

    assert called / (4 * ROUNDS) == pytest.approx(baseline.CALLED[level], rel=0.02)
    assert made / called == pytest.approx(baseline.MADE[level], rel=0.01)


def test_double_wins_are_as_frequent_as_published(rounds: list[SimulatedRound]) -> None:
    share = sum(each.double_win for each in rounds) / ROUNDS

    assert share == pytest.approx(baseline.DOUBLE_WIN, rel=0.02)


@pytest.mark.parametrize(
    ("places", "mean"), [((1, 3), 77.8), ((2, 3), 57.9), ((1, 4), 42.1), ((2, 4), 22.2)]
)
def test_card_points_by_places_are_the_published(
    rounds: list[SimulatedRound], places: tuple[int, int], mean: float
) -> None:
    points = [
        100 * team + (1 - 2 * team) * each.card_points_a
        for each in rounds
        if each.card_points_a is not None
        for team in (0, 1)
        if {each.order[place - 1] for place in places} == {team, team + 2}
    ]

    assert sum(points) / len(points) == pytest.approx(mean, abs=0.4)


def test_margins_spread_as_published() -> None:
    shares = score_probabilities()
    spread = sum(share * (a - b) ** 2 for (a, b), share in shares.items()) ** 0.5

    assert spread == pytest.approx(baseline.MARGIN_SD, rel=0.03)


def test_outcomes_are_all_there_are_and_alike_for_both_teams() -> None:
    shares = score_probabilities()

    assert sum(shares.values()) == pytest.approx(1)
    assert all(shares[b, a] == pytest.approx(share) for (a, b), share in shares.items())


def test_outcomes_are_what_is_drawn(rounds: list[SimulatedRound]) -> None:
    shares, drawn = score_probabilities(), Counter(each.points for each in rounds)

    assert set(drawn) <= set(shares)
    assert [drawn[points] / ROUNDS for points in [(200, 0), (60, 40)]] == pytest.approx(
        [shares[200, 0], shares[60, 40]], rel=0.05
    )


@pytest.mark.parametrize("edge", [-40.0, 25.0])
def test_edge_is_what_a_team_is_ahead_by_in_the_mean(edge: float) -> None:
    ahead = sum(share * (a - b) for (a, b), share in score_probabilities(edge).items())

    assert ahead == pytest.approx(edge)


def test_drawn_rounds_are_rounds_of_the_rules(rounds: list[SimulatedRound]) -> None:
    some = rounds[:3000]

    assert [tuple(score_round(each.result).points) for each in some] == [
        each.points for each in some
    ]


def test_one_seed_draws_the_same_rounds() -> None:
    one, other = (
        [simulate_round(random) for _ in range(50)] for random in (Random(3), Random(3))
    )

    assert one == other


def test_bombs_are_as_frequent_as_published() -> None:
    random = Random(5)
    bombs = [simulate_bomb(random) for _ in range(20_000)]

    assert sum(bomb is not None for bomb in bombs) / 20_000 == pytest.approx(0.379, abs=0.01)


def test_every_seat_goes_out_first_alike(rounds: list[SimulatedRound]) -> None:
    firsts = Counter(each.order[0] for each in rounds)

    assert [firsts[seat] / ROUNDS for seat in range(4)] == pytest.approx([0.25] * 4, abs=0.006)
