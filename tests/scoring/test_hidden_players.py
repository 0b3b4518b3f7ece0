"""Hidden players, who no longer play: no form offers their names, and everything else is
unchanged."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.forms import NewGameForm, ResultForm
from scoring.models import Game, Player
from scoring.stats.recent_players import players_by_recency
from tests.factories import GameWriter, Phone, PlayerFactory, enter_game, plain, start_rotation
from tests.scoring.joining import address, become_viewer, join, player_of
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def hide(host: Phone, player: Player) -> Any:
    return host.client.post(f"/g/{host.group.key}/players/{player.pk}/hide/")


def show(host: Phone, player: Player) -> Any:
    return host.client.post(f"/g/{host.group.key}/players/{player.pk}/show/")


def is_hidden(player: Player) -> bool:
    return Player.objects.get(pk=player.pk).hidden


def named(host: Phone, name: str) -> Player:
    """Create a player of the host's group who plays in none of its games."""
    player: Player = PlayerFactory.create(group=host.group, name=name)
    return player


def start(host: Phone, *names: str) -> Game:
    seats = dict(zip(("a1", "b1", "a2", "b2"), names, strict=True))
    host.client.post("/new/", {**seats, "target": "1000", "tie": "play_on", "grand": "on"})
    return Game.objects.latest("id")


def offered(host: Phone) -> list[Player]:
    return players_by_recency(host.group, timezone.now())


OFFERING = [
    "/new/",
    "/g/{group}/result/",
    "/g/{group}/schedule/",
    "/t/{game}/substitute/",
]


@pytest.mark.parametrize("address", OFFERING)
def test_hidden_player_is_offered_nowhere(host: Phone, address: str) -> None:
    player = named(host, "Zoë")
    page = address.format(group=host.group.key, game=host.game.key)
    offered = "Zoë" in text(host.client.get(page))

    hide(host, player)

    assert (offered, "Zoë" in text(host.client.get(page))) == (True, False)


def test_hidden_player_is_not_offered_where_others_come_to_a_rotation(host: Phone) -> None:
    game = start_rotation(group=host.group)
    player = named(host, "Zoë")
    page = game.get_absolute_url() + "substitute/"
    offered = "Zoë" in text(host.client.get(page))

    hide(host, player)

    assert (offered, "Zoë" in text(host.client.get(page))) == (True, False)


def test_hidden_player_is_not_offered_for_fair_teams(host: Phone) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    player = player_of(host)
    page, box = f"/g/{host.group.key}/stats/ratings/", f'value="{player.pk}"'
    offered = box in host.client.get(page).content.decode()

    hide(host, player)

    assert (offered, box in host.client.get(page).content.decode()) == (True, False)


def test_hidden_player_is_not_offered_to_who_joins(host: Phone, guest: Client) -> None:
    player = named(host, "Zoë")
    offered = "Zoë" in text(guest.get(address(host.group)))

    hide(host, player)

    assert (offered, "Zoë" in text(guest.get(address(host.group)))) == (True, False)


def test_new_game_leaves_the_seat_of_a_hidden_player_empty(host: Phone) -> None:
    player = player_of(host)
    hide(host, player)

    names = NewGameForm.prefilled(host.game, host.group, {}, offered(host)).initial

    kept = host.game.names
    assert [names[seat] for seat in ("a1", "b1", "a2", "b2")] == ["", *list(kept)[1:]]


def test_new_rotation_has_no_seat_for_a_hidden_player(host: Phone) -> None:
    game = start_rotation("Eva", group=host.group)
    hide(host, host.group.players.get(name="Ben"))

    names = NewGameForm.prefilled(game, host.group, {}, offered(host)).initial

    seats = ("a1", "b1", "a2", "b2", "fifth")
    assert sorted(names.get(seat, "") for seat in seats) == ["", "Ada", "Cleo", "Dora", "Eva"]


def test_result_of_a_new_game_leaves_the_seat_of_a_hidden_player_empty(host: Phone) -> None:
    hide(host, player_of(host))

    names = ResultForm.prefilled(host.game, host.group, offered(host)).initial

    assert names["a1"] == ""


def test_hidden_player_stays_at_the_table_and_in_statistics(host: Phone) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    player = player_of(host)

    hide(host, player)

    for page in (host.game.get_absolute_url(), f"/g/{host.group.key}/stats/"):
        assert player.name in text(host.client.get(page))


def test_hidden_player_is_listed_apart_and_shown_again(host: Phone) -> None:
    player = named(host, "Zoë")
    page = f"/g/{host.group.key}/players/"
    hide(host, player)
    hidden = text(host.client.get(page)).partition("Hidden")[2]
    offered = text(host.client.get(f"{page}{player.pk}/"))

    show(host, player)

    assert ("Zoë" in hidden, "Show again" in offered) == (True, True)
    assert (is_hidden(player), "Hidden" in text(host.client.get(page))) == (False, False)


def test_typed_name_of_a_hidden_player_brings_that_player_back(host: Phone) -> None:
    player = named(host, "Zoë")
    hide(host, player)

    game = start(host, "ZOË", "Ben", "Cleo", "Dora")

    assert (game.player_a1_id, is_hidden(player)) == (player.pk, False)


def test_refused_substitution_shows_nobody_again(host: Phone) -> None:
    player = named(host, "Zoë")
    hide(host, player)

    seen = {"seat": "A1", "new_name": "Zoë", "after": 7, "seating": 0}
    refused = host.client.post(f"{host.url}substitute/", seen)

    assert (refused.status_code, is_hidden(player)) == (409, True)


def test_corrected_result_shows_nobody_again(host: Phone) -> None:
    game = enter_game(host.group)
    player = game.player_b1
    hide(host, player)
    told = dict(zip(("a1", "b1", "a2", "b2"), game.names, strict=True)) | {
        "total_a": "1000",
        "total_b": "500",
        "day": "2026-03-06",
        "target": "1000",
        "tie": "play_on",
        "grand": "on",
        "seen": game.version,
    }

    corrected = host.client.post(f"{game.get_absolute_url()}result/", told)

    assert (corrected.status_code, is_hidden(player)) == (302, True)


def test_member_hides_and_a_viewer_hides_nobody(host: Phone, guest: Client) -> None:
    player = player_of(host)
    viewer = Client()
    become_viewer(viewer, host.group)
    join(guest, host.group, player="new", name="Eva")
    page = f"/g/{host.group.key}/players/{player.pk}/hide/"

    by_viewer, hidden = viewer.post(page).status_code, is_hidden(player)
    by_member = guest.post(page).status_code

    assert (by_viewer, hidden) == (404, False)
    assert (by_member, is_hidden(player)) == (302, True)


def test_player_of_another_group_is_not_hidden(host: Phone) -> None:
    stranger = Phone(Client()).game.player_a1

    assert (hide(host, stranger).status_code, is_hidden(stranger)) == (404, False)
