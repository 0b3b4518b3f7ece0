"""The curve learns from games, foretells them better than Elo, and finds fair teams."""

import pytest

from scoring.stats.curve import START, Split, curve
from scoring.stats.match import Match
from tests.scoring.stats import simulated

ANNA, BERND, CLARA, DIETER, ELENA = range(5)


def match(won: float | None, players: tuple[int, int, int, int] = (0, 1, 2, 3)) -> Match:
    return Match(players, (), won)


def test_everybody_starts_alike() -> None:
    new = curve([])

    assert new.strength(ANNA) == START
    assert new.chance((ANNA, BERND), (CLARA, DIETER)) == 0.5


def test_winners_gain_what_losers_lose() -> None:
    after = curve([match(1.0)])

    gained = after.strength(ANNA).mu - START.mu
    assert gained > 0
    assert after.strength(CLARA).mu == START.mu + gained
    assert after.strength(BERND).mu == pytest.approx(START.mu - gained)
    assert after.strength(DIETER).sigma < START.sigma


def test_team_b_can_win() -> None:
    after = curve([match(0.0)])

    assert after.strength(BERND).mu > START.mu > after.strength(ANNA).mu


def test_draw_between_equals_moves_nobody() -> None:
    after = curve([match(0.5)])

    assert {after.strength(player).mu for player in range(4)} == {START.mu}


def test_game_that_is_not_over_tells_nothing() -> None:
    assert curve([match(None)]) == curve([])


def test_curve_has_a_point_for_every_game_of_a_player() -> None:
    after = curve([match(1.0), match(None), match(0.0, (ELENA, BERND, CLARA, DIETER))])

    assert [point.game for point in after.points[CLARA]] == [1, 2]
    assert [point.game for point in after.points[ELENA]] == [2]
    assert after.points[CLARA][-1].strength == after.strength(CLARA)


def test_curve_keeps_what_was_foretold_before_each_game() -> None:
    games = [match(1.0), match(0.0, (ANNA, ELENA, CLARA, DIETER))]
    before = curve(games[:1])

    assert curve(games).foretold == (0.5, before.chance((ANNA, CLARA), (ELENA, DIETER)))


def test_chances_of_two_teams_add_to_one() -> None:
    after = curve([match(1.0)] * 5)
    one, other = (ANNA, CLARA), (BERND, DIETER)

    assert after.chance(one, other) == pytest.approx(1 - after.chance(other, one))
    assert after.chance(one, other) > 0.5


def test_four_can_play_in_three_ways() -> None:
    assert curve([]).splits([ANNA, BERND, CLARA, DIETER]) == [
        Split((ANNA, BERND), (CLARA, DIETER), 0.5),
        Split((ANNA, CLARA), (BERND, DIETER), 0.5),
        Split((ANNA, DIETER), (BERND, CLARA), 0.5),
    ]


def test_fairest_teams_come_first() -> None:
    strong = [match(1.0, (ANNA, CLARA, BERND, DIETER)), match(1.0, (ANNA, BERND, CLARA, ELENA))]
    splits = curve(strong * 10).splits([ANNA, BERND, CLARA, DIETER, ELENA])

    distances = [abs(split.chance - 0.5) for split in splits]
    assert len(splits) == 15
    assert distances == sorted(distances)
    assert distances[0] < 0.05 < distances[-1]


def test_too_few_have_no_teams() -> None:
    assert curve([]).splits([ANNA, BERND, CLARA]) == []


@pytest.mark.parametrize("known", [100, 300])
def test_games_that_were_not_seen_are_foretold_better_than_by_elo(known: int) -> None:
    ours, elo = simulated.log_losses(known)

    assert ours < elo < 0.69
