"""The skill distribution is sampled evenly, and lineups are the fairest of the players
present."""

from itertools import islice, pairwise
from random import Random

from scoring.stats.group_ratings import GroupRatings
from scoring.stats.ratings.rated_game import RatedGame
from scoring.stats.ratings.skill_rating import rate_skill
from tests.scoring.stats import simulated

EIGHT = [12.0, -12.0, 6.0, -6.0, 3.0, -3.0, 1.0, -1.0]


def of(games: list[RatedGame]) -> GroupRatings:
    return GroupRatings((), rate_skill(games), (), ())


def of_games(games: int) -> GroupRatings:
    return of(list(islice(simulated.games(Random(1), EIGHT), games)))


def won(*players: int) -> RatedGame:
    a1, b1, a2, b2 = players
    return RatedGame((a1, b1, a2, b2), (200,), 1.0)


def test_nothing_is_looked_at_before_a_game_is_over() -> None:
    assert (of_games(0).sampled_games, of_games(0).skill_curve(1)) == ((), ())


def test_few_games_are_all_looked_at() -> None:
    assert of_games(3).sampled_games == (0, 1, 2, 3)


def test_many_games_are_looked_at_evenly_from_the_first_to_the_last() -> None:
    sampled = of_games(300).sampled_games

    assert (len(sampled), sampled[0], sampled[-1]) == (41, 0, 300)
    assert {after - before for before, after in pairwise(sampled)} == {7, 8}


def test_course_waits_for_players_who_are_absent() -> None:
    course = of([won(0, 1, 2, 3), won(4, 1, 2, 3), won(4, 1, 2, 3)])

    ada, late = course.skill_curve(0), course.skill_curve(4)
    assert ada[0] == late[0] == late[1] == 0.5
    assert 0.5 < ada[1] == ada[2] == ada[3]
    assert 0.5 < late[2] < late[3]


def test_of_four_all_three_ways_are_proposed_the_fairest_first() -> None:
    lineups = of_games(200).lineups([0, 1, 2, 3])

    unfair = [abs(lineup.matchup.win_probability - 0.5) for lineup in lineups]
    assert (len(lineups), unfair) == (3, sorted(unfair))
    assert [lineup.out for lineup in lineups] == [()] * 3


def test_of_more_every_four_is_proposed_once_with_who_sits_out() -> None:
    found = of_games(200)
    lineups = found.lineups(range(6))

    played = [frozenset(lineup.matchup.team + lineup.matchup.other) for lineup in lineups]
    assert len(set(played)) == len(played) == 5
    assert all(
        four | {*lineup.out} == {*range(6)}
        for four, lineup in zip(played, lineups, strict=True)
    )
    assert lineups[0].matchup == found.skill.matchups(range(6))[0]


def test_too_few_or_too_many_cannot_play() -> None:
    found = of_games(0)

    assert (found.lineups(range(3)), found.lineups(range(11))) == ([], [])
