"""A series of games: the number of wins of each team, and when the series is decided."""

from itertools import product

import pytest

from scoring.rules import BEST_OF, BySeat, ByTeam, Series, Team, turn_seats


def test_everybody_moves_one_seat_on_and_keeps_the_partner() -> None:
    turned = turn_seats(BySeat("Ada", "Ben", "Cleo", "Dora"))

    assert turned == BySeat("Dora", "Ada", "Ben", "Cleo")


@pytest.mark.parametrize("best_of", BEST_OF)
def test_series_is_won_with_more_than_half_of_its_games(best_of: int) -> None:
    half = best_of // 2

    assert Series(best_of, ByTeam(half, half)).winner is None
    assert Series(best_of, ByTeam(half + 1, half)).winner is Team.A
    assert Series(best_of, ByTeam(half, half + 1)).winner is Team.B


@pytest.mark.parametrize("winners", [*product([Team.A, Team.B, None], repeat=3)], ids=str)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_wins_are_those_of_the_people_who_sit_there(
    number: int, winners: tuple[Team | None, ...]
) -> None:
    # The players of team A and team B in each of the games.
    seated = [("we", "they"), ("they", "we"), ("we", "they")]
    won = [
        pair["AB".index(winner)] for pair, winner in zip(seated, winners, strict=True) if winner
    ]

    series = Series.seen_from(number, 3, enumerate(winners, 1))

    left, right = seated[number - 1]
    assert series == Series(3, ByTeam(won.count(left), won.count(right)))
