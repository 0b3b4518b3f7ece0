"""A finished game is added to BG Stats by an address that contains it."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.exchange.bg_stats import play_address
from scoring.models import Game
from scoring.rules import Ending, Seat, Team
from tests.factories import GameFactory, GameWriter, Phone, double, enter_game
from tests.scoring.finished_game import BEGAN, finished, moved_to_the_day_before
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def play(game: Game) -> Any:
    """Return the play that the address contains."""
    address = play_address(game)
    assert address
    parts = urlsplit(address)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == (
        "https://app.bgstatsapp.com/createPlay.html"
    )
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)


def test_game_is_written_with_its_end_in_utc() -> None:
    game = finished()

    told = play(game)

    assert {name: told[name] for name in told if name != "players"} == {
        "sourceName": "Tichu Score",
        "sourcePlayId": str(game.key),
        "playDate": "2026-11-20 21:14:30",
        "durationMin": 62,
        "game": {
            "name": "Tichu",
            "sourceGameId": "tichu",
            "bggId": 215,
            "highestWins": True,
            "noPoints": False,
        },
    }


def test_game_whose_date_was_corrected_ended_as_long_after_it() -> None:
    told = play(moved_to_the_day_before())

    assert (told["playDate"], told["durationMin"]) == ("2026-11-19 21:14:30", 62)


def test_game_of_two_evenings_ended_on_the_second() -> None:
    game = finished()
    Game.objects.filter(pk=game.pk).update(created=BEGAN - timedelta(days=1))

    told = play(Game.objects.get(pk=game.pk))

    assert (told["playDate"], told["durationMin"]) == ("2026-11-20 21:14:30", 62 + 24 * 60)


def test_players_are_written_by_team_with_every_boolean() -> None:
    players = play(finished())["players"]

    assert [
        (each["name"], each["team"], each["score"], each["rank"], each["winner"])
        for each in players
    ] == [
        ("Zoë", "A", 1000, 1, True),
        ("Ben", "B", 0, 2, False),
        ("Cleo 🐉", "A", 1000, 1, True),
        ("Dora", "B", 0, 2, False),
    ]
    assert [each["startPlayer"] for each in players] == [False] * 4


def test_players_keep_their_ids_in_the_next_game() -> None:
    game = finished()
    seats = {f"player_{seat.lower()}": getattr(game, f"player_{seat.lower()}") for seat in Seat}
    following = GameFactory.create(group=game.group, **seats)
    GameWriter(following).record_often(double(Seat.B1), 5)

    ids = [
        [each["sourcePlayerId"] for each in play(each)["players"]] for each in (game, following)
    ]

    assert ids[0] == ids[1]
    assert len({*ids[0]}) == 4


def test_game_that_is_entered_by_its_result_is_written() -> None:
    told = play(enter_game(GameFactory.create().group, a=1000, b=600))

    assert [each["score"] for each in told["players"]] == [1000, 600, 1000, 600]
    assert told["durationMin"] == 0


def test_forfeited_game_is_won_by_the_opponents() -> None:
    game = GameFactory.create()
    writer = GameWriter(game)
    writer.record(double(Seat.A1))
    writer.end(Ending.FORFEITED_BY_A)

    winners = {each["team"] for each in play(game)["players"] if each["winner"]}

    assert winners == {Team.B}


def test_game_that_is_not_decided_is_not_written(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(double(Seat.A1))

    assert phone.get("bg-stats/").status_code == 404
    writer.end(Ending.ABANDONED)
    assert phone.get("bg-stats/").status_code == 404


def test_game_that_was_forfeited_before_its_first_round_is_not_offered(phone: Phone) -> None:
    GameWriter(phone.game).end(Ending.FORFEITED_BY_A)

    assert "Add to BG Stats" not in text(phone.get(""))
    assert phone.get("bg-stats/").status_code == 404


def test_page_of_the_end_leads_to_it(phone: Phone) -> None:
    GameWriter(phone.game).record_often(double(Seat.A1), 5)

    assert "Add to BG Stats" in text(phone.get(""))
    page = phone.get("bg-stats/")
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in page.content.decode()
    assert 'class="qr"' in page.content.decode()


def test_longest_names_fit_in_the_address_alone(phone: Phone) -> None:
    game = phone.game
    for number, player in enumerate(game.group.players.all()):
        player.name = "🐉" * 23 + str(number)
        player.save()
    game = Game.objects.get(pk=game.pk)
    assert "🐉" in game.names[Seat.A1]
    GameWriter(game).record_often(double(Seat.A1), 5)

    assert len(play_address(game) or "") < 8000
    page = phone.get("bg-stats/")
    assert (page.status_code, 'class="qr"' in page.content.decode()) == (200, False)
