"""The picture of a finished game: who gets it, when, and how often."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Membership, Role
from scoring.rules import Seat
from scoring.templatetags.race_charts import race_picture
from tests.factories import Pen, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

PICTURE = "share.png"


def finish(phone: Phone) -> Pen:
    """1000 : 0."""
    pen = Pen(phone.game)
    for _ in range(5):
        pen.record(double(Seat.A1))
    return pen


def test_picture_of_a_finished_game_is_a_png_to_keep(phone: Phone) -> None:
    finish(phone)

    response = phone.get(PICTURE)

    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    assert response.content.startswith(b"\x89PNG")
    day = phone.game.created.date().isoformat()
    assert response["Content-Disposition"] == f'attachment; filename="tichu-{day}.png"'


def test_picture_tells_the_winners_first(phone: Phone) -> None:
    pen = Pen(phone.game)
    for _ in range(5):
        pen.record(double(Seat.B1))

    picture = race_picture(phone.game)

    names = phone.game.team_names
    assert picture.title == f"{names.b} win!"
    assert [(row.told, row.value, row.won) for row in picture.rows] == [
        (names.b, "1000", True),
        (names.a, "0", False),
    ]
    assert picture.foot == "after 5 rounds · Tichu Score"


def test_picture_of_a_draw_has_no_winner(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=100, tie="draw")
    game = Game.objects.get(pk=phone.game.pk)
    pen = Pen(game)
    pen.record(plain(50))
    pen.record(plain(50))

    picture = race_picture(game)

    assert picture.title == "A draw"
    assert [row.won for row in picture.rows] == [False, False]


def test_running_game_has_no_picture(phone: Phone) -> None:
    Pen(phone.game).record(double(Seat.A1))

    assert phone.get(PICTURE).status_code == 404


def test_game_that_goes_on_after_an_undo_has_no_picture_any_more(phone: Phone) -> None:
    pen = finish(phone)
    assert phone.get(PICTURE).status_code == 200
    pen.undo()

    assert phone.get(PICTURE).status_code == 404


def test_finished_game_of_another_group_has_no_picture(phone: Phone, client: Client) -> None:
    finish(phone)
    stranger = Phone(Client())
    assert stranger.game != phone.game

    assert stranger.client.get(phone.url + PICTURE).status_code == 404
    assert Client().get(phone.url + PICTURE).status_code == 404


def test_picture_is_not_for_who_only_watches(phone: Phone) -> None:
    finish(phone)
    Membership.objects.filter(group=phone.group).update(role=Role.VIEWER)

    assert phone.get(PICTURE).status_code == 404
    assert "share.png" not in text(phone.get("race/"))


def test_picture_that_a_phone_has_is_not_sent_again(phone: Phone) -> None:
    finish(phone)
    etag = phone.get(PICTURE)["ETag"]

    again = phone.get(PICTURE, **{"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")


def test_picture_is_another_one_after_an_amendment(phone: Phone) -> None:
    pen = finish(phone)
    before = phone.get(PICTURE)["ETag"]
    pen.amend(5, double(Seat.A2))
    pen.amend(1, double(Seat.A1))
    same = phone.get(PICTURE)["ETag"]
    pen.undo()
    pen.amend(5, plain(125))
    pen.record(plain(125))

    assert before == same
    assert phone.get(PICTURE)["ETag"] != before


@pytest.mark.parametrize("page", ["", "race/"])
def test_finished_game_offers_its_picture(phone: Phone, page: str) -> None:
    finish(phone)

    assert f'href="{phone.url}{PICTURE}"' in text(phone.get(page))


@pytest.mark.parametrize("page", ["", "race/"])
def test_running_game_offers_no_picture(phone: Phone, page: str) -> None:
    Pen(phone.game).record(double(Seat.A1))

    assert PICTURE not in text(phone.get(page))


def test_picture_is_drawn_only_so_often(phone: Phone, settings: Any) -> None:
    settings.LIMITS = True
    finish(phone)

    statuses = [phone.get(PICTURE).status_code for _ in range(25)]

    assert set(statuses[:20]) == {200}
    assert statuses[-1] == 429
