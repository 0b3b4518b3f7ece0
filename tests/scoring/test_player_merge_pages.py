"""The page on which the owner of a group says that two players are one person."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Player
from tests.factories import Phone, PlayerFactory, enter_game
from tests.scoring.joining import become_viewer, join, player_of
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def misspelt(host: Phone) -> Player:
    """The player Bne, who has played one game, in which Ben did not play."""
    enter_game(host.group)
    game = enter_game(host.group)
    player: Player = PlayerFactory.create(group=host.group, name="Bne")
    Game.objects.filter(pk=game.pk).update(player_b1=player)
    game.changes.all().delete()
    return player


def ben(phone: Phone) -> Player:
    return phone.group.players.get(name="Ben")


def page(phone: Phone, player: Player) -> str:
    return f"/g/{phone.group.key}/players/{player.pk}/merge/"


def merge(phone: Phone, player: Player, into: object) -> Any:
    return phone.client.post(page(phone, player), {"into": into})


def take_back(client: Client, phone: Phone, player: Player) -> Any:
    return client.post(f"/g/{phone.group.key}/players/{player.pk}/take-back/")


def merged_into(player: Player) -> Player | None:
    return Player.with_merged.get(pk=player.pk).merged_into


def test_preview_shows_the_result_and_changes_nothing(host: Phone, misspelt: Player) -> None:
    shown = text(host.client.get(page(host, misspelt), {"into": ben(host).pk}))

    assert "Bne is in 1 game now." in shown
    assert "Ben will be in all 2 games, with all their figures." in shown
    assert merged_into(misspelt) is None


def test_merged_player_is_listed_apart_and_taken_back(host: Phone, misspelt: Player) -> None:
    players = f"/g/{host.group.key}/players/"

    merged = merge(host, misspelt, ben(host).pk)
    listed = text(host.client.get(players))
    into = merged_into(misspelt)
    taken_back = take_back(host.client, host, misspelt)

    assert (merged.status_code, taken_back.status_code) == (302, 302)
    assert (into, merged_into(misspelt)) == (ben(host), None)
    assert ("Bne is Ben" in listed, "<b>Bne</b>" in listed) == (True, False)
    assert "<b>Bne</b>" in text(host.client.get(players))


def test_statistics_page_of_who_was_merged_leads_to_the_other(
    host: Phone, misspelt: Player
) -> None:
    merge(host, misspelt, ben(host).pk)

    moved = host.client.get(f"/g/{host.group.key}/stats/p/{misspelt.pk}/")

    assert moved["Location"] == f"/g/{host.group.key}/stats/p/{ben(host).pk}/"


@pytest.mark.parametrize("name", ["stats/", "stats/pairs/", "games.csv"])
def test_tables_and_statistics_show_one_player(
    host: Phone, misspelt: Player, name: str
) -> None:
    address = f"/g/{host.group.key}/{name}"

    def read() -> tuple[bool, bytes, str | None]:
        answer: Any = host.client.get(address)
        return b"Bne" in answer.getvalue(), answer.getvalue(), answer.get("ETag")

    before = read()
    merge(host, misspelt, ben(host).pk)
    together = read()
    take_back(host.client, host, misspelt)
    after = read()

    assert [before[0], together[0], after[0]] == [True, False, True]
    assert before[1] == after[1]
    if before[2]:
        assert before[2] != together[2]


def test_two_players_of_one_game_are_refused_with_the_game(host: Phone) -> None:
    one, other = host.game.player_a1, host.game.player_b1

    shown = host.client.get(page(host, one), {"into": other.pk})
    sent = merge(host, one, other.pk)

    for refused in (shown, sent):
        assert refused.status_code == 422
        assert f"{one.name} and {other.name} are both in the game of" in text(refused)
    assert merged_into(one) is None


@pytest.mark.parametrize("into", ["", "x", "0", "self", "stranger"])
def test_nobody_to_be_is_refused(host: Phone, into: str) -> None:
    player, stranger = player_of(host), PlayerFactory.create()
    told = {"self": player.pk, "stranger": stranger.pk}.get(into, into)

    refused = merge(host, player, told)

    assert (refused.status_code, merged_into(player)) == (422, None)
    assert "Choose who it is." in text(refused)


def test_merge_page_asks_who_it_is_before_anything_else(host: Phone, misspelt: Player) -> None:
    shown = host.client.get(page(host, misspelt))

    assert (shown.status_code, "Merge Bne into" in text(shown)) == (200, False)


def test_member_and_viewer_merge_nobody(host: Phone, misspelt: Player, guest: Client) -> None:
    viewer, done = Client(), merge(host, misspelt, ben(host).pk)
    join(guest, host.group, player="new", name="Eva")
    become_viewer(viewer, host.group)
    other = PlayerFactory.create(group=host.group)

    for client in (guest, viewer):
        told = {"into": ben(host).pk}
        assert client.get(page(host, other)).status_code == 404
        assert client.post(page(host, other), told).status_code == 404
        assert take_back(client, host, misspelt).status_code == 404
    assert (done.status_code, merged_into(other)) == (302, None)
    assert merged_into(misspelt) == ben(host)


def test_member_is_offered_no_merge(host: Phone, misspelt: Player, guest: Client) -> None:
    player = f"/g/{host.group.key}/players/{misspelt.pk}/"
    join(guest, host.group, player="new", name="Eva")

    assert "Same person as another player" in text(host.client.get(player))
    assert "Same person as another player" not in text(guest.get(player))


@pytest.mark.parametrize("address", ["/new/", "/g/{group}/result/"])
def test_two_names_of_one_player_are_refused_and_stay(
    host: Phone, misspelt: Player, address: str
) -> None:
    merge(host, misspelt, ben(host).pk)
    told = {"a1": "Ada", "b1": "Ben", "a2": "Bne", "b2": "Dora", "target": "1000"}
    told |= {"tie": "play_on", "grand": "on", "total_a": "1000", "total_b": "600"}
    games = Game.objects.count()

    refused = host.client.post(
        address.format(group=host.group.key), told | {"day": "2026-03-06"}
    )

    assert (refused.status_code, Game.objects.count()) == (422, games)
    assert "Two of these names are one player here" in text(refused)
    assert 'value="Bne"' in refused.content.decode()


def test_who_joins_by_the_name_of_who_was_merged_is_the_other(
    host: Phone, misspelt: Player, guest: Client
) -> None:
    merge(host, misspelt, ben(host).pk)

    join(guest, host.group, player="new", name="Bne")

    assert ben(host).membership_set.count() == 1
