"""The page that answers "What do we need?"."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game
from scoring.rules import Seat
from tests.factories import GameFactory, Pen, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def near_the_target(phone: Phone) -> Pen:
    """255 : 245 on the way to 300."""
    Game.objects.filter(pk=phone.game.pk).update(target=300)
    pen = Pen(Game.objects.get(pk=phone.game.pk))
    for result in (double(Seat.A1), double(Seat.B1), plain(55)):
        pen.record(result)
    return pen


def test_outlook_says_what_each_team_needs(phone: Phone) -> None:
    names = near_the_target(phone).game.team_names

    page = text(phone.get("outlook/"))

    assert "255 : 245, target 300" in page
    assert f"{names.a} win with 50 card points, with a made Tichu and at least 0" in page
    assert f"{names.b} win with 60 card points, with a made Tichu and 10 card points" in page
    assert "45 : 55 is a tie: you play on." in page
    assert "As long as nobody else calls." in page


def test_outlook_of_a_new_game_is_one_line(phone: Phone) -> None:
    page = text(phone.get("outlook/"))

    assert page.count("Nobody can win in this round.") == 1
    assert "As long as nobody else calls." not in page


def test_outlook_follows_what_was_agreed(phone: Phone) -> None:
    near_the_target(phone)
    Game.objects.filter(pk=phone.game.pk).update(grand=False, tie="draw")

    page = text(phone.get("outlook/"))

    assert "45 : 55 is a draw." in page
    assert "Grand Tichu" not in page


def test_outlook_of_a_finished_game_says_that_it_is_over(phone: Phone) -> None:
    near_the_target(phone).record(double(Seat.A1))

    page = text(phone.get("outlook/"))

    assert "This game is over." in page
    assert "win with" not in page


def test_outlook_leads_back_to_the_table(phone: Phone) -> None:
    assert f'<a class="back" href="{phone.url}">' in text(phone.get("outlook/"))


def test_outlook_answers_htmx_with_the_lines_only(phone: Phone) -> None:
    response = phone.get("outlook/", HX_Request="true")

    assert response["Vary"] == "HX-Request"
    assert text(response).startswith("<p>")


def test_outlook_of_strangers_is_not_there(phone: Phone) -> None:
    theirs: Game = GameFactory.create()

    assert phone.client.get(f"/t/{theirs.key}/outlook/").status_code == 404
    assert phone.client.get(f"/t/{uuid.uuid4()}/outlook/").status_code == 404


def test_outlook_without_a_device_is_not_there(phone: Phone) -> None:
    assert Client().get(f"{phone.url}outlook/").status_code == 404


@pytest.mark.parametrize("rounds", [1, 3])
def test_outlook_costs_two_queries(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    pen = Pen(phone.game)
    for _ in range(rounds):
        pen.record(plain(60))

    with django_assert_num_queries(2):
        phone.get("outlook/")
