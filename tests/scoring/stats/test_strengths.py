"""The rating curve is looked at evenly, and of those who are there the fairest play."""

from itertools import islice, pairwise
from random import Random

from scoring.stats.curve import curve
from scoring.stats.match import Match
from scoring.stats.strengths import Strengths
from tests.scoring.stats import simulated

EIGHT = [12.0, -12.0, 6.0, -6.0, 3.0, -3.0, 1.0, -1.0]


def of(matches: list[Match]) -> Strengths:
    return Strengths((), curve(matches), ())


def of_games(games: int) -> Strengths:
    return of(list(islice(simulated.matches(Random(1), EIGHT), games)))


def won(*players: int) -> Match:
    a1, b1, a2, b2 = players
    return Match((a1, b1, a2, b2), (200,), 1.0)


def test_nothing_is_looked_at_before_a_game_is_over() -> None:
    assert (of_games(0).stops, of_games(0).course(1)) == ((), ())


def test_few_games_are_all_looked_at() -> None:
    assert of_games(3).stops == (0, 1, 2, 3)


def test_many_games_are_looked_at_evenly_from_the_first_to_the_last() -> None:
    stops = of_games(300).stops

    assert (len(stops), stops[0], stops[-1]) == (41, 0, 300)
    assert {after - before for before, after in pairwise(stops)} == {7, 8}


def test_course_waits_for_who_does_not_play() -> None:
    course = of([won(0, 1, 2, 3), won(4, 1, 2, 3), won(4, 1, 2, 3)])

    ada, late = course.course(0), course.course(4)
    assert ada[0] == late[0] == late[1] == 0.5
    assert 0.5 < ada[1] == ada[2] == ada[3]
    assert 0.5 < late[2] < late[3]


def test_of_four_all_three_ways_are_proposed_the_fairest_first() -> None:
    lineups = of_games(200).lineups([0, 1, 2, 3])

    unfair = [abs(lineup.split.chance - 0.5) for lineup in lineups]
    assert (len(lineups), unfair) == (3, sorted(unfair))
    assert [lineup.out for lineup in lineups] == [()] * 3


def test_of_more_every_four_is_proposed_once_with_who_sits_out() -> None:
    found = of_games(200)
    lineups = found.lineups(range(6))

    played = [frozenset(lineup.split.team + lineup.split.other) for lineup in lineups]
    assert len(set(played)) == len(played) == 5
    assert all(
        four | {*lineup.out} == {*range(6)}
        for four, lineup in zip(played, lineups, strict=True)
    )
    assert lineups[0].split == found.curve.splits(range(6))[0]


def test_too_few_or_too_many_cannot_play() -> None:
    found = of_games(0)

    assert (found.lineups(range(3)), found.lineups(range(11))) == ([], [])
