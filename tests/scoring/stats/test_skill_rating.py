"""Skill ratings learn from games, predict them better than Elo, and find fair teams."""

import pytest

from scoring.stats.ratings.rated_game import RatedGame
from scoring.stats.ratings.skill_rating import INITIAL_SKILL, RatedMatchup, rate_skill
from tests.scoring.stats import simulated

ANNA, BERND, CLARA, DIETER, ELENA = range(5)


def game(won: float | None, players: tuple[int, int, int, int] = (0, 1, 2, 3)) -> RatedGame:
    return RatedGame(players, (), won)


def test_players_start_with_the_initial_skill() -> None:
    new = rate_skill([])

    assert new.skill(ANNA) == INITIAL_SKILL
    assert new.win_probability((ANNA, BERND), (CLARA, DIETER)) == 0.5


def test_winners_gain_what_losers_lose() -> None:
    after = rate_skill([game(1.0)])

    gained = after.skill(ANNA).mu - INITIAL_SKILL.mu
    assert gained > 0
    assert after.skill(CLARA).mu == INITIAL_SKILL.mu + gained
    assert after.skill(BERND).mu == pytest.approx(INITIAL_SKILL.mu - gained)
    assert after.skill(DIETER).sigma < INITIAL_SKILL.sigma


def test_team_b_can_win() -> None:
    after = rate_skill([game(0.0)])

    assert after.skill(BERND).mu > INITIAL_SKILL.mu > after.skill(ANNA).mu


def test_result_moves_everybody_by_its_weight() -> None:
    whole = rate_skill([game(1.0)]).skill(ANNA)

    half = rate_skill([game(1.0)._replace(weight=0.5)]).skill(ANNA)
    nothing = rate_skill([game(1.0)._replace(weight=0.0)]).skill(ANNA)

    assert half.mu == pytest.approx((INITIAL_SKILL.mu + whole.mu) / 2)
    assert half.sigma == pytest.approx((INITIAL_SKILL.sigma + whole.sigma) / 2)
    assert nothing == INITIAL_SKILL


def test_draw_between_equals_moves_nobody() -> None:
    after = rate_skill([game(0.5)])

    assert {after.skill(player).mu for player in range(4)} == {INITIAL_SKILL.mu}


def test_game_that_is_not_over_changes_no_rating() -> None:
    assert rate_skill([game(None)]) == rate_skill([])


def test_history_has_a_point_for_every_game_of_a_player() -> None:
    after = rate_skill([game(1.0), game(None), game(0.0, (ELENA, BERND, CLARA, DIETER))])

    assert [point.game for point in after.history[CLARA]] == [1, 2]
    assert [point.game for point in after.history[ELENA]] == [2]
    assert after.history[CLARA][-1].skill == after.skill(CLARA)


def test_prediction_of_a_game_is_made_before_it() -> None:
    games = [game(1.0), game(0.0, (ANNA, ELENA, CLARA, DIETER))]
    before = rate_skill(games[:1])

    assert rate_skill(games).predictions == (
        0.5,
        before.win_probability((ANNA, CLARA), (ELENA, DIETER)),
    )


def test_chances_of_two_teams_add_to_one() -> None:
    after = rate_skill([game(1.0)] * 5)
    one, other = (ANNA, CLARA), (BERND, DIETER)

    assert after.win_probability(one, other) == pytest.approx(
        1 - after.win_probability(other, one)
    )
    assert after.win_probability(one, other) > 0.5


def test_four_can_play_in_three_ways() -> None:
    assert rate_skill([]).matchups([ANNA, BERND, CLARA, DIETER]) == [
        RatedMatchup((ANNA, BERND), (CLARA, DIETER), 0.5),
        RatedMatchup((ANNA, CLARA), (BERND, DIETER), 0.5),
        RatedMatchup((ANNA, DIETER), (BERND, CLARA), 0.5),
    ]


def test_fairest_teams_come_first() -> None:
    strong = [game(1.0, (ANNA, CLARA, BERND, DIETER)), game(1.0, (ANNA, BERND, CLARA, ELENA))]
    matchups = rate_skill(strong * 10).matchups([ANNA, BERND, CLARA, DIETER, ELENA])

    distances = [abs(matchup.win_probability - 0.5) for matchup in matchups]
    assert len(matchups) == 15
    assert distances == sorted(distances)
    assert distances[0] < 0.05 < distances[-1]


def test_too_few_have_no_teams() -> None:
    assert rate_skill([]).matchups([ANNA, BERND, CLARA]) == []


@pytest.mark.parametrize("known", [100, 300])
def test_unseen_games_are_predicted_better_than_by_elo(known: int) -> None:
    ours, elo = simulated.log_losses(known)

    assert ours < elo < 0.69
