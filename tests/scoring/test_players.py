"""Players of a group are renamed."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Player
from scoring.services.players import get_or_create_all
from tests.factories import GameWriter, GroupFactory, Phone, plain
from tests.scoring.joining import become_viewer, join, player_of
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def page_of(host: Phone, player: Player) -> str:
    return f"/g/{host.group.key}/players/{player.pk}/"


def rename(host: Phone, player: Player, name: str) -> Any:
    return host.client.post(page_of(host, player), {"name": name})


def test_new_name_is_at_the_table_and_in_statistics(host: Phone) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    player = player_of(host)
    pages = [host.game.get_absolute_url(), f"/g/{host.group.key}/stats/"]
    for page in pages:  # this fills the cache too
        assert player.name in text(host.client.get(page))

    rename(host, player, "  Zoë ")

    for page in pages:
        read = text(host.client.get(page))
        assert ("Zoë" in read, player.name in read) == (True, False)


def test_renamed_player_changes_the_revision_of_every_game(host: Phone) -> None:
    revision = host.game.revision

    rename(host, player_of(host), "Zoë")

    assert Game.objects.get(pk=host.game.pk).revision == revision + 1


def test_new_game_finds_the_player_by_the_new_name(host: Phone) -> None:
    player = player_of(host)
    others = host.group.players.exclude(pk=player.pk)
    names = ["zoë", *others.values_list("name", flat=True)]

    rename(host, player, "Zoë")
    seats = dict(zip(("a1", "b1", "a2", "b2"), names, strict=True))
    host.client.post("/new/", {**seats, "target": "1000", "tie": "play_on", "grand": "on"})

    assert Game.objects.latest("id").player_a1_id == player.pk


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 25])
def test_invalid_name_is_refused(host: Phone, name: str) -> None:
    player = player_of(host)

    assert rename(host, player, name).status_code == 422
    assert Player.objects.get(pk=player.pk).name == player.name


def test_name_of_somebody_else_is_refused_and_stays_in_the_form(host: Phone) -> None:
    player, taken = player_of(host), host.game.player_b1.name.upper()

    answer = rename(host, player, taken)

    assert answer.status_code == 422
    assert "Somebody else has this name: write it differently." in text(answer)
    assert f'value="{taken}"' in answer.content.decode()
    assert Player.objects.get(pk=player.pk).name == player.name


def test_own_name_in_other_letters_is_no_other_name(host: Phone) -> None:
    player = player_of(host)

    rename(host, player, player.name.upper())

    assert Player.objects.get(pk=player.pk).name == player.name.upper()


def test_player_of_another_group_is_not_there(host: Phone) -> None:
    stranger = Phone(Client()).game.player_a1

    assert rename(host, stranger, "Zoë").status_code == 404


def test_viewer_renames_nobody(host: Phone, guest: Client) -> None:
    become_viewer(guest, host.group)
    page = page_of(host, player_of(host))

    told = {"name": "Zoë"}
    assert [guest.get(page).status_code, guest.post(page, told).status_code] == [404, 404]


def test_member_renames(host: Phone, guest: Client) -> None:
    player = player_of(host)
    join(guest, host.group, player="new", name="Eva")

    guest.post(page_of(host, player), {"name": "Zoë"})

    assert Player.objects.get(pk=player.pk).name == "Zoë"


def test_list_of_players_leads_to_each(host: Phone) -> None:
    page = host.client.get(f"/g/{host.group.key}/players/").content.decode()

    players = host.group.players.all()
    assert [f'href="{page_of(host, each)}"' in page for each in players] == [True] * 4


def test_two_spellings_of_a_new_name_are_one_player() -> None:
    group = GroupFactory.create()

    ada, ben, again = get_or_create_all(group, ["Ada", "Ben", "ada"])

    assert (again, [*group.players.order_by("pk")]) == (ada, [ada, ben])


def test_page_of_an_earlier_release_renames(host: Phone) -> None:
    player = player_of(host)

    sent = {"player": player.pk, "name": "Zoë"}
    answer = host.client.post(f"/g/{host.group.key}/players/", sent)

    assert answer["Location"] == page_of(host, player)
    assert Player.objects.get(pk=player.pk).name == "Zoë"
