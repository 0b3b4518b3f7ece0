"""The page on which a substitute takes a seat, and what pages say of the earlier player."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Role
from tests.factories import Phone, PlayerFactory
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db


def seats(game: Game) -> list[str]:
    return list(Game.objects.get(pk=game.pk).names)


def substitute_on(phone: Phone, seat: str = "A1", **fields: object) -> Any:
    """Send the form of the page, as it shows the present game."""
    page = phone.get("substitute/").content.decode()
    seen = dict(re.findall(r'name="(after|seating)" value="(\d+)"', page))
    return phone.post("substitute/", **(seen | {"seat": seat} | fields))


def test_substitute_is_chosen_from_the_players_of_the_group(phone: Phone) -> None:
    PlayerFactory.create(group=phone.group, name="Eva")
    PlayerFactory.create(name="Stranger")
    page = phone.get("substitute/").content.decode()

    assert 'name="name" value="Eva"' in page
    assert "Stranger" not in page
    response = substitute_on(phone, name="Eva")

    assert (response.status_code, response["Location"]) == (302, phone.url)
    assert seats(phone.game)[0] == "Eva"
    assert phone.group.players.count() == 5


def test_somebody_new_is_typed(phone: Phone) -> None:
    substitute_on(phone, "B2", new_name="  Eva   Maria ")

    assert seats(phone.game)[3] == "Eva Maria"


def test_player_of_another_group_is_another_person(phone: Phone) -> None:
    stranger = PlayerFactory.create(name="Stranger")

    substitute_on(phone, name="Stranger")

    assert game_of(phone).players.a1 != stranger.pk


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seat": "", "new_name": "Eva"}, "Tap the player who leaves."),
        ({"seat": "C1", "new_name": "Eva"}, "Tap the player who leaves."),
        ({"seat": "A1"}, "Tap or type who plays on."),
        ({"seat": "A1", "new_name": "\u200b"}, "Tap or type who plays on."),
        ({"seat": "A1", "new_name": "E" * 25}, "A name has at most 24 letters: shorten it."),
    ],
)
def test_what_is_missing_is_said_and_nothing_changes(
    phone: Phone, fields: dict[str, str], sentence: str
) -> None:
    response = substitute_on(phone, **fields)

    assert response.status_code == 422
    assert sentence in text(response)
    assert game_of(phone).version == 0


def test_who_sits_there_cannot_sit_there_twice(phone: Phone) -> None:
    response = substitute_on(phone, "A1", new_name=phone.game.names.b2.upper())

    assert response.status_code == 422
    assert "already sits at this table: choose somebody else." in text(response)
    assert game_of(phone).version == 0


def test_page_that_is_out_of_date_changes_nothing_and_keeps_what_was_typed(
    phone: Phone,
) -> None:
    phone.record(first="A1", card_points="60")

    response = substitute_on(phone, new_name="Eva", after=0)

    assert response.status_code == 409
    assert "Round 1 has been recorded meanwhile" in text(response)
    assert 'value="Eva"' in text(response)
    assert game_of(phone).version == 1


def test_page_of_a_finished_game_offers_nothing(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=50)
    phone.record(first="A1", card_points="60")

    page = text(phone.get("substitute/"))

    assert "This game is over: nobody plays on." in page
    assert "Play on</button>" not in page


def test_viewers_and_strangers_find_no_such_page(phone: Phone, guest: Client) -> None:
    url = f"{phone.url}substitute/"
    assert guest.get(url).status_code == 404
    phone.take_role(Role.VIEWER)
    assert phone.client.get(url).status_code == 404
    assert phone.client.post(url, {"after": 0, "seating": 0, "seat": "A1"}).status_code == 404


def test_table_shows_who_plays_on_and_who_played(phone: Phone) -> None:
    dora = phone.game.names.a1
    phone.record(first="A1", card_points="60", tichu="A1")
    substitute_on(phone, new_name="Eva")
    board = text(phone.get("board/", **{"HX-Request": "true"}))

    assert f"Eva plays on in the place of {dora}." in board
    assert f"Tichu by {dora} made" in board
    assert "Undo the change of players" in board
    assert 'name="seating" value="2"' in board


def test_undo_button_seats_who_had_left(phone: Phone) -> None:
    dora = phone.game.names.a1
    substitute_on(phone, new_name="Eva")
    phone.post("undo/", number=1)

    page = text(phone.get())
    assert seats(phone.game)[0] == dora
    assert f"{dora} plays on in the place of Eva." in page
    assert "Redo the change of players" in page
    assert 'name="seating"' not in page


def test_log_names_who_sat_there_then(phone: Phone) -> None:
    dora = phone.game.names.a1
    phone.record(first="A1", card_points="60", tichu="A1")
    substitute_on(phone, new_name="Eva")
    game = game_of(phone)
    phone.record(first="A1", card_points="70", tichu="A1", seating=game.seating_number)

    log = text(phone.get("log/"))

    assert f"Round 1: 60 : 40, Tichu by {dora} made" in log
    assert "Round 2: 70 : 30, Tichu by Eva made" in log


def test_round_of_a_page_with_other_players_is_asked_about(phone: Phone) -> None:
    substitute_on(phone, new_name="Eva")

    response = phone.record(first="A1", card_points="60")

    assert response.status_code == 409
    assert "The players changed meanwhile: now Eva +" in text(response)
    assert not game_of(phone).rounds.exists()
    seating = game_of(phone).seating_number
    assert f'name="seating" value="{seating}"' in text(response)
    assert phone.record(first="A1", card_points="60", seating=seating).status_code == 302


def tapped(response: Any) -> str:
    """Return the round that the phone had recorded, from the page of a conflict."""
    facts = re.search(r"What you tapped</h2> <p class=\"facts\">(.+?) <b>", text(response))
    assert facts
    return facts[1]


def test_round_of_a_page_with_other_players_names_those_who_were_there(phone: Phone) -> None:
    there = phone.game.names
    substitute_on(phone, "A1", new_name="Eva")
    substitute_on(phone, "A2", new_name="Finn")

    before = phone.record(first="A1", card_points="60", tichu="A2")
    between = phone.record(first="A1", card_points="60", tichu="A2", seating=1)
    phone.post("undo/", number=2)
    undone = phone.record(first="A1", card_points="60", tichu="A2", seating=2)

    assert [tapped(each) for each in (before, between, undone)] == [
        f"{one} first · 60 : 40, Tichu by {other} failed, −100"
        for one, other in ((there.a1, there.a2), ("Eva", there.a2), ("Eva", "Finn"))
    ]


def test_counted_round_knows_who_sits_there(phone: Phone) -> None:
    substitute_on(phone, new_name="Eva")
    phone.send_progress(first="A1")
    piles: dict[str, Any] = {
        "after": 0,
        "A": "5 5 5 5 10 10 10 10 K K",
        "B": "K K dragon phoenix",
    }
    phone.post("progress/count/", **piles)

    assert 'name="seating" value="1"' in text(phone.get("progress/count/"))
