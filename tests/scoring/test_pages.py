"""The pages of games, and who may see them."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


# Reading


def test_home_lists_the_games_of_this_device_newest_first(phone: Phone) -> None:
    games = [phone.game, GameFactory.create(group=phone.group)]

    page = text(phone.client.get("/"))

    assert page.index(games[1].get_absolute_url()) < page.index(games[0].get_absolute_url())


def test_home_says_who_won(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    phone.record(first="B1", second="B2")

    assert "Finished" in text(phone.client.get("/"))


def test_home_gives_a_phone_the_standing_of_a_game(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    writer.record(plain(20))

    shown = re.search(r"data-shown='(.+?)'", text(phone.client.get("/")))
    assert shown
    assert json.loads(shown[1]) == {
        "totals": {"A": 80, "B": 120},
        "rounds": 2,
        "seq": 2,
    }


def test_home_without_a_device_is_an_invitation(client: Client) -> None:
    GameFactory.create()

    assert "Four names, then two taps a round." in text(client.get("/"))


@pytest.mark.parametrize(
    ("rounds", "boundary"),
    [([], "0.500"), (["100"], "0.516"), (["-25"], "0.476"), (["100"] * 6, "0.580")],
)
def test_halves_of_the_table_meet_where_the_lead_is(
    phone: Phone, rounds: list[str], boundary: str
) -> None:
    for points in rounds:
        phone.record(first="A1", card_points=points)

    assert f'class="a" width="100%" height="100%" transform="scale({boundary} 1)"' in text(
        phone.get()
    )


def test_new_game_leads_to_its_changes(phone: Phone) -> None:
    """The first round replaces parts of the table, but not the link below it."""
    assert f'href="{phone.url}log/"' in text(phone.get())
    assert "Nothing has been recorded yet." in text(phone.get("log/"))


def test_changes_of_a_new_game_lead_to_its_table(phone: Phone) -> None:
    link = f'<a class="button strong" href="{phone.game.get_absolute_url()}">To the table</a>'
    assert link in text(phone.get("log/"))

    phone.record(first="A1", card_points=60)

    assert link not in text(phone.get("log/"))


def test_board_is_204_for_who_has_seen_it(phone: Phone) -> None:
    assert phone.get("board/?seen=0").status_code == 204


def test_board_is_the_table_for_who_has_not(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.get("board/?seen=0", **{"HX-Request": "true"})

    assert (response.status_code, response["HX-Retarget"]) == (200, "#table")


def test_reloaded_table_is_304_while_nothing_changed(phone: Phone) -> None:
    tag = phone.get()["ETag"]

    assert phone.get("", **{"If-None-Match": tag}).status_code == 304


def test_304_sends_no_cookie_again_and_says_what_it_depends_on(phone: Phone) -> None:
    page = phone.get()
    unchanged = phone.get(**{"If-None-Match": page["ETag"]})
    assert (unchanged.status_code, len(unchanged.cookies)) == (304, 0)
    assert (page["Vary"], unchanged["Vary"]) == ("Cookie, Accept-Encoding", "Cookie")


def test_reloaded_table_is_new_after_a_round(phone: Phone) -> None:
    tag = phone.get()["ETag"]
    phone.record(first="A1", card_points="60")

    assert phone.get("", **{"If-None-Match": tag}).status_code == 200


def test_reloaded_table_is_new_for_another_secret_of_its_forms(phone: Phone) -> None:
    tag = phone.get()["ETag"]
    del phone.client.cookies["csrftoken"]

    assert phone.get("", **{"If-None-Match": tag}).status_code == 200


# Who may see a game


def addresses(game: Game) -> dict[str, str]:
    """Return every address of a game with the method that it accepts."""
    one = {"key": game.key}
    return {
        reverse("table", kwargs=one): "get",
        reverse("board", kwargs=one): "get",
        reverse("change_log", kwargs=one): "get",
        reverse("round", kwargs=one | {"seq": 1}): "get",
        reverse("record_round", kwargs=one): "post",
        reverse("undo", kwargs=one): "post",
        reverse("redo", kwargs=one): "post",
        reverse("rematch", kwargs=one): "post",
        reverse("remove_round", kwargs=one | {"seq": 1}): "post",
    }


def test_game_of_another_group_looks_like_none_at_all(phone: Phone) -> None:
    theirs = GameFactory.create()
    GameWriter(theirs).record(plain(60))
    missing = GameFactory.build(group=theirs.group)

    def answers(game: Game) -> list[tuple[int, bytes]]:
        return [
            (response.status_code, response.content)
            for address, method in addresses(game).items()
            for response in [getattr(phone.client, method)(address)]
        ]

    assert phone.get().status_code == 200
    assert answers(theirs) == answers(missing)
    assert {status for status, _ in answers(theirs)} == {404}


def test_game_is_404_without_a_device(client: Client) -> None:
    assert client.get(GameFactory.create().get_absolute_url()).status_code == 404


def test_round_that_is_not_on_the_sheet_is_404(phone: Phone) -> None:
    assert phone.get("rounds/9/").status_code == 404


def test_impossible_amendment_of_a_round_that_is_not_there_is_404(phone: Phone) -> None:
    assert phone.post("rounds/9/", seen=1, first="A1", card_points="33").status_code == 404


@pytest.mark.parametrize("number", [0, 7, 10**30])
def test_undo_of_a_change_that_never_was_answers_409(phone: Phone, number: int) -> None:
    assert phone.post("undo/", number=number).status_code == 409


def test_form_without_a_csrf_token_changes_nothing(phone: Phone) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone.client.cookies

    response = strict.post(
        phone.url + "rounds/", {"after": 0, "first": "A1", "card_points": "60"}
    )

    assert (response.status_code, phone.game.rounds.count()) == (403, 0)
    assert "This page is out of date" in text(response)
