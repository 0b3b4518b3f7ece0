"""Games and rematches are started: once for each key, with the players of the group."""

import uuid

import pytest

from scoring.models import Agreement
from scoring.rules import BySeat, Seat, TieRule
from scoring.services.games import start_game, start_rematch
from tests.factories import GameFactory, GameWriter, GroupFactory, plain

pytestmark = pytest.mark.django_db


def test_start_takes_up_players_of_the_group() -> None:
    group = GroupFactory.create()
    names = BySeat("Ada", "Ben", "Cleo", "Dora")
    first = start_game(group, names, Agreement(), key=uuid.uuid4())

    again = start_game(group, names.map(str.upper), Agreement(), key=uuid.uuid4())

    assert again.player_b2 == first.player_b2


def test_start_with_a_known_key_is_the_same_game() -> None:
    group, key = GroupFactory.create(), uuid.uuid4()
    names = BySeat("Ada", "Ben", "Cleo", "Dora")
    first = start_game(group, names, Agreement(), key=key)

    assert start_game(group, names, Agreement(), key=key) == first


def test_start_with_the_key_of_another_group_is_a_game_of_its_own() -> None:
    theirs = GameFactory.create()

    mine = start_game(
        GroupFactory.create(), BySeat("Ada", "Ben", "Cleo", "Dora"), Agreement(), key=theirs.key
    )

    assert mine.key != theirs.key


def test_rematch_keeps_seats_and_agreement() -> None:
    game = GameFactory.create(target=500, tie=TieRule.DRAW, grand=False, calls_per_team="one")

    again = start_rematch(game, Seat.A2, key=uuid.uuid4())

    assert (again.names, again.agreement) == (game.names, game.agreement)


@pytest.mark.parametrize(
    ("partner", "seats"),
    [
        (Seat.B1, (Seat.A1, Seat.A2, Seat.B1, Seat.B2)),
        (Seat.B2, (Seat.A1, Seat.B1, Seat.B2, Seat.A2)),
    ],
)
def test_rematch_swaps_partners(partner: Seat, seats: tuple[Seat, ...]) -> None:
    game = GameFactory.create()

    again = start_rematch(game, partner, key=uuid.uuid4())

    assert list(again.names) == [game.names[seat] for seat in seats]


def test_rematch_asked_for_twice_is_one_game() -> None:
    game = GameFactory.create()

    first = start_rematch(game, Seat.A2, key=uuid.uuid4())

    assert start_rematch(game, Seat.A2, key=uuid.uuid4()) == first


def test_rematch_that_is_played_already_is_taken_up() -> None:
    game = GameFactory.create()
    first = start_rematch(game, Seat.A2, key=uuid.uuid4())
    GameWriter(first).record(plain(60))

    assert start_rematch(game, Seat.A2, key=uuid.uuid4()) == first


def test_rematch_after_one_that_is_over_is_another_game() -> None:
    game = GameFactory.create(target=50)
    key = uuid.uuid4()
    first = start_rematch(game, Seat.A2, key=key)
    GameWriter(first).record(plain(60))

    assert start_rematch(game, Seat.A2, key=uuid.uuid4()) != first
    assert start_rematch(game, Seat.A2, key=key) == first
