"""The chances at the table are shown after every round, and are hidden if the group does not
want them."""

from typing import Any

import pytest

from scoring.models import Game, Role
from scoring.rules import Seat
from tests.factories import GameWriter, Phone, double, plain
from tests.scoring.reading import chances_to_win

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("leader", [Seat.A1, Seat.B1])
def test_table_shows_how_likely_the_lead_holds(phone: Phone, leader: Seat) -> None:
    writer = GameWriter(phone.game)
    writer.record(double(leader))
    writer.record(double(leader))

    assert chances_to_win(phone.get()) == ["73%"]


def test_level_totals_have_no_chances_to_show(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(50))

    assert chances_to_win(phone.get()) == []


def test_new_game_has_no_chances_to_show(phone: Phone) -> None:
    assert chances_to_win(phone.get()) == []


def test_chances_come_with_the_round_that_is_recorded(phone: Phone) -> None:
    phone.get()

    after = phone.record(htmx=True, first="A1", second="A2")
    assert chances_to_win(after) == chances_to_win(phone.get())
    assert len(chances_to_win(after)) == 1


def test_chances_are_the_same_on_the_board(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(100))
    page = phone.get()

    assert chances_to_win(phone.get("board/?seen=0", HX_Request="true")) == chances_to_win(page)


def test_chances_of_a_far_target_are_not_shown(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=1_000_000)
    GameWriter(Game.objects.get(pk=phone.game.pk)).record(plain(100))

    assert chances_to_win(phone.get()) == []


def test_group_can_do_without_chances(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(100))
    before = phone.get()
    told = {"target": "1000", "tie": "play_on", "grand": "on"}
    phone.take_role(Role.OWNER)
    phone.client.post(f"/g/{phone.group.key}/settings/", told)

    after = phone.get()
    assert (len(chances_to_win(before)), chances_to_win(after)) == (1, [])
    assert before["ETag"] != after["ETag"]


def test_chances_need_not_be_looked_for_when_a_round_is_recorded(
    phone: Phone, django_assert_num_queries: Any
) -> None:
    """A phone that has cached its page records without a query for the rounds of the group."""
    after = GameWriter(phone.game).record(plain(60)).number
    phone.post("undo/")  # the first of a lease of writes

    with django_assert_num_queries(7):
        answer = phone.post("rounds/", htmx=True, after=after, first="A1", card_points="60")
    assert chances_to_win(answer) == []
