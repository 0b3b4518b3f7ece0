"""All games of a group as a file that BG Stats imports."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client

from scoring.exchange.bg_stats_file import write_plays
from scoring.models import Group
from scoring.rules import Ending, Seat
from tests.factories import GameFactory, GameWriter, Phone, double, enter_game
from tests.scoring.finished_game import finished, moved_to_the_day_before

pytestmark = pytest.mark.django_db


def written(group: Group) -> Any:
    return json.loads("".join(write_plays(group)))


def test_play_is_written_with_its_end_in_utc() -> None:
    game = finished()

    (play,) = written(game.group)["plays"]

    assert {name: play[name] for name in play if name != "playerScores"} == {
        "uuid": str(game.key).upper(),
        "gameRefId": 1,
        "locationRefId": 0,
        "playDate": "2026-11-20 21:14:30",
        "playDateYmd": 20261120,
        "entryDate": "2026-11-20 21:14:30",
        "modificationDate": "2026-11-20 21:14:30",
        "durationMin": 62,
        "rounds": 5,
        "usesTeams": True,
        "manualWinner": True,
        "ignored": False,
        "scoringSetting": 0,
        "rating": 0,
        "board": "",
        "comments": "",
        "playImages": "[]",
    }


def test_play_whose_date_was_corrected_ended_as_long_after_it() -> None:
    (play,) = written(moved_to_the_day_before().group)["plays"]

    assert (play["playDate"], play["playDateYmd"]) == ("2026-11-19 21:14:30", 20261119)
    assert play["durationMin"] == 62


def test_scores_are_texts_and_name_the_players_by_their_numbers() -> None:
    told = written(finished().group)

    names = {player["id"]: player["name"] for player in told["players"]}
    (play,) = told["plays"]
    assert [
        (names[each["playerRefId"]], each["team"], each["score"], each["rank"], each["winner"])
        for each in play["playerScores"]
    ] == [
        ("Zoë", "A", "1000", 1, True),
        ("Ben", "B", "0", 2, False),
        ("Cleo 🐉", "A", "1000", 1, True),
        ("Dora", "B", "0", 2, False),
    ]


def test_game_that_was_forfeited_before_its_first_round_is_no_play() -> None:
    game = GameFactory.create()
    GameWriter(game).end(Ending.FORFEITED_BY_A)

    assert written(game.group)["plays"] == []


def test_file_that_is_written_again_has_the_same_ids() -> None:
    group = finished().group
    before = written(group)
    group.players.filter(name="Ben").update(name="Benjamin", name_key="benjamin")
    enter_game(group, a=1000, b=600)

    after = written(group)

    assert [each["uuid"] for each in after["players"]][:4] == [
        each["uuid"] for each in before["players"]
    ]
    assert after["plays"][0] == before["plays"][0]
    assert after["games"] == before["games"]
    assert len({each["uuid"] for each in after["plays"]}) == 2


def test_games_that_are_not_decided_are_left_out() -> None:
    game = GameFactory.create()
    GameWriter(game).record(double(Seat.A1))
    given_up = GameFactory.create(group=game.group)
    writer = GameWriter(given_up)
    writer.record(double(Seat.A1))
    writer.end(Ending.ABANDONED)

    assert written(game.group)["plays"] == []


def test_more_games_take_no_more_queries(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    group = finished().group
    for _ in range(3):
        enter_game(group, a=1000, b=600)

    with django_assert_num_queries(5):
        assert len(written(group)["plays"]) == 4


def test_member_gets_the_file_by_the_page_of_the_group(phone: Phone) -> None:
    GameWriter(phone.game).record_often(double(Seat.A1), 5)
    address = f"/g/{phone.group.key}/tichu.bgsplay"

    page = phone.client.get(phone.group.get_absolute_url()).content.decode()
    response = phone.client.get(address)

    assert f'href="{address}"' in page
    assert response["Content-Disposition"].endswith('.bgsplay"')
    assert len(json.loads(response.getvalue())["plays"]) == 1


def test_stranger_gets_no_file(phone: Phone) -> None:
    assert Client().get(f"/g/{phone.group.key}/tichu.bgsplay").status_code == 404
