"""If two phones start a game of the same players at the same time, both tables say so."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client

from scoring.models import Agreement, Game
from scoring.rules import BySeat, Ending, Seat
from scoring.services.games import start_game, start_rematch
from tests.factories import GameWriter, Phone, double, plain, start_rotation
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(client: Client) -> Phone:
    """A phone that has started a game without recorded rounds."""
    phone = Phone(client)
    assert not phone.game.sheet.entries
    return phone


def start(game: Game, *names: str) -> Game:
    """Start a game on another phone of this group, by default with the same players."""
    seats = BySeat(*names) if names else game.names
    return start_game(game.group, seats, Agreement(), key=uuid.uuid4())


def revision(game: Game) -> int:
    return Game.objects.get(pk=game.pk).revision


def notice(other: Game, when: str = "after") -> str:
    names = " : ".join(other.team_names)
    return f"These players have started another game just {when} this one: {names}."


def test_both_tables_lead_to_the_other_game(phone: Phone) -> None:
    a1, b1, a2, b2 = phone.game.names

    other = start(phone.game, a1, a2, b1, b2)

    page = text(phone.get())
    assert notice(other) in page
    assert f'href="{other.get_absolute_url()}">To that game' in page
    page = text(phone.client.get(other.get_absolute_url()))
    assert notice(phone.game, "before") in page
    assert f'href="{phone.url}">To that game' in page


def test_of_several_games_the_first_one_is_named(phone: Phone) -> None:
    second, third = start(phone.game), start(phone.game)

    for game in (second, third):
        page = text(phone.client.get(game.get_absolute_url()))
        assert f'href="{phone.url}">To that game' in page


def test_phone_at_the_table_learns_of_the_other_game(phone: Phone) -> None:
    seen = revision(phone.game)

    start(phone.game)

    assert phone.get(f"board/?seen={seen}").status_code == 200


def test_rematches_with_different_partners_are_named_to_each_other(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    GameWriter(phone.game).record(double(Seat.A1))
    ended = Game.objects.get(pk=phone.game.pk)

    one, other = (start_rematch(ended, seat, key=uuid.uuid4()) for seat in (Seat.A2, Seat.B1))

    assert notice(other) in text(phone.client.get(one.get_absolute_url()))


def test_game_that_has_a_round_names_no_other(phone: Phone) -> None:
    other = start(phone.game)

    GameWriter(phone.game).record(plain(60))

    assert notice(other) not in text(phone.get())


def test_game_of_other_players_is_not_named(phone: Phone) -> None:
    a1, b1, a2, _ = phone.game.names

    other = start(phone.game, a1, b1, a2, "Eve")

    assert notice(other) not in text(phone.get())


def test_game_of_an_hour_ago_is_not_named(phone: Phone) -> None:
    before = start(phone.game)
    Game.objects.filter(pk=before.pk).update(created=before.created - timedelta(hours=1))

    assert notice(before, "before") not in text(phone.get())


def test_game_of_another_group_is_not_named(phone: Phone) -> None:
    theirs = Phone(Client()).game

    other = start(theirs, *phone.game.names)

    assert notice(other) not in text(phone.get())


def test_game_where_partners_change_names_one_of_the_same_players(phone: Phone) -> None:
    one = start_rotation("Eve", group=phone.group)
    other = start_rotation("Eve", group=phone.group)
    fewer = start_rotation(group=phone.group)

    page = text(phone.client.get(one.get_absolute_url()))

    assert f'href="{other.get_absolute_url()}">To that game' in page
    assert f'href="{fewer.get_absolute_url()}">To that game' not in page


def win(by: GameWriter) -> None:
    """Record the round that wins the game."""
    Game.objects.filter(pk=by.game.pk).update(target=200)
    by.game.refresh_from_db()
    by.record(double(Seat.A1))


@pytest.mark.parametrize("leave", [GameWriter.delete, lambda by: by.end(Ending.ABANDONED), win])
def test_game_that_is_deleted_or_over_is_named_no_more(phone: Phone, leave: object) -> None:
    other = start(phone.game)
    seen = revision(phone.game)

    leave(GameWriter(other))  # type: ignore[operator]

    assert phone.get(f"board/?seen={seen}").status_code == 200
    assert notice(other) not in text(phone.get())


def test_game_whose_end_is_undone_is_named_again(phone: Phone) -> None:
    other = start(phone.game)
    by = GameWriter(other)
    win(by)
    seen = revision(phone.game)

    by.undo()

    assert phone.get(f"board/?seen={seen}").status_code == 200
    assert notice(other) in text(phone.get())


def test_round_that_ends_no_game_changes_no_other_table(phone: Phone) -> None:
    other = start(phone.game)
    seen = revision(phone.game)

    GameWriter(other).record(plain(60))

    assert revision(phone.game) == seen
    assert notice(other) in text(phone.get())


@pytest.mark.parametrize("again", [GameWriter.restore, GameWriter.resume, GameWriter.undo])
def test_game_that_is_there_again_is_named_again(phone: Phone, again: object) -> None:
    other = start(phone.game)
    by = GameWriter(other)
    by.delete() if again is GameWriter.restore else by.end(Ending.ABANDONED)
    seen = revision(phone.game)

    again(by)  # type: ignore[operator]

    assert phone.get(f"board/?seen={seen}").status_code == 200
    assert notice(other) in text(phone.get())
