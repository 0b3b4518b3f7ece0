"""The pages of a finished game learn of the game that follows, and lead to it."""

import uuid

import pytest
from django.test import Client

from scoring.models import Agreement, Game, Group, Role
from scoring.rules import BySeat, Seat
from scoring.services.games import SAME_EVENING, start_game, start_rematch
from scoring.services.membership import join_group
from tests.factories import GameFactory, GameWriter, GroupFactory, Phone, double
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

NEXT = "Next game"


@pytest.fixture
def phone(client: Client) -> Phone:
    """A phone that has just finished a game."""
    phone = Phone(client)
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    phone.game.refresh_from_db()
    finish(phone.game)
    return phone


def finish(game: Game) -> None:
    GameWriter(game).record(double(Seat.A1))


def rematch(game: Game) -> Game:
    return start_rematch(game, Seat.A2, key=uuid.uuid4())


def new_game(group: Group, *names: str) -> Game:
    """Start a game that does not follow from the end of another one."""
    return start_game(group, BySeat(*names), Agreement(), key=uuid.uuid4())


def version(game: Game) -> int:
    return Game.objects.get(pk=game.pk).version


def test_rematch_raises_the_version_of_the_game_before(phone: Phone) -> None:
    before = version(phone.game)

    rematch(phone.game)

    assert version(phone.game) == before + 1
    assert phone.get(f"board/?seen={before}").status_code == 200
    assert phone.get(f"scoreboard/?seen={before}").status_code == 200


def test_rematch_that_is_taken_up_raises_nothing(phone: Phone) -> None:
    rematch(phone.game)
    before = version(phone.game)

    rematch(phone.game)

    assert version(phone.game) == before


def test_change_after_a_rematch_is_undone_as_ever(phone: Phone) -> None:
    rematch(phone.game)

    GameWriter(Game.objects.get(pk=phone.game.pk)).undo()

    assert phone.totals() == (0, 0)


@pytest.mark.parametrize("path", ["", "scoreboard/"])
def test_ended_game_offers_the_next_one(phone: Phone, path: str) -> None:
    assert NEXT not in text(phone.get(path))

    rematch(phone.game)

    assert NEXT in text(phone.get(path))


@pytest.mark.parametrize("path", ["", "scoreboard/"])
def test_game_that_continues_again_offers_no_other(phone: Phone, path: str) -> None:
    rematch(phone.game)
    GameWriter(Game.objects.get(pk=phone.game.pk)).undo()

    assert NEXT not in text(phone.get(path))


def test_next_game_is_the_last_of_all_rematches(phone: Phone) -> None:
    second = rematch(phone.game)
    finish(second)
    third = rematch(second)

    assert phone.get("next/")["Location"] == third.get_absolute_url()
    assert phone.get("next/scoreboard/")["Location"] == f"{third.get_absolute_url()}scoreboard/"


def test_game_without_a_rematch_leads_to_itself(phone: Phone) -> None:
    assert phone.get("next/")["Location"] == phone.url


def test_games_that_follow_each_other_lead_to_the_latest(phone: Phone) -> None:
    """Earlier releases could import such a cycle."""
    second = rematch(phone.game)
    third = rematch(second)
    Game.objects.filter(pk=phone.game.pk).update(follows=third)

    assert phone.get("next/")["Location"] == third.get_absolute_url()


def test_game_that_follows_itself_leads_to_itself(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(follows=phone.game)

    assert phone.get("next/")["Location"] == phone.url


def test_viewer_is_led_to_the_scoreboard(phone: Phone) -> None:
    game = rematch(phone.game)
    viewer = Phone(Client())
    join_group(viewer.device, phone.group, Role.VIEWER)

    answer = viewer.client.get(f"{phone.url}next/")

    assert answer["Location"] == f"{game.get_absolute_url()}scoreboard/"


def test_new_game_of_the_same_people_follows_the_one_that_they_ended(phone: Phone) -> None:
    before = version(phone.game)
    ada, ben, *_ = phone.game.names

    game = new_game(phone.group, ben, "Eve", ada, "Finn")

    assert version(phone.game) == before + 1
    assert phone.get(f"scoreboard/?seen={before}").status_code == 200
    assert phone.get("next/scoreboard/")["Location"] == f"{game.get_absolute_url()}scoreboard/"


def test_new_game_with_one_of_the_players_follows_nothing(phone: Phone) -> None:
    assert new_game(phone.group, "Eve", "Finn", "Gus", phone.game.names.a1).follows is None


def test_new_game_of_another_group_follows_nothing(phone: Phone) -> None:
    assert new_game(GroupFactory.create(), *phone.game.names).follows is None


def test_new_game_does_not_follow_a_running_one(phone: Phone) -> None:
    running = rematch(phone.game)

    assert new_game(phone.group, *running.names).follows is None


def test_new_game_of_another_evening_follows_nothing(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(created=phone.game.created - SAME_EVENING)

    assert new_game(phone.group, *phone.game.names).follows is None


def test_new_game_follows_the_latest_that_was_ended(phone: Phone) -> None:
    second = rematch(phone.game)
    finish(second)

    assert new_game(phone.group, *phone.game.names).follows == second


def test_new_game_follows_the_one_before_a_deleted_game(phone: Phone) -> None:
    GameWriter(rematch(phone.game), phone.device).delete()

    assert new_game(phone.group, *phone.game.names).follows == phone.game


def test_two_tables_that_end_are_followed_by_a_game_each(phone: Phone) -> None:
    other = GameFactory.create(group=phone.group, target=200)
    names = other.names
    finish(other)
    mixed = [*phone.game.names][:2], [*names][:2], [*phone.game.names][2:], [*names][2:]

    first = new_game(phone.group, *mixed[0], *mixed[1])
    second = new_game(phone.group, *mixed[2], *mixed[3])

    assert {first.follows, second.follows} == {phone.game, other}
