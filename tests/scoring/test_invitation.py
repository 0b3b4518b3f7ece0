"""An invitation from a table leads to its game, for members and for viewers."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Group, Role
from scoring.rules import Seat
from scoring.services.games import start_rematch
from scoring.services.membership import join_group
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(client: Client) -> Phone:
    """A phone at a table, after which another table of the group was started."""
    host = Phone(client)
    host.game  # noqa: B018 (made here)
    GameFactory.create(group=host.group)
    return host


@pytest.fixture
def guest() -> Client:
    return Client()


def links(host: Phone) -> list[str]:
    """Return the addresses on the invitation of this table, for members and for viewers."""
    page = host.get("invite/")
    return [page.context[name].removeprefix("http://testserver") for name in LINKS]


LINKS = ("address", "viewer_address")


def join(guest: Client, address: str) -> Any:
    return guest.post(address, {"player": "new", "name": "Zoe"})


def test_table_leads_to_its_invitation(host: Phone) -> None:
    assert f'href="{host.url}invite/"' in text(host.get())


def test_who_joins_from_a_table_is_led_to_its_game(host: Phone, guest: Client) -> None:
    assert join(guest, links(host)[0])["Location"] == host.url
    assert guest.get(host.url).status_code == 200


def test_viewer_from_a_table_is_led_to_its_scoreboard(host: Phone, guest: Client) -> None:
    assert guest.post(links(host)[1])["Location"] == f"{host.url}scoreboard/"
    assert guest.get(f"{host.url}scoreboard/").status_code == 200


def test_who_joins_after_a_rematch_is_led_to_it(host: Phone, guest: Client) -> None:
    address, viewer_address = links(host)
    game = start_rematch(host.game, Seat.A2, key=uuid.uuid4()).get_absolute_url()

    assert join(guest, address)["Location"] == game
    assert Client().post(viewer_address)["Location"] == f"{game}scoreboard/"


def test_member_who_opens_the_invitation_is_led_to_the_table(host: Phone) -> None:
    assert f'href="{host.url}"' in text(host.client.get(links(host)[0]))


def test_person_who_waits_for_approval_still_knows_the_table(
    host: Phone, guest: Client
) -> None:
    player = host.game.player_a1
    host.group.membership_set.filter(device=host.device).update(player=player)
    address = links(host)[0]

    assert guest.post(address, {"player": player.pk})["Location"] == address


def test_who_joins_the_group_gets_to_the_game_that_is_played(
    host: Phone, guest: Client
) -> None:
    running = Game.objects.first()
    assert running is not None

    assert join(guest, f"/j/{host.group.join_token}/")["Location"] == running.get_absolute_url()


def test_who_joins_a_group_that_plays_no_game_comes_home(host: Phone, guest: Client) -> None:
    Game.objects.update(target=50)
    for game in Game.objects.all():
        GameWriter(game).record(plain(60))

    assert join(guest, f"/j/{host.group.join_token}/")["Location"] == "/"


def other_game() -> str:
    return str(GameFactory.create(group=Group.objects.create()).key)


@pytest.mark.parametrize("table", [other_game, lambda: str(uuid.uuid4()), lambda: "1\0"])
def test_table_of_another_group_is_as_if_it_were_none(
    host: Phone, guest: Client, table: Any
) -> None:
    Game.objects.all().delete()
    other = table()

    answer = join(guest, f"/j/{host.group.join_token}/?table={other}")

    assert answer["Location"] == "/"
    assert Client().post(f"/w/{host.group.watch_token}/?table={other}")["Location"] == "/"


def test_viewer_sees_no_invitation(host: Phone) -> None:
    viewer = Phone(Client())
    join_group(viewer.device, host.group, Role.VIEWER)
    secrets = (host.group.join_token, host.group.watch_token)

    assert viewer.client.get(f"{host.url}invite/").status_code == 404
    shown = text(viewer.client.get(f"{host.url}scoreboard/"))
    assert [secret in shown for secret in secrets] == [False, False]


def test_invitation_is_stored_nowhere(host: Phone) -> None:
    assert "no-store" in host.get("invite/")["Cache-Control"]


def test_code_is_made_at_the_table_too(host: Phone, guest: Client) -> None:
    code = host.post("invite/").context["code"]

    assert guest.post("/join/", {"code": code})["Location"] == (f"/j/{host.group.join_token}/")
