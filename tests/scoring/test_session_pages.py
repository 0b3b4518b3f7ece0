"""The pages of an evening at several tables: who may see and change them, and their number of
queries."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from scoring.models import Game, Membership, Role
from scoring.views.home import GAMES_A_PAGE
from tests.factories import GameFactory, Phone, PlayerFactory
from tests.scoring.reading import text
from tests.scoring.sessions import (
    EIGHT,
    NEW,
    at,
    finish,
    now,
    play_to_the_end,
    record,
    seat,
    start,
    tables,
    url,
    win_all_rounds_of,
)

pytestmark = pytest.mark.django_db


def test_viewer_sees_the_tables_and_seats_nobody(phone: Phone) -> None:
    session = start(phone)
    finish(phone, session)
    phone.take_role(Role.VIEWER)

    page = phone.client.get(url(session)).content.decode()

    assert f"/t/{session.tables[0].key}/scoreboard/" in page
    assert "On to seating" not in page
    assert seat(phone, session).status_code == 404
    assert phone.client.post(f"{url(session)}take-back/", {"number": "1"}).status_code == 404


def test_page_says_where_the_person_of_this_device_plays(phone: Phone) -> None:
    session = start(phone, *EIGHT, "Ida")
    table = session.tables[1]
    Membership.objects.update(player=table.player_b1)
    assert f"You play at table 2, with {table.names.b2}." in text(
        phone.client.get(url(session))
    )

    Membership.objects.update(player=session.played[0].sitting_out[0])
    assert "You sit out." in text(phone.client.get(url(session)))


def test_table_that_has_finished_says_what_the_others_do(phone: Phone) -> None:
    session = start(phone)
    first, other = session.tables
    record(phone, first)
    address = first.get_absolute_url()
    page = text(phone.client.get(address))
    assert "This table has finished" in page
    assert "Seating 1 of 7, table 1. 1 other table is still playing. <a" in page
    assert "All rounds" not in page

    record(phone, other)
    assert "All tables of this seating have finished." in text(phone.client.get(address))


def test_table_of_a_session_that_is_over_says_that_all_rounds_are_played(phone: Phone) -> None:
    session = play_to_the_end(phone, "Gil")

    page = text(phone.client.get(session.tables[0].get_absolute_url()))

    assert "This table has finished" in page
    assert "All rounds of this evening are played." in page


def test_page_answers_what_has_not_changed_with_nothing(phone: Phone) -> None:
    session = start(phone)
    seen = now(session.first).first.revision

    assert phone.client.get(url(session), {"seen": seen}).status_code == 204
    record(phone, session.tables[1])
    assert phone.client.get(url(session), {"seen": seen}).status_code == 200


def test_home_has_the_session_in_place_of_its_finished_tables(phone: Phone) -> None:
    session = start(phone)
    finish(phone, session)

    page = phone.client.get("/").content.decode()

    assert url(session) in page
    assert session.tables[0].get_absolute_url() not in page


def test_older_session_is_one_row_at_home(phone: Phone) -> None:
    session = start(phone)
    finish(phone, session)
    Game.objects.update(created=timezone.now() - timedelta(days=9))

    page = phone.client.get("/").content.decode()

    assert page.count(url(session)) == 1
    assert session.tables[0].get_absolute_url() not in page


@pytest.mark.parametrize("days", [0, 9])
def test_session_has_its_first_place_at_home_once_it_is_over(phone: Phone, days: int) -> None:
    session = win_all_rounds_of(phone, "Gil", start(phone))
    assert "First place" not in text(phone.client.get("/"))
    while not session.over:
        session = win_all_rounds_of(phone, "Gil", at(seat(phone, session)["Location"]))
    Game.objects.update(created=timezone.now() - timedelta(days=days))

    assert text(phone.client.get("/")).count("First place: Gil") == 1


@pytest.mark.parametrize("over", [True, False])
def test_session_is_among_the_games_of_a_later_page_of_home(
    phone: Phone, *, over: bool
) -> None:
    """Only the first page shows the state of all tables; later pages are plain lists."""
    session = start(phone)
    if over:
        finish(phone, session)
    GameFactory.create_batch(GAMES_A_PAGE, group=phone.group)

    page = phone.client.get("/?page=2").content.decode()

    assert page.count(url(session)) == int(over)
    addresses = [table.get_absolute_url() for table in session.tables]
    assert [address in page for address in addresses] == [not over, not over]


def test_next_forms_start_from_what_was_played(phone: Phone) -> None:
    session = start(phone, rounds_each="2")

    form = phone.client.get(NEW).content.decode()

    assert form.count('name="player"') == form.count(" checked") - 1 == len(session.present)
    assert 'name="rounds_each" value="2" checked' in form
    assert 'value="" data-summary="The same partners throughout" checked' in " ".join(
        phone.client.get("/new/").content.decode().split()
    )


def test_deleted_session_is_not_there(phone: Phone) -> None:
    session = start(phone)
    Game.objects.update(deleted=timezone.now())

    assert phone.client.get(url(session)).status_code == 404


def test_first_session_of_a_device_makes_its_group() -> None:
    client = Client()
    assert client.get(NEW).status_code == 200

    response = client.post(NEW, {"new_names": "\n".join(EIGHT)})

    session = at(response["Location"])
    assert client.get(url(session)).status_code == 200
    assert session.first.group.players.count() == 8


def test_who_has_no_group_types_all_names(client: Client) -> None:
    page = text(client.get(NEW))

    assert '<label class="note"> Who is here? One name on a line <textarea' in page
    assert '<fieldset class="switches"' not in page


def test_too_few_names_are_marked_where_all_are_typed(client: Client) -> None:
    page = text(client.post(NEW, {"new_names": "Ada\nBen"}))

    assert '<p id="error-1">Two tables take eight' in page
    assert 'aria-invalid="true" aria-describedby="error-1">Ada Ben</textarea>' in page


def test_no_session_starts_in_a_group_of_somebody_else(phone: Phone) -> None:
    other = Phone(Client())
    sent = {"new_names": "\n".join(EIGHT), "group": other.group.key}
    phone.group  # noqa: B018 (the group of this phone)

    assert phone.client.post(NEW, sent).status_code == 404
    assert not Game.objects.exists()


@override_settings(NEW_GROUPS=False)
def test_house_that_is_closed_starts_no_group_by_a_session() -> None:
    response = Client().post(NEW, {"new_names": "\n".join(EIGHT)})

    assert response.status_code == 422
    assert "No new groups are started here" in text(response)


def test_divided_evening_is_played_as_it_was_shown(phone: Phone) -> None:
    players = [PlayerFactory.create(group=phone.group, name=f"P{n}") for n in range(8)]
    asked: dict[str, Any] = {"tonight": "1", "player": [player.pk for player in players]}
    page = phone.client.get(f"/g/{phone.group.key}/schedule/", asked).content.decode()
    (link,) = re.findall(r'href="(/new/tables/[^"]*)"', page)
    shown_tables = re.findall(r"(P\d) \+ (P\d) : (P\d) \+ (P\d)", page)[:2]
    form = phone.client.get(link.replace("&amp;", "&")).content.decode()
    ticked = re.findall(r'name="player" value="(\d+)" checked', form)

    response = phone.client.post(NEW, {"player": ticked, "group": phone.group.key})

    first = [f"{a} {b} : {c} {d}" for a, b, c, d in shown_tables]
    assert tables(at(response["Location"])) == first


@pytest.mark.parametrize("seatings", [1, 3])
def test_page_costs_five_queries_however_often_everybody_was_seated(
    phone: Phone, seatings: int, django_assert_num_queries: Any
) -> None:
    session = start(phone)
    for _ in range(seatings - 1):
        finish(phone, session)
        session = at(seat(phone, session)["Location"])
    finish(phone, session)
    page = url(session)

    # The group, the games, their rounds, the names, the player of the device.
    with django_assert_num_queries(5):
        phone.client.get(page)


@pytest.mark.parametrize("seatings", [1, 3])
def test_round_at_a_table_costs_as_many_queries_however_often_everybody_was_seated(
    phone: Phone, seatings: int, django_assert_max_num_queries: Any
) -> None:
    session = start(phone, rounds_each="2")
    for _ in range(seatings - 1):
        finish(phone, session)
        finish(phone, session)
        session = at(seat(phone, session)["Location"])

    with django_assert_max_num_queries(15):
        record(phone, session.tables[0])
