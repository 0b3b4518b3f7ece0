"""Ratings find what players add to a round, and say how certain that is."""

from itertools import islice
from random import Random

import pytest

from scoring.models import Group
from scoring.rules import Call, CallLevel, Ending, Seat, TieRule
from scoring.stats.history import read_history
from scoring.stats.ratings.point_rating import PLAYER_SD, PointRating, rate_points
from scoring.stats.ratings.rated_game import RatedGame, rated_games
from tests.factories import GameFactory, GameWriter, GroupFactory, double, plain
from tests.scoring.stats import simulated

ANNA, BERND, CLARA, DIETER, ELENA = range(5)


def game(*margins: int, players: tuple[int, int, int, int] = (0, 1, 2, 3)) -> RatedGame:
    return RatedGame(players, margins, None)


def by_player(games: list[RatedGame]) -> dict[int, PointRating]:
    return {rating.player: rating for rating in rate_points(games)}


def test_of_a_forfeited_game_the_result_is_rated_by_what_was_played(db: None) -> None:
    group: Group = GroupFactory.create()
    for results in (
        [double(Seat.B1), plain(40)],
        [double(Seat.A1, Call(Seat.B1, CallLevel.GRAND))],
        [],
    ):
        writer = GameWriter(GameFactory.create(group=group, target=1000))
        writer.record(plain(50))
        for result in results:
            writer.record(result)
        writer.end(Ending.FORFEITED_BY_B)

    assert [game[1:4] for game in rated_games(read_history(group).games)] == [
        ((), 1.0, 0.31),
        ((), 1.0, 0.25),
        ((), 1.0, 0.05),
    ]


def test_abandoned_game_is_not_rated(db: None) -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    writer.end(Ending.ABANDONED)

    assert rated_games(read_history(writer.game.group).games) == []


def test_rated_game_has_its_winner(db: None) -> None:
    group: Group = GroupFactory.create()
    over = [double(Seat.B1), plain(40), double(Seat.B2)]
    level = [double(Seat.A1), double(Seat.B1), plain(50), plain(50)]
    for results in (over, level, [plain(65)]):
        writer = GameWriter(GameFactory.create(group=group, target=300, tie=TieRule.DRAW))
        for result in results:
            writer.record(result)

    assert [rated[1:3] for rated in rated_games(read_history(group).games)] == [
        ((-200, -20, -200), 0.0),
        ((200, -200, 0, 0), 0.5),
        ((30,), None),
    ]


def test_nobody_has_a_rating_before_the_first_game() -> None:
    assert rate_points([]) == []


def test_edges_add_to_nothing() -> None:
    games = list(islice(simulated.games(Random(1), [5.0, -5.0, 8.0, 0, 1, 2]), 30))

    assert sum(rating.edge for rating in rate_points(games)) == pytest.approx(0, abs=1e-9)


def test_partners_who_always_play_together_share_what_they_win() -> None:
    rated = by_player([game(200, -50, 120), game(30)])

    assert rated[ANNA].edge == pytest.approx(rated[CLARA].edge)
    assert rated[BERND].edge == pytest.approx(-rated[ANNA].edge)
    assert rated[ANNA].edge > 0


def test_rating_separates_the_player_from_the_partner() -> None:
    won = [game(100, 100, players=(ANNA, BERND, partner, DIETER)) for partner in (CLARA, ELENA)]
    lost = [game(-100, players=(CLARA, BERND, ELENA, DIETER))]

    assert rate_points(won + lost)[0].player == ANNA


def test_order_of_games_means_nothing() -> None:
    games = list(islice(simulated.games(Random(1), [9.0, -4.0, -5.0, 0, 3]), 20))
    there, back = by_player(games), by_player(games[::-1])

    assert there.keys() == back.keys()
    for player, rating in there.items():
        assert rating.edge == pytest.approx(back[player].edge)


def test_side_of_the_table_means_nothing() -> None:
    here = by_player([game(150, -20)])
    there = by_player([game(-150, 20, players=(BERND, CLARA, DIETER, ANNA))])

    assert {player: here[player].edge for player in here} == pytest.approx(
        {player: there[player].edge for player in there}
    )


def test_one_round_hardly_changes_a_rating() -> None:
    rated = by_player([game(400)])[ANNA]

    assert 0 < rated.edge < 2
    assert rated.interval.low < 0 < rated.interval.high
    assert rated.interval.high < 2 * PLAYER_SD


def test_rating_counts_games_and_rounds() -> None:
    rated = by_player([game(10, 20, 30), game(5, players=(ANNA, BERND, ELENA, DIETER))])

    assert (rated[ANNA].games, rated[ANNA].rounds) == (2, 4)
    assert (rated[ELENA].games, rated[ELENA].rounds) == (1, 1)


def test_rating_is_provisional_under_twenty_games() -> None:
    assert by_player([game(10)] * 19)[ANNA].provisional
    assert not by_player([game(10)] * 20)[ANNA].provisional


def test_players_are_too_close_to_call_until_enough_is_played() -> None:
    few, many = by_player([game(60)] * 3), by_player([game(60)] * 300)

    assert few[ANNA].too_close(few[BERND])
    assert not many[ANNA].too_close(many[BERND])
    assert many[ANNA].too_close(many[CLARA])


def test_truth_lies_in_the_range_four_times_in_five() -> None:
    random = Random(4)
    inside = []
    for _ in range(60):
        skill = simulated.skills(random, PLAYER_SD)
        for rating in rate_points(list(islice(simulated.games(random, skill), 60))):
            truth = skill[rating.player]
            inside.append(rating.interval.low <= truth <= rating.interval.high)

    assert sum(inside) / len(inside) == pytest.approx(0.8, abs=0.04)
