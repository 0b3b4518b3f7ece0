"""Badges: worked examples, and badges after corrections."""

import pytest

from scoring.models import Game
from scoring.rules import Bomb, Call, CallLevel, LongStraight, RoundNotes, Seat
from scoring.stats.badges import Badge, BadgeType, find_badges
from scoring.stats.history import GroupHistory, NotedCombinations, read_history
from scoring.stats.played_game import PlayedGame
from tests.factories import GameFactory, GameWriter, double, plain
from tests.scoring.stats.histories import DRAWN, FIRST_DAY, LOST, WON, game, numbered

GRAND = Call(Seat.A1, CallLevel.GRAND)
MADE = plain(60, Seat.A1, GRAND)
TICHU_MADE = plain(60, Seat.A1, Call(Seat.A1, CallLevel.TICHU))
TICHU_FAILED = plain(60, Seat.B1, Call(Seat.A1, CallLevel.TICHU))
DOUBLE, THEIRS = double(Seat.A1), double(Seat.B1)


def badges(*games: PlayedGame) -> list[tuple[BadgeType, int, int | None]]:
    """The type, the player and the game of each badge."""
    found = find_badges(GroupHistory(numbered(games)))
    return [(each.type, each.player, each.game) for each in found]


def test_first_grand_tichu_made_is_a_badge_and_the_second_is_not() -> None:
    failed = plain(60, Seat.B1, GRAND)

    found = badges(game(failed), game(MADE, MADE), game(MADE))
    assert found == [(BadgeType.FIRST_GRAND, 1, 2)]


def test_every_third_double_win_in_a_row_is_a_badge_of_both_partners() -> None:
    assert badges(game(*[DOUBLE] * 5)) == [
        (BadgeType.DOUBLE_WINS, 1, 1),
        (BadgeType.DOUBLE_WINS, 2, 1),
    ]
    assert len(badges(game(*[DOUBLE] * 6))) == 4


@pytest.mark.parametrize("between", [THEIRS, DRAWN])
def test_double_wins_with_another_round_between_are_not_in_a_row(between: object) -> None:
    assert badges(game(DOUBLE, DOUBLE, between, DOUBLE)) == []  # type: ignore[arg-type]


def test_double_wins_of_two_games_are_not_in_a_row() -> None:
    assert badges(game(DOUBLE, DOUBLE), game(DOUBLE)) == []


def test_double_wins_with_another_partner_are_not_in_a_row() -> None:
    played = game(DOUBLE, DOUBLE, DOUBLE)
    others = (1, 4, 3, 2)
    assert badges(played._replace(round_players=(played.players, others, played.players))) == []


def test_game_won_from_400_behind_is_a_comeback_and_from_less_is_not() -> None:
    won = [DOUBLE, WON] * 5

    behind_400 = game(THEIRS, DRAWN, THEIRS, *won)
    assert [each for each in badges(behind_400) if each[0] is BadgeType.COMEBACK] == [
        (BadgeType.COMEBACK, 1, 1),
        (BadgeType.COMEBACK, 2, 1),
    ]
    behind_390 = game(THEIRS, plain(55), THEIRS, *won)
    assert badges(behind_390) == []


def test_comeback_is_only_of_who_played_all_rounds() -> None:
    played = game(THEIRS, DRAWN, THEIRS, *[DOUBLE, WON] * 5)
    came_later = (1, 3, 5, 4)
    round_players = (came_later, *[played.players] * (len(played.a) - 1))
    assert badges(played._replace(round_players=round_players)) == [(BadgeType.COMEBACK, 1, 1)]


def test_adjusted_game_is_no_comeback() -> None:
    played = game(THEIRS, DRAWN, THEIRS, *[DOUBLE, WON] * 5)
    assert badges(played._replace(adjusted=True)) == []


def test_grand_tichu_that_wins_from_behind_is_a_badge() -> None:
    found = badges(game(MADE), game(LOST, MADE))
    assert found == [(BadgeType.FIRST_GRAND, 1, 1), (BadgeType.GRAND_FINISH, 1, 2)]


def test_grand_tichu_that_wins_from_ahead_is_no_grand_finish() -> None:
    assert badges(game(MADE), game(WON, MADE)) == [(BadgeType.FIRST_GRAND, 1, 1)]


def test_ten_calls_in_a_row_are_a_badge_and_a_failed_one_begins_again() -> None:
    assert badges(game(*[TICHU_MADE] * 4), game(*[TICHU_MADE] * 6)) == [
        (BadgeType.CALLS_MADE, 1, 2)
    ]
    assert badges(game(*[TICHU_MADE] * 9, TICHU_FAILED, *[TICHU_MADE] * 9)) == []


def test_evening_with_three_games_all_won_is_perfect() -> None:
    three = [game(WON), game(WON), game(WON)]
    assert badges(*three) == [
        (BadgeType.PERFECT_EVENING, 1, None),
        (BadgeType.PERFECT_EVENING, 2, None),
    ]
    assert badges(*three[:2]) == []
    assert badges(*three[:2], game(WON, evening=1)) == []
    assert badges(*three, game(DRAWN)) == []


def test_bombs_of_one_player_in_a_round_and_straights_are_badges() -> None:
    noted = (
        NotedCombinations(1, 3, (4, 4)),
        NotedCombinations(1, 2, (4,)),
        NotedCombinations(1, 4, (4, 6)),
    )
    history = GroupHistory(numbered([game(WON)]), bombs=noted)

    assert find_badges(history) == (
        Badge(BadgeType.BOMBS, 3, FIRST_DAY, 1),
        Badge(BadgeType.BOMBS, 4, FIRST_DAY, 1),
        Badge(BadgeType.STRAIGHT_BOMB, 4, FIRST_DAY, 1),
    )


@pytest.mark.django_db
def test_badges_are_taken_back_and_come_back_with_the_rounds() -> None:
    played: Game = GameFactory.create()
    writer = GameWriter(played)

    def types() -> set[BadgeType]:
        return {each.type for each in find_badges(read_history(played.group))}

    for _ in range(3):
        writer.record(DOUBLE)
    writer.record(MADE)
    straight = LongStraight(Seat.B1, 10, 14)
    writer.annotate(4, RoundNotes((Bomb(Seat.A1, 5, 9),), straights=(straight,)))
    earned = types()
    writer.amend(2, plain(100))
    amended = types()
    writer.undo()
    again = types()
    writer.remove(4)
    removed = types()
    writer.undo()

    of_the_fourth = {BadgeType.FIRST_GRAND, BadgeType.STRAIGHT_BOMB, BadgeType.LONG_STRAIGHT}
    assert earned == {BadgeType.DOUBLE_WINS} | of_the_fourth
    assert amended == earned - {BadgeType.DOUBLE_WINS}
    assert again == earned
    assert removed == {BadgeType.DOUBLE_WINS}
    assert types() == earned
