"""The page that answers "What do we need?"."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game
from scoring.rules import Seat
from tests.factories import GameFactory, GameWriter, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def near_the_target(phone: Phone) -> GameWriter:
    """A game to 300 at 255 : 245."""
    Game.objects.filter(pk=phone.game.pk).update(target=300)
    writer = GameWriter(Game.objects.get(pk=phone.game.pk))
    for result in (double(Seat.A1), double(Seat.B1), plain(55)):
        writer.record(result)
    return writer


def test_winning_conditions_say_what_each_team_needs(phone: Phone) -> None:
    names = near_the_target(phone).game.team_names

    page = text(phone.get("winning-conditions/"))

    assert "255 : 245, to 300" in page
    assert f"{names.a} win with 50 card points, with a made Tichu and at least 0" in page
    assert f"{names.b} win with 60 card points, with a made Tichu and 10 card points" in page
    assert "45 : 55 is a tie: you play on." in page
    assert "As long as nobody else calls." in page


def test_winning_conditions_of_a_new_game_are_one_line(phone: Phone) -> None:
    page = text(phone.get("winning-conditions/"))

    assert page.count("Nobody can win in this round.") == 1
    assert "As long as nobody else calls." not in page


def test_winning_conditions_follow_what_was_agreed(phone: Phone) -> None:
    near_the_target(phone)
    Game.objects.filter(pk=phone.game.pk).update(grand=False, tie="draw")

    page = text(phone.get("winning-conditions/"))

    assert "45 : 55 is a draw." in page
    assert "Grand Tichu" not in page


def test_winning_conditions_of_a_finished_game_say_that_it_is_over(phone: Phone) -> None:
    near_the_target(phone).record(double(Seat.A1))

    page = text(phone.get("winning-conditions/"))

    assert "This game is over." in page
    assert "win with" not in page


def test_winning_conditions_lead_back_to_the_table(phone: Phone) -> None:
    assert f'<a class="back" href="{phone.url}">' in text(phone.get("winning-conditions/"))


def test_winning_conditions_answer_htmx_with_the_lines_only(phone: Phone) -> None:
    response = phone.get("winning-conditions/", HX_Request="true")

    assert response["Vary"] == "HX-Request"
    assert text(response).startswith("<p>")


def test_winning_conditions_of_strangers_are_not_there(phone: Phone) -> None:
    theirs: Game = GameFactory.create()

    assert phone.client.get(f"/t/{theirs.key}/winning-conditions/").status_code == 404
    assert phone.client.get(f"/t/{uuid.uuid4()}/winning-conditions/").status_code == 404


def test_winning_conditions_without_a_device_are_not_there(phone: Phone) -> None:
    assert Client().get(f"{phone.url}winning-conditions/").status_code == 404


@pytest.mark.parametrize("rounds", [1, 3])
def test_winning_conditions_cost_two_queries(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    GameWriter(phone.game).record_often(plain(60), rounds)

    with django_assert_num_queries(2):
        phone.get("winning-conditions/")
