"""The evenings of a group as a calendar."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from scoring.exchange.calendar import write_calendar
from scoring.models import Game, Group
from scoring.rules import Ending, Seat
from scoring.services.groups import rotate_links
from tests.factories import GameFactory, GameWriter, Phone, double, enter_game
from tests.scoring.finished_game import finished, moved_to_the_day_before

pytestmark = pytest.mark.django_db


def events(group: Group) -> list[dict[str, str]]:
    """Return the events, with the names of their lines as keys."""
    text = write_calendar(group).replace("\r\n ", "")
    found = text.split("BEGIN:VEVENT\r\n")[1:]
    return [
        dict(line.split(":", 1) for line in each.splitlines() if not line.startswith("END:"))
        for each in found
    ]


def test_evening_is_an_event_with_its_winners() -> None:
    group = finished().group

    assert events(group) == [
        {
            "UID": f"evening-2026-11-20@{group.key}",
            "DTSTAMP": "20261120T211430Z",
            "DTSTART": "20261120T201200Z",
            "DTEND": "20261120T211430Z",
            "SUMMARY": "Tichu: Cleo 🐉 1\\, Zoë 1",
            "TRANSP": "TRANSPARENT",
        }
    ]


def test_games_of_one_evening_are_one_event_and_each_evening_is_one() -> None:
    game = finished()
    enter_game(game.group, created=game.created + timedelta(hours=2), a=1000, b=600)
    enter_game(game.group, created=game.created + timedelta(days=1), a=1000, b=600)

    found = events(game.group)

    assert [each["DTSTART"] for each in found] == ["20261120T201200Z", "20261121T201200Z"]
    assert [each.get("DTEND") for each in found] == ["20261120T221200Z", None]


def test_evening_of_a_game_whose_date_was_corrected_ends_as_long_after_it() -> None:
    (event,) = events(moved_to_the_day_before().group)

    assert (event["DTSTART"], event["DTEND"]) == ("20261119T201200Z", "20261119T211430Z")


def test_evening_without_a_winner_is_an_event_all_the_same() -> None:
    game = GameFactory.create()
    writer = GameWriter(game)
    writer.record(double(Seat.A1))
    writer.end(Ending.ABANDONED)

    assert [each["SUMMARY"] for each in events(game.group)] == ["Tichu"]


def test_game_that_was_forfeited_before_its_first_round_has_no_winners() -> None:
    game = GameFactory.create()
    GameWriter(game).end(Ending.FORFEITED_BY_A)

    assert [each["SUMMARY"] for each in events(game.group)] == ["Tichu"]


def test_names_are_escaped() -> None:
    game = finished()
    game.group.players.filter(name="Zoë").update(name="A;B\\C")

    assert events(game.group)[0]["SUMMARY"] == "Tichu: A\\;B\\\\C 1\\, Cleo 🐉 1"


def test_no_line_is_longer_than_75_octets_and_no_character_is_cut() -> None:
    game = finished()
    for number, player in enumerate(game.group.players.all()):
        player.name = "🐉" * 23 + str(number)
        player.save()

    lines = write_calendar(game.group).split("\r\n")

    assert max(len(line.encode()) for line in lines) == 75
    unfolded = "\r\n".join(lines).replace("\r\n ", "")
    assert unfolded.count("🐉" * 23) == 2


def test_program_with_the_address_reads_it_without_a_cookie(phone: Phone) -> None:
    GameWriter(phone.game).record_often(double(Seat.A1), 5)
    address = f"/w/{phone.group.watch_token}/evenings.ics"
    page = phone.client.get(f"/g/{phone.group.key}/invite/").content.decode()

    response = Client().get(address)
    again = Client().get(address, headers={"If-None-Match": response["ETag"]})

    assert address in page
    assert (response.status_code, response["Content-Type"]) == (
        200,
        "text/calendar; charset=utf-8",
    )
    assert response["X-Robots-Tag"] == "noindex"
    assert again.status_code == 304


def test_new_links_end_it(phone: Phone) -> None:
    address = f"/w/{phone.group.watch_token}/evenings.ics"
    rotate_links(phone.group)

    assert Client().get(address).status_code == 404


def test_calendar_of_a_deleted_group_is_not_there(phone: Phone) -> None:
    address = f"/w/{phone.group.watch_token}/evenings.ics"
    Group.objects.update(deleted=datetime.now(UTC))

    assert Client().get(address).status_code == 404


def test_more_games_take_no_more_queries(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    group = finished().group
    for days in range(3):
        enter_game(group, created=datetime(2026, 1, 1 + days, tzinfo=UTC), a=1000, b=600)
    assert Game.objects.count() == 4

    with django_assert_num_queries(4):
        write_calendar(group)
