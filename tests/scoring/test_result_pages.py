"""The page that adds the result of a game without rounds, and the page that corrects it."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Change, Game, Membership, Player, Role
from scoring.stats.evening_date import evening_date
from tests.factories import GameFactory, Phone, enter_game
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

SENT = {
    "a1": "Ada",
    "b1": "Ben",
    "a2": "Cleo",
    "b2": "Dora",
    "total_a": "1045",
    "total_b": "655",
    "day": "2026-03-06",
    "preset": "official",
    "tie": "play_on",
}


def address(phone: Phone) -> str:
    return f"{phone.group.get_absolute_url()}result/"


def send(phone: Phone, **fields: str) -> Any:
    return phone.client.post(address(phone), SENT | fields)


# Adding one


def test_result_is_added_and_its_page_opens(phone: Phone) -> None:
    response = send(phone)

    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    assert (game.group, list(game.names)) == (phone.group, ["Ada", "Ben", "Cleo", "Dora"])
    assert (game.final_a, game.final_b, f"{evening_date(game.created)}") == (
        1045,
        655,
        "2026-03-06",
    )
    assert Change.objects.get().device == phone.device


def test_total_below_zero_is_read_with_either_sign(phone: Phone) -> None:
    send(phone, total_b="\N{MINUS SIGN}345")
    send(phone, total_b=" -345 ")

    assert [game.final_b for game in Game.objects.all()] == [-345, -345]


def test_result_sent_twice_with_one_key_is_one_game(phone: Phone) -> None:
    key = str(uuid.uuid4())
    send(phone, key=key)
    send(phone, key=key)

    assert [str(game.key) for game in Game.objects.all()] == [key]


def test_own_rules_say_what_the_game_was_played_to(phone: Phone) -> None:
    send(phone, preset="own", target="500", total_a="500", total_b="100", double_win="100")

    game = Game.objects.get()
    assert (game.target, game.double_win) == (500, 100)


TOMORROW = f"{timezone.localdate() + timedelta(days=2)}"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"total_b": ""}, "A final total is a whole number of points"),
        ({"total_a": "many"}, "A final total is a whole number of points"),
        ({"total_a": "10.5"}, "A final total is a whole number of points"),
        ({"total_a": "1041", "total_b": "659"}, "Card points go in steps of five"),
        ({"total_b": "600"}, "these totals add to 1645"),
        ({"total_a": "995", "total_b": "605"}, "No team has reached 1000 points"),
        ({"total_a": "700", "total_b": "700"}, "No team has reached 1000 points"),
        ({"total_a": "1050", "total_b": "1050"}, "a tie is played on"),
        ({"day": TOMORROW}, "Choose a day that is over, or today"),
        ({"day": "1985-01-01"}, "Choose a day that is over, or today"),
        ({"day": "yesterday"}, "A day is written like this"),
        ({"b1": "ADA"}, "Two seats have the same name"),
        ({"b1": ""}, "Every seat needs a name."),
        ({"preset": "own", "target": "none"}, "A game needs an end"),
        ({"key": "x"}, "This page is out of date"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    phone: Phone, fields: dict[str, str], sentence: str
) -> None:
    response = send(phone, **fields)

    assert (response.status_code, sentence in text(response)) == (422, True)
    assert (Game.objects.count(), Player.objects.count()) == (0, 0)


def test_refused_form_keeps_what_was_typed(phone: Phone) -> None:
    page = text(send(phone, total_b="600", b2="Zoë"))

    for typed in ("Ada", "Ben", "Cleo", "Zoë", "1045", "600", "2026-03-06"):
        assert f'value="{typed}"' in page


def test_form_starts_from_the_last_game_and_this_evening(phone: Phone) -> None:
    game = GameFactory.create(group=phone.group, target=500)

    page = text(phone.client.get(address(phone)))

    for shown in (*game.names, evening_date(timezone.now()).isoformat()):
        assert f'value="{shown}"' in page
    assert '<summary class="button">Short, to 500</summary>' in page


@pytest.mark.parametrize("path", ["/", "/new/"])
def test_form_is_reached_from_the_list_and_from_a_new_game(phone: Phone, path: str) -> None:
    phone.game  # noqa: B018 (made here)

    assert f'href="{address(phone)}"' in text(phone.client.get(path))


@pytest.mark.parametrize("players", [4, 12])
def test_form_costs_as_many_queries_with_many_players(
    phone: Phone, players: int, django_assert_num_queries: Any
) -> None:
    phone.game  # noqa: B018 (made here)
    for number in range(players - 4):
        Player.objects.create(group=phone.group, name=f"Guest {number}")

    # The group, the last game, the recent players, the members, and all players.
    with django_assert_num_queries(6):
        phone.client.get(address(phone))


# Who may


@pytest.mark.parametrize("method", ["get", "post"])
def test_stranger_and_viewer_find_neither_page(phone: Phone, method: str) -> None:
    game = enter_game(phone.group, device=phone.device)
    stranger, viewer = Phone(Client()), Phone(Client())
    Membership.objects.create(group=phone.group, device=viewer.device, role=Role.VIEWER)

    for client in (stranger.client, viewer.client):
        for path in (address(phone), f"{game.get_absolute_url()}result/"):
            assert getattr(client, method)(path, SENT).status_code == 404
    assert Game.objects.get().version == 1


# Correcting one


def correct(phone: Phone, game: Game, **fields: str) -> Any:
    sent = SENT | {"seen": "1", "day": f"{evening_date(game.created)}"} | fields
    return phone.client.post(f"{game.get_absolute_url()}result/", sent)


def test_result_is_corrected_and_the_log_says_so(phone: Phone) -> None:
    game = enter_game(phone.group, device=phone.device)

    response = correct(phone, game, total_b="-345", b2="Eva")

    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    log = text(phone.client.get(f"{game.get_absolute_url()}log/"))
    assert "The result is now: Ada + Cleo 1045, Ben + Eva −345, " in log
    assert "It was: Ada + Cleo 1000, Ben + Dora 600, " in log
    assert "The result was entered: Ada + Cleo 1000, Ben + Dora 600, " in log


def test_correction_is_undone_from_the_page_of_the_game(phone: Phone) -> None:
    game = enter_game(phone.group, device=phone.device)
    correct(phone, game)
    assert "Undo the change of the result" in text(phone.client.get(game.get_absolute_url()))

    phone.client.post(f"{game.get_absolute_url()}undo/", {"number": 2})

    page = text(phone.client.get(game.get_absolute_url()))
    assert (Game.objects.get().final_a, "Redo the change of the result" in page) == (1000, True)


def test_correction_by_a_page_that_is_out_of_date_is_refused(phone: Phone) -> None:
    game = enter_game(phone.group, device=phone.device)
    correct(phone, game)

    response = correct(phone, game, total_a="2045")

    assert (response.status_code, Game.objects.get().final_a) == (409, 1045)
    assert "The game was changed meanwhile, so nothing of this was stored." in text(response)


def test_correction_that_changes_nothing_is_refused(phone: Phone) -> None:
    game = enter_game(phone.group, device=phone.device)

    response = correct(phone, game, total_a="1000", total_b="600")

    assert (response.status_code, "This is the result already" in text(response)) == (422, True)


def test_correction_that_is_sent_again_is_the_same(phone: Phone) -> None:
    game, key = enter_game(phone.group, device=phone.device), str(uuid.uuid4())
    correct(phone, game, key=key)

    response = correct(phone, game, key=key)

    assert (response.status_code, Game.objects.get().version) == (302, 2)
