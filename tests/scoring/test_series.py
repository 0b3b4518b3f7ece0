"""Best of N: games of the same two teams. All players move one seat on after each game."""

import re
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from scoring.models import Game, series_of
from scoring.rules import ByTeam, Ending, Seat, Series
from scoring.services.games import continue_series, start_rematch
from tests.factories import GameWriter, Phone, double
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

NEW_GAME = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora", "preset": "own"}
NEW_GAME |= {"target": "200", "grand": "on", "tie": "play_on"}
NEXT = "Next game of the series, all one seat on"


@pytest.fixture
def first(client: Client) -> Game:
    """The first game of a best of three to 200, which one double win decides."""
    client.post("/new/", NEW_GAME | {"best_of": "3"})
    return Game.objects.get()


@pytest.fixture
def second(first: Game) -> Game:
    """The second game, after Ada and Cleo have won the first."""
    win(first, Seat.A1)
    return following(first)


def win(game: Game, seat: Seat) -> None:
    GameWriter(game).record(double(seat))


def following(game: Game) -> Game:
    return continue_series(Game.objects.get(pk=game.pk), key=uuid.uuid4())


def series_of_game(game: Game) -> Series | None:
    return series_of([game]).get(game.pk)


def test_single_game_belongs_to_no_series(client: Client) -> None:
    client.post("/new/", NEW_GAME)

    game = Game.objects.get()
    assert (game.best_of, game.series, series_of_game(game)) == (None, None, None)


def test_next_game_has_the_same_teams_one_seat_on(second: Game) -> None:
    assert list(second.names) == ["Dora", "Ada", "Ben", "Cleo"]
    assert (second.best_of, second.series_number, second.target) == (3, 2, 200)


def test_wins_follow_the_teams_around_the_table(first: Game, second: Game) -> None:
    assert series_of_game(first) == Series(3, ByTeam(1, 0))
    assert series_of_game(second) == Series(3, ByTeam(0, 1))
    win(second, Seat.A1)
    third = following(second)
    win(third, Seat.A1)

    assert list(third.names) == ["Cleo", "Dora", "Ada", "Ben"]
    assert series_of_game(third) == Series(3, ByTeam(2, 1))


def test_next_game_is_started_once(first: Game, second: Game) -> None:
    assert following(first) == second


def test_draw_and_abandoned_game_are_won_by_nobody_and_played_again(first: Game) -> None:
    GameWriter(first).end(Ending.ABANDONED)
    again = following(first)

    assert series_of_game(again) == Series(3, ByTeam(0, 0))
    assert again.series == first.series


def test_series_that_is_decided_is_followed_by_another_one(second: Game) -> None:
    win(second, Seat.B1)

    another = following(second)

    assert series_of_game(second) == Series(3, ByTeam(0, 2))
    assert (another.series, another.series_number) == (another.key, 1)


def test_other_partners_begin_another_series(second: Game) -> None:
    win(second, Seat.B1)

    other = start_rematch(second, Seat.B1, key=uuid.uuid4())

    assert (other.best_of, other.series, other.series_number) == (3, other.key, 1)


def test_deleted_game_counts_no_more_and_the_seats_still_turn(
    first: Game, second: Game
) -> None:
    win(second, Seat.A1)
    GameWriter(second).delete()

    again = following(first)

    assert series_of_game(first) == Series(3, ByTeam(1, 0))
    assert list(again.names) == list(second.names)
    assert series_of_game(again) == Series(3, ByTeam(0, 1))


def test_amended_game_changes_the_series_and_the_pages_of_its_other_games(
    first: Game, second: Game
) -> None:
    before = second.revision

    GameWriter(Game.objects.get(pk=first.pk)).undo()

    assert series_of_game(second) == Series(3, ByTeam(0, 0))
    assert Game.objects.get(pk=second.pk).revision > before


def test_every_page_shows_the_score_of_the_series(client: Client, second: Game) -> None:
    line = "0 : 1, best of 3"

    assert line in text(client.get("/"))
    assert f'<p class="series">The series: {line}</p>' in text(client.get(f"/t/{second.key}/"))
    win(second, Seat.B1)
    ended = text(client.get(f"/t/{second.key}/"))
    assert "Ada + Cleo win the series: 2 : 0, best of 3" in ended
    assert NEXT not in ended


def test_end_of_a_game_offers_the_next_of_the_series(client: Client, first: Game) -> None:
    win(first, Seat.A1)
    assert NEXT in text(client.get(f"/t/{first.key}/"))

    client.post(f"/t/{first.key}/rematch/", {"partner": "next"})

    assert [game.series_number for game in Game.objects.order_by("pk")] == [1, 2]


SAME_PARTNERS = re.compile(r'class="button([^"]*)" type="submit" name="partner" value="A2"')


def test_rematch_is_what_stands_out_once_the_series_is_decided(
    client: Client, second: Game
) -> None:
    win(second, Seat.B1)

    page = text(client.get(second.get_absolute_url()))
    assert SAME_PARTNERS.findall(page) == [" strong"]
    assert '<p class="series won">Ada + Cleo win the series: 2 : 0, best of 3</p>' in page


def test_next_game_is_what_stands_out_until_then(client: Client, first: Game) -> None:
    win(first, Seat.A1)

    page = text(client.get(first.get_absolute_url()))
    assert SAME_PARTNERS.findall(page) == [""]


def test_end_of_a_single_game_offers_no_series(phone: Phone) -> None:
    Game.objects.update(target=200)
    phone.record(first="A1", second="A2")

    assert NEXT not in text(phone.get())


def test_next_new_game_is_offered_as_such_a_series(client: Client, first: Game) -> None:
    page = text(client.get("/new/"))

    assert '<summary class="button">Official, to 200, best of 3</summary>' in page


@pytest.mark.parametrize("best_of", ["2", "4", "11", "x"])
def test_series_of_an_impossible_number_of_games_is_refused(
    client: Client, best_of: str
) -> None:
    response = client.post("/new/", NEW_GAME | {"best_of": best_of})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Choose one game, or a series." in text(response)


def test_series_of_changing_partners_is_refused(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"best_of": "3", "partners": "points"})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "A series is played by two teams" in text(response)


@pytest.mark.parametrize(
    "columns",
    [
        {"best_of": 4},
        {"best_of": None},
        {"series": None},
        {"series_number": 0},
        {"rotation_facts": {}},
        {"series_number": None},
    ],
    ids=str,
)
def test_database_refuses_an_impossible_series(first: Game, columns: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(**columns)


def test_database_refuses_two_games_of_one_place(first: Game, second: Game) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=second.pk).update(series_number=1)


def test_home_page_costs_two_queries_more_however_many_series(
    client: Client, second: Game, django_assert_num_queries: Any
) -> None:
    for _ in range(2):
        client.post("/new/", NEW_GAME | {"best_of": "5"})

    with django_assert_num_queries(7):
        client.get("/")
