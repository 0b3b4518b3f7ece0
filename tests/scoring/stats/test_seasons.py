"""The table of a season: worked examples, and who can still be first."""

import itertools
from dataclasses import replace
from datetime import date

import pytest

from scoring.models import Season
from scoring.rules import Call, CallLevel, RaceState, Seat
from scoring.stats.played_game import PlayedGame
from scoring.stats.seasons import SeasonTable, games_left, season_table
from tests.factories import plain
from tests.scoring.stats.histories import DRAWN, LOST, WON, game, numbered

TICHU, GRAND = (Call(Seat.A1, level) for level in (CallLevel.TICHU, CallLevel.GRAND))
OTHERS = (1, 2, 5, 6)


def table(*games: PlayedGame) -> SeasonTable:
    return season_table(numbered(games))


def order(found: SeasonTable) -> list[tuple[int, int, int]]:
    """Return the place, the player, and the games won minus the games lost."""
    return [(each.place, each.stats.player, each.ahead) for each in found.places]


def test_games_won_less_games_lost_decide() -> None:
    found = table(game(WON), game(WON, players=OTHERS))
    assert order(found) == [
        (1, 1, 2),
        (2, 5, 1),
        (3, 2, 0),
        (4, 3, -1),
        (4, 4, -1),
        (4, 6, -1),
    ]


def test_points_ahead_decide_between_equals() -> None:
    found = table(game(WON), game(plain(60), players=(5, 7, 6, 8)))
    assert order(found)[:4] == [(1, 1, 1), (1, 2, 1), (3, 5, 1), (3, 6, 1)]
    assert found.first == (1, 2)


def test_nobody_is_first_where_nobody_won_more_than_lost() -> None:
    assert table(game(DRAWN)).first == ()
    assert table().first == ()


def test_each_game_brings_somebody_two_closer_to_the_first() -> None:
    found = table(*[game(WON)] * 3)
    assert [(each.stats.player, each.games_to_lead) for each in found.places] == [
        (1, 0),
        (2, 0),
        (3, 3),
        (4, 3),
    ]


def test_odd_distance_takes_another_game() -> None:
    found = table(game(WON), game(WON), game(LOST, players=(5, 7, 6, 8)))
    needed = {each.stats.player: each.games_to_lead for each in found.places}
    assert (needed[7], needed[5]) == (1, 2)


def test_who_is_as_many_games_ahead_with_fewer_points_needs_a_game() -> None:
    found = table(game(WON), game(plain(60), players=(5, 7, 6, 8)))
    assert [each.games_to_lead for each in found.places[:4]] == [0, 0, 1, 1]


def test_calls_are_ordered_by_what_they_brought() -> None:
    made, failed = plain(60, Seat.A1, GRAND), plain(60, Seat.A1, Call(Seat.B1, CallLevel.GRAND))
    found = table(game(made, plain(60, Seat.A1, TICHU), plain(60, Seat.B1, TICHU), failed))
    assert [(each.place, each.stats.player, each.points) for each in found.callers] == [
        (1, 1, 200),
        (2, 3, -200),
    ]


# The games below begin on 2 January, which is evening 0.
WINTER = Season(name="Winter", first_day=date(2025, 12, 1), last_day=date(2026, 1, 31))


def played_on(*evenings: int) -> list[PlayedGame]:
    return numbered([game(WON, evening=each) for each in evenings])


@pytest.mark.parametrize(
    ("today", "left"),
    [
        (date(2026, 1, 17), 5),  # 5 games in 15 days; 15 days remain, including today
        (date(2026, 1, 30), 1),
        (date(2026, 1, 31), 1),
        (date(2026, 2, 1), None),
    ],
)
def test_games_left_are_as_many_a_day_as_since_the_first_game(
    today: date, left: int | None
) -> None:
    assert games_left(WINTER, played_on(0, 0, 0, 7, 7), today) == left


def test_day_with_a_game_is_not_left() -> None:
    """In the first case there were 6 games in 15 days, and 15 days remain. In the second there
    were 6 games in 30 days, and no day remains."""
    assert games_left(WINTER, played_on(0, 0, 0, 7, 7, 14), date(2026, 1, 16)) == 6
    assert games_left(WINTER, played_on(0, 0, 0, 7, 7, 29), date(2026, 1, 31)) == 0


def test_few_games_make_no_pace() -> None:
    assert games_left(WINTER, played_on(0, 0, 7, 7), date(2026, 1, 20)) is None
    assert games_left(WINTER, [], date(2026, 1, 20)) is None


def test_few_days_make_no_pace() -> None:
    """Thirteen full days have passed since the first game, and then fourteen."""
    five = played_on(0, 0, 0, 7, 7)
    found = [games_left(WINTER, five, date(2026, 1, day)) for day in (15, 16)]
    assert found == [None, 6]


def test_running_game_is_no_part_of_a_pace() -> None:
    *over, last = played_on(0, 0, 0, 7, 7)
    running = last._replace(standing=replace(last.standing, state=RaceState.RUNNING))
    assert games_left(WINTER, [*over, running], date(2026, 1, 20)) is None


@pytest.mark.parametrize("results", list(itertools.product([WON, LOST], repeat=3)))
def test_nobody_leads_earlier_than_the_bound_says(results: tuple[object, ...]) -> None:
    """All results of three more games, after two games that were won by one team."""
    before = [game(WON), game(WON)]
    bound = {each.stats.player: each.games_to_lead for each in table(*before).places}
    for games in range(4):
        more = [game(each) for each in results[:games]]  # type: ignore[arg-type]
        for player in table(*before, *more).first:
            assert bound[player] <= games
