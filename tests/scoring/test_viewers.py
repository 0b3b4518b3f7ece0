"""A viewer, who has joined by the watching link, sees the scoreboard and changes nothing."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.models import Game
from tests.factories import GameWriter, Phone, plain
from tests.scoring.joining import become_viewer, join, player_of, sees
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def test_viewer_comes_to_the_scoreboard(host: Phone, guest: Client) -> None:
    response = become_viewer(guest, host.group)

    assert response["Location"] == f"{host.url}scoreboard/"
    assert guest.get(response["Location"]).status_code == 200


def test_looking_at_the_watching_link_changes_nothing(host: Phone, guest: Client) -> None:
    guest.get(f"/w/{host.group.watch_token}/")

    assert guest.get(f"{host.url}scoreboard/").status_code == 404


def test_viewer_sees_no_table_and_records_nothing(host: Phone, guest: Client) -> None:
    become_viewer(guest, host.group)

    assert not sees(guest, host.game)
    facts = {"after": 0, "first": "A1", "card_points": "60"}
    assert guest.post(f"{host.url}rounds/", facts).status_code == 404


def test_address_of_the_table_leads_a_viewer_to_the_scoreboard(
    host: Phone, guest: Client
) -> None:
    become_viewer(guest, host.group)

    response = guest.get(host.url)

    assert (response.status_code, response["Location"]) == (302, f"{host.url}scoreboard/")


def test_address_of_a_table_leads_a_viewer_of_another_group_nowhere(
    host: Phone, guest: Client
) -> None:
    become_viewer(guest, Phone(Client()).group)

    assert guest.get(host.url).status_code == 404


def test_viewer_sees_no_group(host: Phone, guest: Client) -> None:
    become_viewer(guest, host.group)

    assert guest.get(host.group.get_absolute_url()).status_code == 404


def test_viewer_s_home_leads_to_the_scoreboard(host: Phone, guest: Client) -> None:
    become_viewer(guest, host.group)

    assert f'href="{host.url}scoreboard/"' in text(guest.get("/"))


def test_viewer_finds_no_link_that_leads_nowhere(host: Phone, guest: Client) -> None:
    GameWriter(host.game).record(plain(60))
    become_viewer(guest, host.group)
    to_open, opened = {"/"}, {}
    while to_open:
        path = to_open.pop()
        answer = guest.get(path)
        opened[path] = answer.status_code
        if answer["Content-Type"].startswith("text/html"):
            links = re.findall(r'href="(/(?!rules|static)[^"#]*)', text(answer))
            to_open |= {unescape(each) for each in links} - opened.keys()

    assert f"{host.url}scoreboard/" in opened
    assert {path for path, status in opened.items() if status != 200} == set()


def test_viewer_can_become_a_member_by_the_other_link(host: Phone, guest: Client) -> None:
    become_viewer(guest, host.group)
    join(guest, host.group, player=player_of(host).pk)

    assert sees(guest, host.game)


def test_member_who_opens_the_watching_link_stays_a_member(host: Phone) -> None:
    become_viewer(host.client, host.group)

    assert sees(host.client, host.game)


def test_game_that_a_viewer_starts_is_his_own(host: Phone, guest: Client) -> None:
    become_viewer(guest, host.group)
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}

    guest.post("/new/", names | {"target": "1000", "tie": "play_on"})

    assert Game.objects.exclude(group=host.group).count() == 1
