"""Chances rest on a group's settled rounds, and nobody waits for them who need not."""

from typing import Any

import pytest

from scoring.models import Game
from scoring.rules import ByTeam, Seat
from scoring.stats import tables
from scoring.stats.chances import FARTHEST_TARGET
from scoring.stats.tables import chances, chances_at_hand, prepare, sample, settled
from tests.factories import GameFactory, Pen, double, plain

pytestmark = pytest.mark.django_db

AHEAD = ByTeam(500, 300)


def play(rounds: int, group: Any = None) -> Game:
    """A long game of rounds that are all alike."""
    given = {"group": group} if group else {}
    game: Game = GameFactory.create(target=100_000, **given)
    pen = Pen(game)
    for _ in range(rounds):
        pen.record(plain(60))
    return game


def next_game(before: Game) -> Game:
    game: Game = GameFactory.create(group=before.group)
    return game


def ahead(game: Game) -> float:
    """The chance of 500 : 300."""
    found = chances(game)
    assert found is not None
    return found.of(game.race.standing(AHEAD, 8))


def wait_until_solved() -> None:
    tables._TABLES.wait()


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (0, 0),
        (29, 0),
        (30, 30),
        (59, 30),
        (300, 300),
        (329, 300),
        (330, 330),
        (362, 330),
        (363, 363),
    ],
)
def test_settled_rounds_grow_by_a_tenth(rounds: int, expected: int) -> None:
    assert settled(rounds) == expected


def test_sample_counts_settled_rounds_by_their_points() -> None:
    game = play(29)
    Pen(next_game(game)).record(double(Seat.B1))
    Pen(next_game(game)).record(double(Seat.A1))

    assert sample(game.group_id) == ((0, 200, 1), (60, 40, 29))


def test_sample_of_a_new_group_is_empty() -> None:
    assert sample(play(29).group_id) == ()


def test_sample_is_of_one_group() -> None:
    play(30)

    assert sample(play(3).group_id) == ()


def test_chances_rest_on_the_rounds_of_the_group() -> None:
    """A group that never is more than 20 apart does not give away a lead so soon."""
    calm = play(30)

    assert ahead(next_game(calm)) > ahead(GameFactory.create())


def test_no_chances_where_the_target_is_too_far() -> None:
    game = GameFactory.create(target=FARTHEST_TARGET + 1)

    prepare(game)
    assert chances(game) is None
    assert chances_at_hand(game) is None


def test_chances_are_at_hand_once_they_are_prepared() -> None:
    game = next_game(play(31))

    before = chances_at_hand(game)
    prepare(game)
    wait_until_solved()

    assert before is None
    assert chances_at_hand(game) == chances(game)


def test_chances_are_prepared_by_one_look_at_the_rounds(
    django_assert_num_queries: Any,
) -> None:
    game = GameFactory.create()

    with django_assert_num_queries(2):
        prepare(game)
    with django_assert_num_queries(0):
        prepare(game)
        chances_at_hand(game)
