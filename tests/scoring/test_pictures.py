"""Pictures of finished games and of evenings: who may fetch them, when, and how often."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.charts import Picture, PictureNote
from scoring.models import Game, Group, Role
from scoring.presentation.points import NBSP
from scoring.presentation.race_charts import race_picture
from scoring.presentation.stats_pages.evening_picture import evening_picture
from scoring.rules import Seat, Team
from scoring.stats.evening_date import evening_date
from scoring.stats.evening_summary import get_evening_summary
from scoring.stats.evenings import get_evening
from scoring.stats.history import history_version
from tests.factories import GameFactory, GameWriter, Phone, double, plain, start_rotation
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

PICTURE = "share.png"


def finish(phone: Phone) -> GameWriter:
    """Play a game that ends 1000 : 0."""
    writer = GameWriter(phone.game)
    for _ in range(5):
        writer.record(double(Seat.A1))
    return writer


def test_picture_of_a_finished_game_is_a_png_to_keep(phone: Phone) -> None:
    finish(phone)

    response = phone.get(PICTURE)

    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    assert response.content.startswith(b"\x89PNG")
    day = evening_date(phone.game.created).isoformat()
    assert response["Content-Disposition"] == f'attachment; filename="tichu-{day}.png"'


def test_picture_has_the_winners_first(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    for _ in range(5):
        writer.record(double(Seat.B1))

    picture = race_picture(phone.game, {})

    names = phone.game.team_names
    assert picture.title == f"{names.b} win!"
    assert [(row.label, row.value, row.won) for row in picture.rows] == [
        (names.b, "1000", True),
        (names.a, "0", False),
    ]
    assert picture.footer == "after 5 rounds · Tichu Score"


def test_picture_of_a_draw_has_no_winner(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=100, tie="draw")
    game = Game.objects.get(pk=phone.game.pk)
    writer = GameWriter(game)
    writer.record(plain(50))
    writer.record(plain(50))

    picture = race_picture(game, {})

    assert picture.title == "A draw"
    assert [row.won for row in picture.rows] == [False, False]


def test_running_game_has_no_picture(phone: Phone) -> None:
    GameWriter(phone.game).record(double(Seat.A1))

    assert phone.get(PICTURE).status_code == 404


def test_game_that_continues_after_an_undo_has_no_picture_any_more(phone: Phone) -> None:
    writer = finish(phone)
    assert phone.get(PICTURE).status_code == 200
    writer.undo()

    assert phone.get(PICTURE).status_code == 404


def test_finished_game_of_another_group_has_no_picture(phone: Phone, client: Client) -> None:
    finish(phone)
    stranger = Phone(Client())
    assert stranger.game != phone.game

    assert stranger.client.get(phone.url + PICTURE).status_code == 404
    assert Client().get(phone.url + PICTURE).status_code == 404


def test_picture_is_not_for_viewers(phone: Phone) -> None:
    finish(phone)
    phone.take_role(Role.VIEWER)

    assert phone.get(PICTURE).status_code == 404
    assert "share.png" not in text(phone.get("race/"))


def test_picture_that_a_phone_has_is_not_sent_again(phone: Phone) -> None:
    finish(phone)
    etag = phone.get(PICTURE)["ETag"]

    again = phone.get(PICTURE, **{"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")


def test_picture_is_another_one_after_an_amendment(phone: Phone) -> None:
    writer = finish(phone)
    before = phone.get(PICTURE)["ETag"]
    writer.amend(5, double(Seat.A2))
    writer.amend(1, double(Seat.A1))
    same = phone.get(PICTURE)["ETag"]
    writer.undo()
    writer.amend(5, plain(125))
    writer.record(plain(125))

    assert before == same
    assert phone.get(PICTURE)["ETag"] != before


@pytest.mark.parametrize("page", ["", "race/"])
def test_finished_game_offers_its_picture(phone: Phone, page: str) -> None:
    finish(phone)

    assert f'href="{phone.url}{PICTURE}"' in text(phone.get(page))


@pytest.mark.parametrize("page", ["", "race/"])
def test_running_game_offers_no_picture(phone: Phone, page: str) -> None:
    GameWriter(phone.game).record(double(Seat.A1))

    assert PICTURE not in text(phone.get(page))


def test_picture_is_drawn_only_so_often(phone: Phone, settings: Any) -> None:
    settings.LIMITS = True
    finish(phone)

    statuses = [phone.get(PICTURE).status_code for _ in range(25)]

    assert set(statuses[:20]) == {200}
    assert statuses[-1] == 429


# Evenings


def evening_path(phone: Phone, day: str = "") -> str:
    asked = day or evening_date(phone.game.created).isoformat()
    return reverse("evening_picture", args=[phone.group.key]) + f"?day={asked}"


def drawn_evening(group: Group) -> Picture:
    """Return the picture of the present evening."""
    found = get_evening(group, evening_date(timezone.now()))
    assert found is not None
    summary = get_evening_summary(group, found, history_version(group))
    return evening_picture(found, summary, group, group.player_names, {})


def test_picture_of_an_evening_is_a_png_to_keep(phone: Phone) -> None:
    finish(phone)

    response = phone.client.get(evening_path(phone))

    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    day = evening_date(phone.game.created).isoformat()
    assert response["Content-Disposition"] == f'attachment; filename="tichu-{day}.png"'


def test_picture_of_an_evening_has_every_game(phone: Phone) -> None:
    finish(phone)
    GameWriter(GameFactory.create(group=phone.group)).record(plain(60))
    games = list(phone.group.games.order_by("id"))

    picture = drawn_evening(phone.group)

    winners = " and ".join(games[0].team_names.a.split(" + "))
    assert picture.title == f"Best of the evening: {winners}"
    faces = [phone.group.avatars[games[0].players[seat]] for seat in Team.A.seats]
    assert [each.letters for each in picture.discs] == [each.monogram for each in faces]
    assert picture.sentences == ("1 of 1 game won.", "Over all rounds: +1000 points.")
    sides = [f"{game.team_names.a} against {game.team_names.b}" for game in games]
    assert picture.notes == (
        PictureNote(f"1000{NBSP}:{NBSP}0", sides[0]),
        PictureNote(f"60{NBSP}:{NBSP}40 so far", sides[1]),
    )


def test_picture_of_an_evening_says_who_is_first_where_partners_changed(phone: Phone) -> None:
    group = phone.group
    ended, running = start_rotation(group=group), start_rotation(group=group)
    GameWriter(ended).record_often(plain(60), 3)
    GameWriter(running).record(plain(60))

    players = "Changing partners: Ada, Ben, Cleo, Dora."
    assert drawn_evening(group).notes == (
        PictureNote("First place: Ada · 180", f"{players} Finished"),
        PictureNote("Partners change", f"{players} Running, 1 round"),
    )


def test_margins_of_an_evening_ends_with_what_everybody_is_ahead(phone: Phone) -> None:
    writer = finish(phone)
    writer.undo()
    writer.record(plain(-25))
    found = get_evening(phone.group, evening_date(phone.game.created))
    assert found is not None

    game = phone.game
    assert found.cumulative_margins(game.player_a1_id) == (0, 200, 400, 600, 800, 650)
    assert found.cumulative_margins(game.player_b2_id) == (0, -200, -400, -600, -800, -650)
    for each in found.players:
        assert found.cumulative_margins(each.player)[-1] == each.tally.margin.total


@pytest.mark.parametrize("day", ["2001-01-01", "", "yesterday"])
def test_evening_on_which_nothing_was_played_has_no_picture(phone: Phone, day: str) -> None:
    finish(phone)

    path = evening_path(phone).partition("=")[0]
    assert phone.client.get(f"{path}={day}").status_code == 404


def test_evening_of_another_group_has_no_picture(phone: Phone) -> None:
    finish(phone)

    assert Phone(Client()).client.get(evening_path(phone)).status_code == 404


def test_picture_of_an_evening_is_not_for_viewers(phone: Phone) -> None:
    finish(phone)
    page = reverse("evening_stats", args=[phone.group.key])
    assert "share.png" in text(phone.client.get(page))
    phone.take_role(Role.VIEWER)

    assert phone.client.get(evening_path(phone)).status_code == 404
    assert "share.png" not in text(phone.client.get(page))


def test_evening_leads_to_its_own_picture(phone: Phone) -> None:
    finish(phone)
    Game.objects.update(created=datetime(2026, 3, 7, 1, 30, tzinfo=UTC))

    page = phone.client.get(reverse("evening_stats", args=[phone.group.key]))

    assert f'href="{evening_path(phone, "2026-03-06")}"' in text(page)
