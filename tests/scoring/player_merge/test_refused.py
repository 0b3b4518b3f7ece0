"""Two players who cannot be one person are not merged."""

import uuid

import pytest

from scoring.models import SEAT_COLUMNS, Agreement, Game, Group, Player
from scoring.rules import BySeat, Seat
from scoring.rules.stakes import StakePayment
from scoring.services.games import PlaceInSeries, continue_series, start_game
from scoring.services.player_merge import MergeRefusal
from scoring.services.stakes import pay
from tests.factories import GameWriter, PlayerFactory, plain, start_rotation
from tests.scoring.player_merge.merging import merge, named, play, refusal

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("deleted", [False, True])
def test_two_players_of_one_game_are_not_merged(group: Group, *, deleted: bool) -> None:
    game = play(group, "Ada", "Bne", "Cleo", "Ben")
    if deleted:
        GameWriter(game).delete()

    assert refusal(group, "Bne", "Ben") is MergeRefusal.SAME_GAME


def test_who_was_substituted_is_not_who_came(group: Group) -> None:
    writer = GameWriter(group.games.get(player_b1__name="Bne"))
    writer.substitute(Seat.B1, "Ben")
    here = refusal(group, "Bne", "Ben")
    writer.undo()

    assert [here, refusal(group, "Bne", "Ben")] == [MergeRefusal.SAME_GAME] * 2


def test_who_sits_out_in_a_rotation_is_none_of_the_others(group: Group) -> None:
    start_rotation("Bne", group=group)

    assert refusal(group, "Bne", "Ben") is MergeRefusal.SAME_GAME


def test_two_players_of_one_series_are_not_merged(group: Group) -> None:
    place = PlaceInSeries(best_of=3)
    names = BySeat("Ada", "Eva", "Cleo", "Dora")
    first = start_game(group, names, Agreement(target=50), key=uuid.uuid4(), place=place)
    GameWriter(first).record(plain(60))
    second = continue_series(first, key=uuid.uuid4())
    seat = next(seat for seat in Seat if second.names[seat] == "Eva")
    somebody_else = PlayerFactory.create(group=group, name="Gül")
    Game.objects.filter(pk=second.pk).update(**{SEAT_COLUMNS[seat]: somebody_else})

    assert refusal(group, "Gül", "Eva") is MergeRefusal.SAME_SERIES


def test_who_paid_somebody_is_not_that_one(group: Group) -> None:
    payment = StakePayment(named(group, "Bne"), named(group, "Ben"), 5)
    pay(group, payment, key=uuid.uuid4(), seen=0)

    assert refusal(group, "Bne", "Ben") is MergeRefusal.PAYMENT


def test_merges_make_no_chain(group: Group) -> None:
    PlayerFactory.create(group=group, name="Benn")
    merge(group, "Bne", "Ben")

    assert refusal(group, "Ben", "Benn") is MergeRefusal.HAS_MERGED
    with pytest.raises(Player.DoesNotExist):
        merge(group, "Benn", "Bne")
