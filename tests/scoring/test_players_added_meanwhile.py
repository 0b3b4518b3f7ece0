"""A page is read by several statements. A player who is added between two of them, and plays in
a round that is read after the names, is named all the same. A game that is added between two of
them is left out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from scoring.models import Game, Role
from scoring.services.player_split import split_player
from tests.factories import GameFactory, GameWriter, Phone, enter_game, plain, start_rotation
from tests.scoring.api_program import Program

pytestmark = pytest.mark.django_db


def once_players_are_read(game: Game) -> Callable[..., Any]:
    """Zoe is added, and gets Ada's place in the game, when a page has read the players."""
    added = False

    def statement(execute: Any, sql: str, *arguments: Any) -> Any:
        nonlocal added
        found = execute(sql, *arguments)
        if not added and sql.startswith("SELECT") and 'FROM "scoring_player"' in sql:
            added = True
            split_player(game.group.players.get(name="Ada"), "Zoe", [game.pk])
        return found

    return statement


@pytest.mark.parametrize(
    "path", ["g/{group}/stats/", "g/{group}/stats/evening/", "g/{group}/rounds.csv"]
)
def test_player_who_is_added_while_a_page_is_read_is_named(phone: Phone, path: str) -> None:
    game = start_rotation("Eva", group=phone.group)
    GameWriter(game).record(plain(60))

    with connection.execute_wrapper(once_players_are_read(game)):
        response = phone.client.get("/" + path.format(group=phone.group.key))
        content = response.getvalue().decode()

    assert (response.status_code, "Zoe" in content) == (200, True)


def test_api_answers_while_a_player_is_added(phone: Phone) -> None:
    game = start_rotation("Eva", group=phone.group)
    GameWriter(game).record(plain(60))
    program = Program(phone.group)

    with connection.execute_wrapper(once_players_are_read(game)):
        found = program.game(game.key)

    assert found["rounds"][0]["seats"]["A1"]["name"] == "Ada"


def before_rounds_are_read(game: Game) -> Callable[..., Any]:
    """A rotation with a round, and a game with its result, are added when a page has read the
    games, and before it reads their rounds."""
    added = False

    def statement(execute: Any, sql: str, *arguments: Any) -> Any:
        nonlocal added
        if not added and 'FROM "scoring_round"' in sql:
            added = True
            GameWriter(start_rotation("Eva", group=game.group)).record(plain(60))
            enter_game(game.group)
        return execute(sql, *arguments)

    return statement


@pytest.mark.parametrize("path", ["split/", "merge/?into={other}"])
def test_players_page_is_shown_while_games_are_added(phone: Phone, path: str) -> None:
    phone.take_role(Role.OWNER)
    game = GameFactory.create(group=phone.group)
    players = f"/g/{phone.group.key}/players/{game.player_a1_id}/"
    other = GameFactory.create(group=phone.group).player_a1_id

    with connection.execute_wrapper(before_rounds_are_read(game)):
        response = phone.client.get(players + path.format(other=other))

    assert response.status_code == 200
    assert phone.group.games.filter(final_a__isnull=False).exists()
