"""Tables are solved for a sample of the group's rounds, in the background if possible."""

from typing import Any

import pytest

from scoring.models import Game
from scoring.rules import ByTeam, Seat
from scoring.stats.win_probability import cache
from scoring.stats.win_probability.cache import (
    get_cached_model,
    get_model,
    get_model_or_enqueue,
)
from scoring.stats.win_probability.model import MAX_TARGET
from scoring.stats.win_probability.sample import group_sample, sample_size
from tests.factories import GameFactory, GameWriter, double, plain

pytestmark = pytest.mark.django_db

AHEAD = ByTeam(500, 300)


def play(rounds: int, group: Any = None) -> Game:
    """Play a long game of rounds that are all alike."""
    given = {"group": group} if group else {}
    game: Game = GameFactory.create(target=100_000, **given)
    GameWriter(game).record_often(plain(60), rounds)
    return game


def next_game(before: Game) -> Game:
    game: Game = GameFactory.create(group=before.group)
    return game


def ahead(game: Game) -> float:
    """Return the win probability at 500 : 300."""
    found = get_model(game)
    assert found is not None
    return found.probability(game.race.standing(AHEAD, 8))


def wait_until_solved() -> None:
    cache._TABLES.wait()


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
def test_sample_size_grows_by_a_tenth(rounds: int, expected: int) -> None:
    assert sample_size(rounds) == expected


def test_sample_counts_its_rounds_by_their_points() -> None:
    game = play(29)
    GameWriter(next_game(game)).record(double(Seat.B1))
    GameWriter(next_game(game)).record(double(Seat.A1))

    assert group_sample(game.group_id).sample == ((0, 200, 1), (60, 40, 29))


def test_sample_of_a_new_group_is_empty() -> None:
    assert group_sample(next_game(play(29)).group_id).sample == ()


def test_sample_is_of_one_group() -> None:
    next_game(play(30))

    assert group_sample(next_game(play(3)).group_id).sample == ()


def test_latest_game_does_not_change_its_own_win_probability() -> None:
    assert group_sample(play(30).group_id).sample == ()


def test_sample_is_of_the_games_before_the_latest_in_whichever_of_them_it_is_asked() -> None:
    before = play(30)
    GameWriter(next_game(before)).record(double(Seat.B1))

    assert group_sample(before.group_id).sample == ((60, 40, 30),)


def test_rounds_behind_the_sample_do_not_have_it_read_again(
    django_assert_num_queries: Any,
) -> None:
    sampled = play(30)
    behind = GameWriter(next_game(sampled))
    next_game(sampled)
    before = group_sample(sampled.group_id)
    behind.record(double(Seat.B1))

    with django_assert_num_queries(2):
        assert group_sample(sampled.group_id) == before
    with django_assert_num_queries(1):
        assert group_sample(sampled.group_id) == before


def test_sample_grows_by_the_rounds_behind_it() -> None:
    sampled = play(30)
    behind = GameWriter(next_game(sampled))
    next_game(sampled)
    group_sample(sampled.group_id)
    for _ in range(30):
        behind.record(plain(50))

    assert group_sample(sampled.group_id).sample == ((50, 50, 30), (60, 40, 30))


def test_sample_follows_an_amended_round() -> None:
    sampled = play(30)
    next_game(sampled)
    group_sample(sampled.group_id)
    GameWriter(sampled).amend(1, plain(50))

    assert group_sample(sampled.group_id).sample == ((50, 50, 1), (60, 40, 29))


def test_model_rests_on_the_rounds_of_the_group() -> None:
    """In a group in which no round differs by more than 20 points, a lead is lost less
    easily."""
    calm = play(30)

    assert ahead(next_game(calm)) > ahead(GameFactory.create())


def test_no_model_where_the_target_is_too_far() -> None:
    game = GameFactory.create(target=MAX_TARGET + 1)

    get_model_or_enqueue(game)
    assert get_model(game) is None
    assert get_cached_model(game) is None


def test_model_is_cached_once_it_was_enqueued() -> None:
    game = next_game(play(31))

    before = get_cached_model(game)
    get_model_or_enqueue(game)
    wait_until_solved()

    assert before is None
    assert get_cached_model(game) == get_model(game)


def test_cached_model_takes_one_query(
    django_assert_num_queries: Any,
) -> None:
    game = GameFactory.create()

    with django_assert_num_queries(3):
        get_model_or_enqueue(game)
    with django_assert_num_queries(1):
        get_cached_model(game)


def test_cached_model_takes_no_query_before_the_group_was_read(
    django_assert_num_queries: Any,
) -> None:
    game = GameFactory.create()

    with django_assert_num_queries(0):
        assert get_cached_model(game) is None
