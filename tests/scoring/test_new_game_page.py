"""Starting a game: what the form keeps, refuses and offers, and the device it makes."""

import re
import uuid

import pytest
from django.test import Client

from scoring.forms.agreements import PRESETS, Preset
from scoring.models import Device, Game, Group, Role
from scoring.rules import TieRule
from scoring.services.membership import join_group
from tests.factories import GroupFactory, Phone
from tests.scoring.new_game import NAMES, NEW_GAME
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


# Starting


def test_first_game_makes_group_and_device(client: Client) -> None:
    response = client.post("/new/", NEW_GAME)

    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    assert [device.groups.get() for device in Device.objects.all()] == [game.group]


def test_first_game_leaves_a_cookie_that_scripts_and_other_sites_do_not_get(
    client: Client,
) -> None:
    client.post("/new/", NEW_GAME)

    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")


def test_device_cookie_is_secure_behind_https(client: Client) -> None:
    client.post("/new/", NEW_GAME, secure=True)

    assert client.cookies["__Host-device"]["secure"] is True


def test_token_is_stored_as_a_hash_only(client: Client) -> None:
    client.post("/new/", NEW_GAME)

    assert client.cookies["device"].value not in Device.objects.get().token_hash


def test_second_game_goes_to_the_same_group(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    client.post("/new/", NEW_GAME)

    assert (Group.objects.count(), Device.objects.count(), Game.objects.count()) == (1, 1, 2)


def test_new_game_asked_for_twice_with_one_key_is_one_game(client: Client) -> None:
    key = uuid.uuid4()
    client.post("/new/", NEW_GAME | {"key": key})
    client.post("/new/", NEW_GAME | {"key": key})

    assert [game.key for game in Game.objects.all()] == [key]


def test_one_page_sent_twice_without_scripts_is_one_game(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    page = NEW_GAME | {"page_key": uuid.uuid4()}
    first, second = client.post("/new/", page), client.post("/new/", page)

    assert (Game.objects.count(), second["Location"]) == (2, first["Location"])


def test_page_opened_again_by_back_starts_another_game(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    page = NEW_GAME | {"page_key": uuid.uuid4()}
    client.post("/new/", page)
    client.post("/new/", page | {"a1": "Somebody else"})

    assert Game.objects.count() == 3


def test_page_starts_another_game_once_its_first_is_over(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    page = NEW_GAME | {"page_key": uuid.uuid4()}
    client.post("/new/", page)
    Game.objects.update(ending="abandoned")
    client.post("/new/", page)

    assert Game.objects.count() == 3


def test_new_game_page_has_a_key_of_its_own(client: Client) -> None:
    def key() -> str:
        found = re.search(
            r'name="page_key" value="([^"]+)"', client.get("/new/").content.decode()
        )
        return found[1] if found else ""

    assert len({key(), key(), ""}) == 3


def test_new_game_keeps_what_was_agreed(client: Client) -> None:
    agreed = {
        "target": "other",
        "other_target": "620",
        "tie": "draw",
        "one_call_per_team": "on",
    }
    client.post("/new/", NAMES | agreed)

    game = Game.objects.get()
    assert (game.target, game.tie, game.grand, game.calls_per_team) == (
        620,
        TieRule.DRAW,
        False,
        "one",
    )


@pytest.mark.parametrize("target", ["0", "-5", "1.5", "ten", "", "1000001", "99999999999"])
def test_new_game_refuses_a_target_that_is_none(client: Client, target: str) -> None:
    response = client.post("/new/", NEW_GAME | {"target": "other", "other_target": target})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "A target is a whole number of points from 1 to 1,000,000." in text(response)


@pytest.mark.parametrize(
    ("fields", "columns"),
    [
        ({"target": "none", "rounds": "8"}, (None, 8, None, None)),
        ({"target": "none", "lead": " 400 "}, (None, None, 400, None)),
        (
            {"target": "500", "rounds": "10", "lead": "400", "floor": "1000"},
            (500, 10, 400, 1000),
        ),
    ],
    ids=str,
)
def test_new_game_ends_by_what_was_agreed(
    client: Client, fields: dict[str, str], columns: tuple[int | None, ...]
) -> None:
    client.post("/new/", NEW_GAME | fields)

    game = Game.objects.get()
    assert (game.target, game.fixed_rounds, game.lead, game.floor) == columns


def test_new_game_is_played_for_what_was_agreed(client: Client) -> None:
    agreed = {"calls_per_team": "one_of_each", "double_win": "100", "failed_calls": "opponents"}
    client.post("/new/", NEW_GAME | agreed)

    game = Game.objects.get()
    assert {name: str(getattr(game, name)) for name in agreed} == agreed


@pytest.mark.parametrize(
    ("field", "value"),
    [("calls_per_team", "two"), ("double_win", "150"), ("failed_calls", "nobody")],
)
def test_new_game_refuses_a_house_rule_that_is_none(
    client: Client, field: str, value: str
) -> None:
    response = client.post("/new/", NEW_GAME | {field: value})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Choose one of the house rules." in text(response)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"target": "none"},
            "A game needs an end: choose a target, a number of rounds or a lead.",
        ),
        ({"target": "none", "floor": "500"}, "A game needs an end"),
        ({"rounds": "0"}, "A number of rounds is a whole number from 1 to 1,000."),
        ({"rounds": "many"}, "A number of rounds is a whole number from 1 to 1,000."),
        ({"lead": "1.5"}, "A lead is a whole number of points from 1 to 1,000,000."),
        ({"floor": "-1000"}, "How far a team may fall below 0 is a whole number"),
    ],
    ids=str,
)
def test_new_game_refuses_an_end_that_is_none_and_keeps_what_was_typed(
    client: Client, fields: dict[str, str], sentence: str
) -> None:
    response = client.post("/new/", NEW_GAME | fields)

    assert (response.status_code, Game.objects.count()) == (422, 0)
    page = text(response)
    assert sentence in page
    assert all(
        f'name="{name}" value="{typed}"' in page
        for name, typed in fields.items()
        if name != "target"
    )


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_new_game_is_played_by_a_preset_whatever_the_own_rules_say(
    client: Client, preset: Preset
) -> None:
    own = {"target": "other", "other_target": "many", "rounds": "x", "tie": "coin"}
    client.post("/new/", NAMES | own | {"preset": preset.name})

    assert Game.objects.get().agreement == preset.agreement


def test_new_game_refuses_a_preset_that_is_none(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"preset": "vegas"})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Choose one of the rules." in text(response)


def test_first_game_is_offered_by_the_official_rules_in_one_line(client: Client) -> None:
    page = text(client.get("/new/"))

    assert '<summary class="button">Official, to 1000</summary>' in page
    assert '<details class="agreement">' in page


@pytest.mark.parametrize(
    ("agreed", "line"),
    [
        ({"preset": "short"}, "Short, to 500"),
        ({"preset": "brettspielwelt"}, "BrettspielWelt, 9 rounds"),
        ({"target": "750"}, "Official, to 750"),
        (
            {"rounds": "8", "double_win": "300", "calls_per_team": "one", "tie": "draw"},
            "Own rules, to 1000, 8 rounds, one call per team, double win 300, a tie is a draw",
        ),
        ({"time_limit": "60"}, "Own rules, to 1000, no new round after 60 min"),
        (
            {"dragon_keeps_last_trick": "on"},
            "Own rules, to 1000, the Dragon keeps the last trick",
        ),
        (
            {"lead": "500", "floor": "1000", "failed_calls": "opponents_grand"},
            (
                "Own rules, to 1000, won by a lead of 500, lost at −1000,"
                " a failed Grand Tichu pays the opponents"
            ),
        ),
    ],
    ids=str,
)
def test_next_game_is_offered_as_the_last_one_was_played(
    client: Client, agreed: dict[str, str], line: str
) -> None:
    client.post("/new/", NEW_GAME | agreed)

    assert f'<summary class="button">{line}</summary>' in text(client.get("/new/"))


def test_refused_agreement_is_shown_open(client: Client) -> None:
    page = text(client.post("/new/", NEW_GAME | {"preset": "own", "rounds": "0"}))

    assert '<details class="agreement" open>' in page


def test_new_game_refuses_a_seat_without_a_name_and_keeps_the_others(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"b2": "  "})

    assert response.status_code == 422
    assert "Every seat needs a name." in text(response)
    assert 'value="Cleo"' in text(response)


def test_new_game_refuses_one_player_on_two_seats(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"b2": " ADA "})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Two seats have the same name" in text(response)


def test_new_game_offers_the_names_and_the_agreement_of_the_last(client: Client) -> None:
    client.post("/new/", NEW_GAME | {"target": "750"})

    page = text(client.get("/new/"))

    assert [f'value="{name}"' in page for name in NAMES.values()] == [True] * 4
    assert 'value="750" checked' in page


def test_rematch_goes_to_the_new_game(phone: Phone) -> None:
    response = phone.post("rematch/", partner="B1")

    rematch = Game.objects.latest("pk")
    assert response["Location"] == rematch.get_absolute_url()
    assert rematch.names.a2 == phone.game.names.b1


# In one of several groups


def test_game_starts_in_the_group_that_was_chosen(phone: Phone) -> None:
    first = phone.group
    phone.join(GroupFactory.create())

    page = text(phone.client.get("/new/", {"group": str(first.key)}))
    phone.client.post("/new/", NEW_GAME | {"group": str(first.key)})

    assert f'name="group" value="{first.key}"' in page
    assert Game.objects.latest("pk").group == first


def test_page_says_its_group_to_whoever_has_one(phone: Phone) -> None:
    """A page that is stored, or open for long, starts its game where it said."""
    assert f'name="group" value="{phone.group.key}"' in text(phone.client.get("/new/"))


@pytest.mark.parametrize("role", [None, Role.VIEWER])
def test_no_game_starts_in_a_group_of_others(phone: Phone, role: Role | None) -> None:
    other = GroupFactory.create()
    if role:
        join_group(phone.device, other, role)

    asked = phone.client.get("/new/", {"group": str(other.key)})
    sent = phone.client.post("/new/", NEW_GAME | {"group": str(other.key)})

    assert (asked.status_code, sent.status_code) == (404, 404)
    assert not other.games.exists()


def test_group_that_cannot_be_is_not_there(phone: Phone) -> None:
    assert phone.client.get("/new/?group=none").status_code == 404
