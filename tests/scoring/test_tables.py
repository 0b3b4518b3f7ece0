"""A group's games as tables for a spreadsheet."""

import csv
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from scoring.exchange.csv_cells import write_csv, written
from scoring.models import Game, Group, Round
from scoring.rules import BySeat, Call, CallLevel, Ending, RoundNotes, Seat
from scoring.rules.rotation import RotationScoring
from scoring.stats.group_stats import group_stats
from scoring.stats.tally import Tally
from tests.factories import (
    DeviceFactory,
    GameFactory,
    GameWriter,
    GroupFactory,
    Phone,
    PlayerFactory,
    double,
    enter_game,
    plain,
    start_rotation,
)
from tests.scoring.finished_game import moved_to_the_day_before
from tests.scoring.log_groups import random_group
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 6, 20, 15, tzinfo=UTC)


@pytest.fixture
def phone() -> Phone:
    """A phone whose group has played two rounds of a game."""
    phone = Phone(Client())
    names = BySeat("Ada", "=Ben", "-5", "Dora")
    players = names.map(lambda name: PlayerFactory.create(group=phone.group, name=name))
    seats = {f"player_{seat.lower()}": player for seat, player in players.items()}
    phone.game = GameFactory.create(group=phone.group, target=300, created=AT, **seats)
    writer = GameWriter(phone.game, phone.device)
    writer.record(plain(-20, Seat.B1, Call(Seat.B1, CallLevel.TICHU)))
    writer.record(double(Seat.A1, Call(Seat.B2, CallLevel.GRAND)))
    writer.annotate(1, RoundNotes(note='@home; a "good" one, wasn\'t it'))
    Round.objects.filter(game=phone.game).update(recorded=AT)
    return phone


def phone_of(group: Group) -> Phone:
    phone = Phone(Client())
    phone.group = group
    phone.join(group)
    return phone


def table(phone: Phone, name: str, separator: str = "comma") -> list[dict[str, str]]:
    response: Any = phone.client.get(
        f"/g/{phone.group.key}/{name}.csv", {"separator": separator}
    )
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    content = response.getvalue().decode("utf-8-sig")
    sign = {"comma": ",", "semicolon": ";"}[separator]
    return list(csv.DictReader(StringIO(content, newline=""), delimiter=sign))


def filled(row: dict[str, str]) -> dict[str, str]:
    return {name: cell for name, cell in row.items() if cell}


@pytest.mark.parametrize("separator", ["comma", "semicolon"])
def test_table_of_rounds_has_a_row_for_each_round(phone: Phone, separator: str) -> None:
    first, second = table(phone, "rounds", separator)

    seats = {"left_1": "Ada", "left_2": "-5", "right_1": "'=Ben", "right_2": "Dora"}
    when = {"date": "2026-03-06", "evening": "2026-03-06", "game": "1"}
    when["recorded_at"] = "2026-03-06 20:15:00"
    assert filled(first) == when | seats | {
        "round": "1",
        "first_out": "'=Ben",
        "double_win": "0",
        "card_points_left": "-20",
        "card_points_right": "120",
        "tichu": "'=Ben",
        "calls_made": "'=Ben",
        "points_left": "-20",
        "points_right": "220",
        "total_left": "-20",
        "total_right": "220",
        "note": "'@home; a \"good\" one, wasn't it",
    }
    assert filled(second) == when | seats | {
        "round": "2",
        "first_out": "Ada",
        "second": "-5",
        "double_win": "1",
        "grand": "Dora",
        "points_left": "200",
        "points_right": "-200",
        "total_left": "180",
        "total_right": "20",
    }


def test_table_of_games_has_a_row_for_each_game(phone: Phone) -> None:
    GameWriter(phone.game, phone.device).end(Ending.FORFEITED_BY_B)
    enter_game(phone.group, 1000, 600, device=phone.device)

    played, entered = table(phone, "games")

    assert filled(played) == {
        "game": "1",
        "evening": "2026-03-06",
        "started": "2026-03-06 20:15:00",
        "finished": "2026-03-06 20:15:00",
        "minutes": "0",
        "format": "partners",
        "target": "300",
        "left_1": "Ada",
        "left_2": "-5",
        "right_1": "'=Ben",
        "right_2": "Dora",
        "rounds": "2",
        "total_left": "180",
        "total_right": "20",
        "state": "forfeited",
        "winner": "left",
    }
    told = {
        name: entered[name] for name in ("game", "format", "rounds", "total_left", "winner")
    }
    assert told == {
        "game": "2",
        "format": "result only",
        "rounds": "",
        "total_left": "1000",
        "winner": "left",
    }


def test_game_whose_date_was_corrected_was_played_on_that_day() -> None:
    phone = phone_of(moved_to_the_day_before().group)
    (game,), (first, *_) = table(phone, "games"), table(phone, "rounds")

    assert {name: game[name] for name in ("evening", "started", "finished", "minutes")} == {
        "evening": "2026-11-19",
        "started": "2026-11-19 20:12:00",
        "finished": "2026-11-19 21:14:30",
        "minutes": "62",
    }
    assert {name: first[name] for name in ("date", "evening", "recorded_at")} == {
        "date": "2026-11-19",
        "evening": "2026-11-19",
        "recorded_at": "2026-11-20 21:14:30",
    }


def test_totals_are_nobodys_where_partners_change() -> None:
    game = start_rotation()
    writer = GameWriter(game)
    writer.record_often(plain(60), 3)
    phone = phone_of(game.group)

    rows = [*table(phone, "rounds"), *table(phone, "games")]
    assert [(each["total_left"], each["total_right"]) for each in rows] == [("", "")] * 4
    assert [each["points_left"] for each in table(phone, "rounds")] == ["60"] * 3


def test_players_have_places_and_league_points_of_a_league_evening() -> None:
    game = start_rotation(scoring=RotationScoring.LEAGUE)
    GameWriter(game).record_often(plain(60), 2)
    phone = phone_of(game.group)

    def stand(separator: str) -> dict[str, tuple[str, str]]:
        rows = table(phone, "player-games", separator)
        return {each["player"]: (each["place"], each["win_points"]) for each in rows}

    assert stand("comma") == {
        "Ada": ("1", "5"),
        "Ben": ("2", "2.5"),
        "Cleo": ("2", "2.5"),
        "Dora": ("4", "0"),
    }
    assert stand("semicolon")["Ben"] == ("2", "2,5")


def test_players_that_are_ranked_by_points_have_a_place_alone() -> None:
    game = start_rotation("Eva")
    GameWriter(game).record(plain(60))

    rows = table(phone_of(game.group), "player-games")
    assert {each["player"]: (each["place"], each["win_points"]) for each in rows} == {
        "Ada": ("1", ""),
        "Ben": ("3", ""),
        "Cleo": ("1", ""),
        "Dora": ("3", ""),
        "Eva": ("", ""),
    }


def test_table_of_players_has_a_row_for_each_player_and_game(phone: Phone) -> None:
    rows = {each["player"]: filled(each) for each in table(phone, "player-games")}

    assert list(rows) == ["Ada", "-5", "'=Ben", "Dora"]
    assert rows["'=Ben"] == {
        "game": "1",
        "evening": "2026-03-06",
        "player": "'=Ben",
        "team": "right",
        "partner": "Dora",
        "opponent_1": "Ada",
        "opponent_2": "-5",
        "rounds": "2",
        "points": "20",
        "points_of_opponents": "180",
        "first_out": "1",
        "tichu": "1",
        "tichu_made": "1",
        "grand": "0",
        "grand_made": "0",
        "extra": "0",
        "extra_made": "0",
    }


@pytest.mark.parametrize("seed", range(4))
def test_players_of_games_add_up_to_the_statistics(seed: int) -> None:
    phone = Phone(Client())
    phone.group = random_group(seed)
    phone.join(phone.group)
    stats = group_stats(phone.group).players

    rows = table(phone, "player-games")

    def total(name: str, column: str) -> int:
        return sum(int(each[column] or 0) for each in rows if each["player"].strip("'") == name)

    for player in phone.group.players.all():
        tally = stats[player.pk].tally if player.pk in stats else Tally()
        assert total(player.name, "rounds") == tally.rounds
        assert total(player.name, "won") == tally.won


@pytest.mark.parametrize(
    ("cell", "stands"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd", "'+cmd"),
        ("-cmd", "'-cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("＝1", "'＝1"),
        ("-5", "-5"),
        ("+1,5", "+1,5"),
        ("-1+1", "'-1+1"),
        (-25, -25),
        (True, 1),
        (None, ""),
        ("Anna", "Anna"),
    ],
)
def test_cell_is_no_formula(cell: Any, stands: Any) -> None:
    assert written(cell) == stands


@pytest.mark.parametrize(
    ("cell", "separator", "stands"),
    [
        ("x;=1+1", ",", "x;'=1+1"),
        (";@SUM(A1)", ",", ";'@SUM(A1)"),
        ("=1;=2", ",", "'=1;'=2"),
        ("x,=1+1", ";", "x,'=1+1"),
        ("x,＝1", ";", "x,'＝1"),
        ("x,=1+1", ",", "x,=1+1"),
        ("x;=1+1", ";", "x;=1+1"),
        ("so close; what a hand", ",", "so close; what a hand"),
        ("-1,5", ";", "-1,5"),
    ],
)
def test_cell_is_no_formula_if_it_is_split_at_the_other_separator(
    cell: str, separator: str, stands: str
) -> None:
    assert written(cell, separator) == stands


def test_table_starts_with_a_byte_order_mark_and_quotes_what_it_must() -> None:
    rows = [["a;b", 'a "b"', "c\nd"]]

    lines = "".join(write_csv(["x", "y", "z"], rows, ";"))

    assert lines == '\ufeffx;y;z\r\n"a;b";"a ""b""";"c\nd"\r\n'


@pytest.mark.parametrize("name", ["rounds", "games", "player-games"])
@pytest.mark.parametrize("games", [1, 3])
def test_table_of_more_games_takes_no_more_queries(
    name: str,
    games: int,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    phone = Phone(Client())
    for _ in range(games):
        game: Game = GameFactory.create(group=phone.group)
        GameWriter(game, phone.device).record(plain(60))
    enter_game(phone.group, device=DeviceFactory.create())

    with django_assert_num_queries(5):
        table(phone, name)


def test_table_of_an_empty_group_has_its_head_alone() -> None:
    phone = Phone(Client())
    group: Group = GroupFactory.create()
    phone.group = group
    phone.join(group)

    assert table(phone, "rounds") == []


def test_group_page_offers_the_tables_and_both_separators(phone: Phone) -> None:
    page = phone.client.get(phone.group.get_absolute_url())

    html, key = page.content.decode(), phone.group.key
    addresses = [
        f'action="/g/{key}/{name}.csv"' for name in ("rounds", "games", "player-games")
    ]
    assert [each in html for each in addresses] == [True] * 3
    assert "Semicolon" in text(page)
