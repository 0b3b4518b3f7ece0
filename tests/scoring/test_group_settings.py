"""The name of a group, and the defaults of its new games."""

import re

import pytest

from scoring.models import Agreement, Game, Group
from scoring.rules import CallsPerTeam, TieRule
from scoring.services.groups import DisplaySettings, rotate_links, update_settings
from tests.factories import Phone
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

NEW_GAME = {
    "a1": "Ada",
    "b1": "Ben",
    "a2": "Cleo",
    "b2": "Dora",
    "tie": "play_on",
    "grand": "on",
}


def test_group_gets_a_name_and_defaults(host: Phone) -> None:
    told = {"name": "Friday", "target": "500", "tie": "draw", "one_call_per_team": "on"}
    host.client.post(f"/g/{host.group.key}/settings/", told)

    group = Group.objects.get()
    agreed = Agreement(
        target=500, tie=TieRule.DRAW, grand=False, calls_per_team=CallsPerTeam.ONE
    )
    assert (str(group), group.agreement) == ("Friday", agreed)


def test_settings_leave_what_another_phone_has_changed(host: Phone) -> None:
    one, other = Group.objects.get(), Group.objects.get()
    short = Agreement(target=500)

    update_settings(
        one, "Friday", None, DisplaySettings(win_probability=True, avatars=False, deal=False)
    )
    rotate_links(one)
    update_settings(
        other,
        other.name,
        short,
        DisplaySettings(win_probability=False, avatars=True, deal=False),
    )

    group = Group.objects.get()
    assert (group.name, group.agreement) == ("Friday", short)
    assert (group.shows_win_probability, group.shows_avatars) == (False, False)
    assert group.join_token == one.join_token


DEAL = ("14 dealt", "First card played")


def test_table_does_not_ask_for_the_deal(host: Phone) -> None:
    page = text(host.get())

    assert [key for key in DEAL if key in page] == []


def test_table_of_a_group_that_wants_it_asks_for_the_deal(host: Phone) -> None:
    before = Game.objects.get().revision
    host.client.post(f"/g/{host.group.key}/settings/", {"preset": "last", "deal": "on"})
    page = text(host.get())

    assert [key for key in DEAL if key in page] == [*DEAL]
    assert Game.objects.get().revision == before + 1


def test_phones_know_whether_a_group_is_asked_for_the_deal(host: Phone) -> None:
    told = [text(host.get()), text(host.client.get("/new/"))]
    Group.objects.update(shows_deal=True)
    Game.objects.update(revision=1)
    wanted = [text(host.get()), text(host.client.get("/new/"))]

    assert ["shows_deal" in told[0], "data-shows-deal" in told[1]] == [False, False]
    assert ["shows_deal" in wanted[0], "data-shows-deal" in wanted[1]] == [True, True]


def test_new_game_starts_with_what_the_group_agreed_on(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/settings/", {"target": "500", "tie": "draw"})

    assert 'value="500" checked' in text(host.client.get("/new/"))


def test_group_agrees_on_a_preset(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/settings/", {"name": "", "preset": "club"})

    assert Group.objects.get().agreement == Agreement(
        grand=False, double_win=100, dragon_keeps_last_trick=True
    )


def test_group_settings_start_with_what_was_played_last(host: Phone) -> None:
    Game.objects.filter(pk=host.game.pk).update(target=500)

    page = text(host.client.get(f"/g/{host.group.key}/settings/"))

    assert 'value="last" checked' in page
    assert "<small>Short, to 500</small>" in page


def test_starting_a_game_leaves_the_settings_of_the_group(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/settings/", {"preset": "club"})
    host.client.post("/new/", NEW_GAME | {"target": "750"})

    assert Group.objects.get().agreement == Agreement(
        grand=False, double_win=100, dragon_keeps_last_trick=True
    )
    assert '<summary class="button">Club, to 1000' in text(host.client.get("/new/"))


def test_new_games_start_from_the_last_one_again_once_that_is_chosen(host: Phone) -> None:
    host.client.post(f"/g/{host.group.key}/settings/", {"preset": "club"})
    host.client.post("/new/", NEW_GAME | {"target": "750"})
    own = {"target": "many", "rounds": "x", "tie": "coin"}

    response = host.client.post(
        f"/g/{host.group.key}/settings/", own | {"name": "Friday", "preset": "last"}
    )

    assert response.status_code == 302
    assert (str(Group.objects.get()), Group.objects.get().agreement) == ("Friday", None)
    assert '<summary class="button">Official, to 750' in text(host.client.get("/new/"))


def test_refused_settings_keep_the_choice_of_the_last_game(host: Phone) -> None:
    response = host.client.post(
        f"/g/{host.group.key}/settings/", {"name": "x" * 61, "preset": "last"}
    )

    assert response.status_code == 422
    assert 'value="last" checked' in text(response)


def seats_filled(host: Phone, **asked: str) -> dict[str, str]:
    shown = text(host.client.get("/new/", asked))
    return dict(re.findall(r'name="([ab][12])" value="([^"]*)"', shown))


def test_new_game_takes_four_seats_from_its_address(host: Phone) -> None:
    seats = {"a1": "Zoe", "b1": "Yan", "a2": "Xenia", "b2": "Wim"}

    assert seats_filled(host, **seats) == seats


def test_new_game_passes_over_fewer_than_four_seats(host: Phone) -> None:
    names = {seat.lower(): name for seat, name in host.game.names.items()}

    assert seats_filled(host, a1="Zoe", b1="Yan", a2="Xenia") == names


def test_new_game_starts_like_the_last_one_where_nobody_agreed(host: Phone) -> None:
    Game.objects.update(target=300)

    assert 'value="300" checked' in text(host.client.get("/new/"))
