"""Avatars are shown beside names on all pages of a group, are chosen by its members, and can be
switched off."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from scoring.charts import Disc
from scoring.models import AvatarChoice, Game, Group, Player
from scoring.presentation.race_charts import race_picture
from scoring.services.players import choose_avatar
from tests.factories import GameWriter, Phone, PlayerFactory, plain, start_rotation
from tests.scoring.joining import become_viewer, join, player_of
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

FOX = "🦊"
AVATAR = re.compile(r'<i class="avatar (\w+)" data-monogram="([^"]+)" aria-hidden="true"></i>')


def shown(response: Any) -> set[tuple[str, ...]]:
    """Return the avatars of a page, each as its colour and its monogram."""
    return {*AVATAR.findall(unescape(response.content.decode()))}


def page_of(host: Phone, player: Player | None = None) -> str:
    return f"/g/{host.group.key}/players/{(player or player_of(host)).pk}/avatar/"


def choose(host: Phone, colour: str = "", symbol: str = "", other: str = "") -> Any:
    told = {"colour": colour, "symbol": symbol, "other": other}
    return host.client.post(page_of(host), told)


def chosen(player: Player) -> tuple[str | None, str | None]:
    stored = Player.objects.get(pk=player.pk)
    return stored.colour, stored.symbol


PAGES = [
    "/t/{game}/",
    "/t/{game}/board/",
    "/t/{game}/scoreboard/",
    "/t/{game}/rounds/1/",
    "/",
    "/new/",
    "/g/{group}/",
    "/g/{group}/players/",
    "/g/{group}/players/{player}/",
    "/g/{group}/result/",
    "/g/{group}/stats/",
    "/g/{group}/stats/p/{player}/",
    "/g/{group}/stats/evening/",
    "/g/{group}/stats/ratings/",
    "/g/{group}/schedule/",
]


@pytest.mark.parametrize("page", PAGES)
def test_avatar_is_the_same_on_every_page(host: Phone, page: str) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    player = player_of(host)
    choose_avatar(player, AvatarChoice("green", FOX))
    host.group.membership_set.update(player=player)

    url = page.format(game=host.game.key, group=host.group.key, player=player.pk)

    assert ("green", FOX) in shown(host.client.get(url))


@pytest.mark.parametrize("page", PAGES)
def test_group_can_do_without(host: Phone, page: str) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    url = page.format(game=host.game.key, group=host.group.key, player=player_of(host).pk)
    before = shown(host.client.get(url))  # this fills the cache too

    host.client.post(f"/g/{host.group.key}/settings/", {"name": "Friday", "preset": "last"})

    assert (before != set(), shown(host.client.get(url))) == (True, set())


def test_group_shows_avatars_again(host: Phone) -> None:
    Group.objects.update(shows_avatars=False)
    revision = host.game.revision

    told = {"name": "", "preset": "last", "avatars": "on"}
    host.client.post(f"/g/{host.group.key}/settings/", told)

    assert Group.objects.get().shows_avatars
    assert Game.objects.get(pk=host.game.pk).revision == revision + 1


def test_other_settings_of_a_group_change_no_revision(host: Phone) -> None:
    revision = host.game.revision

    told = {"name": "Friday", "preset": "last", "avatars": "on"}
    host.client.post(f"/g/{host.group.key}/settings/", told)

    assert Game.objects.get(pk=host.game.pk).revision == revision


def test_viewers_see_avatars(host: Phone, guest: Client) -> None:
    become_viewer(guest, host.group)

    assert len(shown(guest.get(f"{host.game.get_absolute_url()}scoreboard/"))) == 4


def test_join_page_has_avatars(host: Phone, guest: Client) -> None:
    assert len(shown(guest.get(f"/j/{host.group.join_token}/"))) == 4


def test_who_can_play_on_has_an_avatar(host: Phone) -> None:
    choose_avatar(PlayerFactory.create(group=host.group), AvatarChoice("green", FOX))

    assert shown(host.client.get(f"{host.url}substitute/")) == {("green", FOX)}


def test_who_may_come_to_a_rotation_has_an_avatar(host: Phone) -> None:
    game = start_rotation("Eva", group=host.group)

    page = host.client.get(f"{game.get_absolute_url()}substitute/")

    assert len(shown(page)) == host.group.players.count()


def test_balances_of_stakes_have_avatars(host: Phone) -> None:
    Game.objects.filter(pk=host.game.pk).update(stake=5)
    host.game.refresh_from_db()
    GameWriter(host.game, host.device).record_often(plain(100), 10)

    assert len(shown(host.client.get(f"/g/{host.group.key}/stakes/"))) == 4


def test_standings_of_a_rotation_have_avatars(host: Phone) -> None:
    game = start_rotation("Eva", group=host.group)

    page = host.client.get(game.get_absolute_url()).content.decode()

    standings = page.partition('class="standings"')[2]
    assert len({*AVATAR.findall(standings)}) == 5


def avatars_json(response: Any) -> Any:
    found = re.search(r"data-avatars='([^']*)'", response.content.decode())
    return found and json.loads(found[1])


def test_phone_has_the_avatars_of_all_who_play_a_rotation(host: Phone) -> None:
    game = start_rotation("Eva", group=host.group)
    eva = host.group.players.get(name="Eva")
    choose_avatar(eva, AvatarChoice("green", FOX))

    found = avatars_json(host.client.get(game.get_absolute_url()))

    assert {*found} == {"Ada", "Ben", "Cleo", "Dora", "Eva"}
    assert found["Eva"] == ["green", FOX]


def test_phone_has_the_avatars_of_a_finished_game_for_a_rematch(host: Phone) -> None:
    running = avatars_json(host.client.get(host.url))
    GameWriter(host.game, host.device).record_often(plain(100), 10)

    found = avatars_json(host.client.get(host.url))

    assert (running, {*found}) == (None, {*host.game.names})


def test_chosen_avatar_is_stored_and_is_on_the_form(host: Phone) -> None:
    answer = choose(host, "teal", FOX)

    page = text(host.client.get(page_of(host)))
    assert (answer.status_code, chosen(player_of(host))) == (302, ("teal", FOX))
    assert re.findall(r'value="([^"]*)" checked', page) == ["teal", FOX]


def test_another_emoji_is_stored_and_is_on_the_form(host: Phone) -> None:
    choose(host, symbol="other", other=" e\u0301 ")

    page = text(host.client.get(page_of(host)))
    assert chosen(player_of(host)) == (None, "é")
    assert re.findall(r'value="([^"]*)" checked', page) == ["", "other"]
    assert 'name="other" value="é"' in page


def test_choice_is_taken_back(host: Phone) -> None:
    choose(host, "teal", FOX)

    choose(host)

    assert chosen(player_of(host)) == (None, None)


@pytest.mark.parametrize("other", ["", "Ada", "🦊🐢", "\u200b", "a" + "\u0316" * 20])
def test_what_is_no_single_emoji_is_refused_and_stays_in_the_form(
    host: Phone, other: str
) -> None:
    answer = choose(host, "teal", "other", other)

    page = text(answer)
    assert answer.status_code == 422
    assert "Type a single emoji, or a single letter." in page
    assert re.findall(r'value="([^"]*)" checked', page) == ["teal", "other"]
    assert chosen(player_of(host)) == (None, None)


@pytest.mark.parametrize("told", [{"colour": "blue"}, {"symbol": "🐢🐢"}])
def test_what_is_not_offered_is_refused(host: Phone, told: dict[str, str]) -> None:
    answer = choose(host, **told)

    assert answer.status_code == 422
    assert "This can no longer be chosen: choose again." in text(answer)
    assert chosen(player_of(host)) == (None, None)


def test_chosen_avatar_changes_the_revision_of_every_game(host: Phone) -> None:
    revision = host.game.revision

    choose(host, "teal")

    assert Game.objects.get(pk=host.game.pk).revision == revision + 1


@pytest.mark.parametrize("page", ["/t/{game}/", "/g/{group}/stats/"])
def test_chosen_avatar_is_shown_where_the_page_was_cached(host: Phone, page: str) -> None:
    GameWriter(host.game, host.device).record(plain(60))
    url = page.format(game=host.game.key, group=host.group.key)
    before = shown(host.client.get(url))

    choose(host, "teal", FOX)

    after = shown(host.client.get(url))
    assert (("teal", FOX) in before, ("teal", FOX) in after) == (False, True)


def test_player_who_is_added_changes_no_avatar(host: Phone) -> None:
    page = f"/g/{host.group.key}/players/"
    before = shown(host.client.get(page))

    PlayerFactory.create(group=host.group, name="Zoë")

    after = shown(host.client.get(page))
    assert (before < after, len(after)) == (True, 5)


def test_avatar_of_a_player_of_another_group_is_not_there(host: Phone) -> None:
    stranger = Phone(Client()).game.player_a1

    page = page_of(host, stranger)

    assert host.client.get(page).status_code == 404
    assert host.client.post(page, {"colour": "teal"}).status_code == 404
    assert chosen(stranger) == (None, None)


def test_member_chooses_and_a_viewer_chooses_nothing(host: Phone, guest: Client) -> None:
    viewer = Client()
    become_viewer(viewer, host.group)
    join(guest, host.group, player="new", name="Eva")

    by_viewer = viewer.post(page_of(host), {"colour": "teal"}).status_code
    before = chosen(player_of(host))
    by_member = guest.post(page_of(host), {"colour": "teal"}).status_code

    assert (by_viewer, before) == (404, (None, None))
    assert (by_member, chosen(player_of(host))) == (302, ("teal", None))


@pytest.mark.parametrize("players", [4, 9])
def test_players_page_costs_as_much_for_many_players(
    host: Phone, players: int, django_assert_num_queries: Any
) -> None:
    PlayerFactory.create_batch(players - 4, group=host.group)

    # The group, the avatars, the offered, hidden and merged players.
    with django_assert_num_queries(5):
        host.client.get(f"/g/{host.group.key}/players/")


def test_table_of_a_group_without_avatars_asks_for_none(
    phone: Phone, django_assert_num_queries: Any
) -> None:
    phone.get()
    Group.objects.update(shows_avatars=False)

    # The game, whether the rounds have changed, the sheet, the history. Before the first round
    # also the games that were started at the same time.
    with django_assert_num_queries(5):
        phone.get("board/?seen=-1")


def test_picture_of_a_game_has_monograms_in_place_of_what_no_font_may_have(
    host: Phone,
) -> None:
    GameWriter(host.game, host.device).record_often(plain(100), 10)
    choose_avatar(host.game.player_a1, AvatarChoice("green", FOX))
    choose_avatar(host.game.player_a2, AvatarChoice("pink", "Z"))
    game = Game.find(host.game.key, token=host.client.cookies["device"].value)
    assert game is not None

    winners, _ = race_picture(game, {}).rows

    monogram = game.avatars[host.game.player_a1.pk].monogram
    assert winners.discs == (Disc("green", monogram), Disc("pink", "Z"))
