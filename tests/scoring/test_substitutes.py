"""Somebody leaves, and another one plays on: a change of the game like any other."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Role
from scoring.rules import BySeat, ByTeam, Call, CallLevel, Seat
from scoring.services import rounds
from scoring.services.seating import substitute
from scoring.services.transaction import Conflict, Submission
from scoring.stats.group_stats import group_stats
from tests.factories import GameFactory, GameWriter, Phone, PlayerFactory, plain
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db

TICHU = Call(Seat.A1, CallLevel.TICHU)


def seats(game: Game) -> list[str]:
    return list(Game.objects.get(pk=game.pk).names)


def substitute_on(phone: Phone, seat: str = "A1", **fields: object) -> Any:
    """Send the form of the page, as it shows the game now."""
    page = phone.get("substitute/").content.decode()
    seen = dict(re.findall(r'name="(after|seating)" value="(\d+)"', page))
    return phone.post("substitute/", **(seen | {"seat": seat} | fields))


# The game


def test_somebody_new_plays_on_and_the_totals_stay(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))

    assert writer.game.names.a1 == "Eva"
    assert writer.game.sheet.standing.totals == ByTeam(130, 70)
    assert writer.game.group.players.filter(name="Eva").count() == 1


def test_rounds_stay_with_who_played_them(writer: GameWriter) -> None:
    before = writer.game.players
    writer.record(plain(60, Seat.A1, TICHU))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))

    first, second = writer.game.sheet.rows
    assert (first.round.players, second.round.players) == (before, None)
    dora, eva = before.a1, writer.game.players.a1
    players = group_stats(writer.game.group).players
    assert (players[dora].tally.rounds, players[dora].tichu.made.n) == (1, 1)
    assert (players[eva].tally.rounds, players[eva].tichu.made.n) == (1, 0)


def test_undo_and_redo_leave_the_sheet_and_the_statistics_as_they_were(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    writer.record(plain(45))
    before, names = group_stats(writer.game.group).players, writer.game.names
    writer.substitute(Seat.B2, "Eva")
    after, others = group_stats(writer.game.group).players, writer.game.names

    writer.undo()
    assert group_stats(writer.game.group).players == before
    assert (writer.game.names, writer.game.seating_number) == (names, 0)
    assert [row.round.players for row in writer.game.sheet.rows] == [None, None]
    assert set(writer.game.rounds.values_list("player_a1", flat=True)) == {None}

    writer.redo()
    assert group_stats(writer.game.group).players == after
    assert writer.game.names == others


def test_who_left_comes_back(writer: GameWriter) -> None:
    dora = writer.game.names.a1
    writer.record(plain(60))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))
    writer.substitute(Seat.A1, dora)
    writer.record(plain(80))

    eva = writer.game.group.players.get(name="Eva").pk
    own = [row.round.players for row in writer.game.sheet.rows]
    assert own[0] is None
    assert own[1] == BySeat(eva, *list(writer.game.players)[1:])
    assert own[2] is None


def test_all_is_undone_in_order(writer: GameWriter) -> None:
    dora, bernd = writer.game.names.a1, writer.game.players.b1
    writer.record(plain(60))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))
    writer.substitute(Seat.B1, "Finn")
    writer.remove(1)
    for _ in range(5):
        writer.undo()

    assert writer.game.names.a1 == dora
    assert writer.game.sheet.rows == []

    for _ in range(5):
        writer.redo()
    assert [writer.game.names.a1, writer.game.names.b1] == ["Eva", "Finn"]
    (row,) = writer.game.sheet.rows
    eva, _, *others = writer.game.players
    assert row.round.players == BySeat(eva, bernd, *others)


def test_the_same_submission_changes_nothing_again(writer: GameWriter) -> None:
    submission = Submission(uuid.uuid4(), writer.by, 0)

    made = [
        substitute(writer.game, Seat.A1, "Eva", submission, after=0).number for _ in range(2)
    ]

    assert made == [1, 1]
    assert writer.game.version == 1


def test_round_of_a_phone_that_has_not_heard_is_a_conflict(writer: GameWriter) -> None:
    phone = Game.objects.get(pk=writer.game.pk)
    writer.substitute(Seat.A1, "Eva")
    submission = Submission(uuid.uuid4(), writer.by, phone.seating_number)

    with pytest.raises(Conflict):
        rounds.record(phone, plain(60), submission, after=0)

    assert phone.names.a1 == "Eva"
    assert not phone.rounds.exists()


def test_two_phones_that_substitute_at_once_conflict(writer: GameWriter) -> None:
    phone = Game.objects.get(pk=writer.game.pk)
    writer.substitute(Seat.A1, "Eva")

    with pytest.raises(Conflict):
        substitute(phone, Seat.B1, "Finn", Submission(uuid.uuid4(), writer.by, 0), after=0)

    assert not writer.game.group.players.filter(name="Finn").exists()


def test_nobody_plays_on_in_a_game_that_is_over() -> None:
    writer = GameWriter(GameFactory.create(target=50))
    writer.record(plain(60))

    with pytest.raises(Conflict):
        writer.substitute(Seat.A1, "Eva")

    assert not writer.game.group.players.filter(name="Eva").exists()


# The pages


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


def test_watchers_and_strangers_find_no_such_page(phone: Phone, guest: Client) -> None:
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
    """The round on the page of a conflict that the phone had tapped in."""
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
    phone.tell(first="A1")
    piles: dict[str, Any] = {
        "after": 0,
        "A": "5 5 5 5 10 10 10 10 K K",
        "B": "K K dragon phoenix",
    }
    phone.post("progress/count/", **piles)

    assert 'name="seating" value="1"' in text(phone.get("progress/count/"))
