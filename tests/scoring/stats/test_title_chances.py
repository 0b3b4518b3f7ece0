"""The probabilities that players are first at the end of a season: worked examples, and
properties of all histories."""

import pytest

from scoring.stats.played_game import PlayedGame
from scoring.stats.ratings.rated_game import rated_games
from scoring.stats.ratings.skill_rating import SkillRatings, rate_skill
from scoring.stats.seasons import season_table
from scoring.stats.title_chances import TitleChances, title_chances
from tests.factories import plain
from tests.scoring.stats.histories import DRAWN, LOST, WON, game, numbered, random_games

ALIKE = SkillRatings({}, ())
# The tolerance for the share of a thousand simulated seasons.
NEAR = 0.06


def chances(*games: PlayedGame, left: int, skill: SkillRatings = ALIKE) -> TitleChances:
    found = numbered(games)
    return title_chances(found, season_table(found), skill, left)


def in_order(found: TitleChances) -> list[float]:
    """Return the probabilities of players 1, 2 and so on, and the probability that nobody is
    first."""
    by_player = [found.by_player[player] for player in sorted(found.by_player)]
    return [float(each) for each in (*by_player, found.nobody)]


def test_with_no_game_left_who_is_first_has_won() -> None:
    one = game(plain(60), players=(1, 3, 4, 2))
    found = chances(game(WON), one, left=0)
    assert in_order(found) == [1, 0, 0, 0, 0]


def test_who_share_the_first_place_share_the_season() -> None:
    found = chances(game(WON), left=0)
    assert in_order(found) == [0.5, 0.5, 0, 0, 0]


def test_nobody_wins_where_nobody_has_won_more_than_lost() -> None:
    assert chances(game(DRAWN), left=3).nobody == 1


def test_game_between_equals_is_won_by_either_as_likely() -> None:
    found = chances(game(WON), left=1)
    assert found.by_player[1] == found.by_player[2]
    assert float(found.by_player[1]) == pytest.approx(1 / 4, abs=NEAR)
    assert float(found.nobody) == pytest.approx(1 / 2, abs=NEAR)
    assert found.by_player[3] == found.by_player[4] == 0


def test_two_games_between_equals_turn_a_season_as_often_as_both_are_lost() -> None:
    found = chances(game(WON), left=2)
    assert float(found.by_player[3] + found.by_player[4]) == pytest.approx(1 / 4, abs=NEAR)
    assert found.nobody == 0


def test_stronger_team_is_likelier_to_win() -> None:
    before = [game(WON) for _ in range(40)]
    skill = rate_skill(rated_games(numbered(before)))
    rest = [game(WON), game(LOST)]
    found = chances(*rest, left=1, skill=skill)
    wins = skill.win_probability((1, 2), (3, 4))
    assert wins > 0.6
    assert float(found.by_player[1] * 2) == pytest.approx(wins, abs=NEAR)


def test_games_that_nobody_won_are_played_again_as_often() -> None:
    found = chances(game(WON), game(DRAWN), left=1)
    assert float(found.nobody) == pytest.approx(1 / 4, abs=NEAR)


def test_figures_are_the_same_whenever_they_are_worked_out() -> None:
    games = random_games(1, 30, 5)
    assert chances(*games, left=9) == chances(*games, left=9)


@pytest.mark.parametrize("left", [0, 1, 4, 30])
@pytest.mark.parametrize("seed", range(12))
def test_chances_go_with_what_is_possible(seed: int, left: int) -> None:
    games = numbered(random_games(seed, 25, 4 + seed % 4))
    table = season_table(games)
    found = title_chances(games, table, rate_skill(rated_games(games)), left)

    assert sum(found.by_player.values()) + found.nobody == 1
    able = [each.stats.player for each in table.places if each.games_to_lead <= left]
    for player, chance in found.by_player.items():
        assert 0 <= chance <= 1
        assert player in able or chance == 0
    if len(able) == 1:
        assert found.by_player[able[0]] == 1
