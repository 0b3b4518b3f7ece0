"""Errors of other scorekeepers for Tichu, each as a test of the behaviour of this site."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Round
from scoring.rules import (
    ByTeam,
    Call,
    CallLevel,
    IllegalRound,
    Race,
    RaceState,
    RoundResult,
    Seat,
    Team,
    score_round,
)
from tests.factories import GameFactory, GameWriter, Phone, double, plain

pytestmark = pytest.mark.django_db


def tichu(*seats: Seat) -> tuple[Call, ...]:
    return tuple(Call(seat, CallLevel.TICHU) for seat in seats)


def grand(*seats: Seat) -> tuple[Call, ...]:
    return tuple(Call(seat, CallLevel.GRAND) for seat in seats)


# Legal, but refused or unrecordable elsewhere


def test_partner_fails_tichu_in_a_double_win(phone: Phone) -> None:
    phone.record(first="A1", second="A2", tichu="A2")

    assert phone.totals() == (100, 0)


def test_two_calls_in_one_team_one_made(phone: Phone) -> None:
    phone.record(first="A2", card_points="50", grand="A1", tichu="A2")

    assert phone.totals() == (50 - 200 + 100, 50)


def test_two_failed_tichus_of_partners(phone: Phone) -> None:
    phone.record(first="B1", card_points="50", tichu=["A1", "A2"])

    assert phone.totals() == (-150, 50)


@pytest.mark.parametrize(("left", "right"), [(-25, 125), (125, -25)])
def test_minus_25_and_125_can_be_recorded(phone: Phone, left: int, right: int) -> None:
    phone.record(first="A1", card_points=left)

    assert phone.totals() == (left, right)


def test_zero_for_a_team_is_a_number(phone: Phone) -> None:
    phone.record(first="A1", card_points="0")

    assert phone.totals() == (0, 100)


def test_grand_tichu_exists(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", grand="A1")

    assert phone.totals() == (260, 40)


def test_double_win_needs_no_card_points(phone: Phone) -> None:
    phone.record(first="A1", second="A2")

    assert phone.totals() == (200, 0)


def test_negative_totals_are_shown_and_kept(phone: Phone) -> None:
    phone.record(first="B1", card_points="-25", grand=["A1", "A2"])

    assert phone.totals() == (-425, 125)
    assert "−425" in phone.get().content.decode()


# Impossible, but accepted elsewhere


def test_two_players_cannot_both_make_their_call() -> None:
    points = score_round(plain(50, Seat.A1, *tichu(Seat.A1, Seat.B1))).points

    assert points == ByTeam(150, -50)


def test_one_player_cannot_make_tichu_and_grand_tichu(phone: Phone) -> None:
    response = phone.record(first="A1", card_points="50", tichu="A1", grand="A1")

    assert (response.status_code, phone.totals()) == (422, (0, 0))


def test_the_other_teams_tichu_fails_against_a_double_win() -> None:
    assert score_round(double(Seat.A1, *tichu(Seat.B1))).points == ByTeam(200, -100)


def test_double_win_belongs_to_the_team_of_the_first_out(phone: Phone) -> None:
    response = phone.record(first="B1", second="A2")

    assert (response.status_code, phone.totals()) == (422, (0, 0))


def test_both_callers_of_the_double_winners_cannot_have_failed() -> None:
    points = score_round(double(Seat.A1, *tichu(Seat.A1, Seat.A2))).points

    assert points == ByTeam(200 + 100 - 100, 0)


@pytest.mark.parametrize("first", Seat)
def test_of_four_callers_exactly_one_makes_it(first: Seat) -> None:
    points = score_round(plain(50, first, *tichu(*Seat))).points

    assert sorted(points) == [-150, 50]


def test_a_round_has_at_most_one_double_win() -> None:
    with pytest.raises(IllegalRound) as refused:
        RoundResult((Seat.A1, Seat.A2, Seat.A1, Seat.A2))

    assert refused.value.code == "DUPLICATE_PLAYER_IN_ORDER"


@pytest.mark.parametrize(
    ("left", "right"), [(150, 100), (-500, 600), (33, 67), (100, 100), (200, 0), (0, 0)]
)
def test_card_points_that_cannot_be_counted(left: int, right: int) -> None:
    with pytest.raises(IllegalRound):
        RoundResult((Seat.A1,), ByTeam(left, right))


def test_the_first_out_cannot_have_failed_his_own_call(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", tichu="A1", failed="A1")

    assert phone.totals() == (160, 40)


def test_call_by_somebody_not_at_the_table_changes_nothing(phone: Phone) -> None:
    response = phone.record(first="A1", card_points="60", tichu="X9")

    assert (response.status_code, Round.objects.count()) == (422, 0)


def test_call_by_nobody_changes_nothing(phone: Phone) -> None:
    response = phone.record(first="A1", card_points="60", tichu="")

    assert (response.status_code, Round.objects.count()) == (422, 0)


@pytest.mark.parametrize("b2", ["Ada", "", "ada"])
def test_game_needs_four_different_players(client: Client, b2: str) -> None:
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": b2}

    response = client.post("/new/", names | {"target": "1000", "tie": "play_on"})

    assert (response.status_code, Game.objects.count()) == (422, 0)


def test_double_win_without_a_first_out_is_refused(phone: Phone) -> None:
    response = phone.record(second="A2", tichu="A1")

    assert (response.status_code, phone.totals()) == (422, (0, 0))


def test_double_win_after_card_points_were_typed_is_not_added_to_them(phone: Phone) -> None:
    response = phone.record(first="A1", second="A2", card_points="30")

    assert (response.status_code, phone.totals()) == (422, (0, 0))


@pytest.mark.parametrize("sign", ["-", "+", "−", " ", "-0x5", "6_0", "+60", "٦٠"])
def test_a_sign_alone_is_no_number(phone: Phone, sign: str) -> None:
    response = phone.record(first="A1", card_points=sign)

    assert (response.status_code, phone.totals()) == (422, (0, 0))


def test_a_double_win_taken_back_leaves_no_trace(phone: Phone) -> None:
    phone.record(first="A1", second="A2")
    phone.post("undo/", number=1)

    phone.record(first="B1", card_points="40", tichu="B1")

    assert phone.totals() == (40, 160)


# The end of a game


def test_1000_to_1000_has_no_winner_and_plays_on() -> None:
    standing = Race(target=1000).standing(ByTeam(1000, 1000), 12)

    assert (standing.state, standing.winner) == (RaceState.RUNNING, None)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [(ByTeam(1105, 1020), Team.A), (ByTeam(1020, 1105), Team.B), (ByTeam(1000, 1200), Team.B)],
)
def test_both_over_the_target_the_higher_wins(totals: ByTeam[int], winner: Team) -> None:
    assert Race(target=1000).standing(totals, 12).winner is winner


def test_no_round_after_the_end(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    phone.record(first="A1", second="A2")

    response = phone.record(first="B1", second="B2")

    assert (response.status_code, phone.totals()) == (422, (200, 0))


def test_the_final_mistyped_round_can_be_undone(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    phone.record(first="A1", second="A2")

    phone.post("undo/", number=1)

    assert phone.totals() == (0, 0)


def test_the_ending_shows_the_winner_first(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    phone.record(first="B1", second="B2")

    page = phone.get().content.decode()

    names = phone.game.names
    ending = page[page.index("<dl>") : page.index("</dl>")]
    assert ending.index(names.b1) < ending.index(names.a1)


# State and safety


def test_undo_survives_a_reload(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    phone.post("undo/", number=1)

    page = phone.get().content.decode()

    assert (page.count("<tr "), phone.totals()) == (0, (0, 0))


def test_a_new_game_is_still_there_after_a_reload(client: Client) -> None:
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    client.post("/new/", names | {"target": "1000", "tie": "play_on"})

    assert client.get(Game.objects.get().get_absolute_url()).status_code == 200


def test_a_removed_round_reopens_the_game_only_if_the_score_says_so(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    phone.record(first="B1", card_points="100")
    phone.record(first="A1", second="A2")

    phone.post("rounds/1/remove/", seen=1)

    assert Game.objects.get().sheet.standing.state is RaceState.WON


def test_rematch_keeps_the_target(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=500)

    phone.post("rematch/", partner="A2")

    assert Game.objects.latest("pk").target == 500


def test_the_same_round_from_two_phones_replaces_nothing(phone: Phone) -> None:
    phone.post("rounds/", after=0, key=uuid.uuid4(), first="A1", card_points="60")
    response = phone.post("rounds/", after=0, key=uuid.uuid4(), first="A1", card_points="40")

    assert (response.status_code, phone.totals()) == (409, (60, 40))


def test_names_are_shown_as_text(phone: Phone) -> None:
    game = phone.game
    game.player_a1.name = "<img src=x>"
    game.player_a1.save()
    GameWriter(game).record(plain(60))

    page = phone.get().content.decode()

    assert ("<img src=x>" in page, "&lt;img src=x&gt;" in page) == (False, True)


def test_every_address_of_a_game_wants_its_device(client: Client) -> None:
    url = GameFactory.create().get_absolute_url()

    posts = [client.post(url + path) for path in ("rounds/", "undo/", "redo/", "rematch/")]

    assert {response.status_code for response in posts} == {404}


def test_no_secret_is_sent_to_the_browser(phone: Phone, settings: Any) -> None:
    page = phone.get().content.decode()

    secrets = [
        settings.SECRET_KEY,
        phone.device.token_hash,
        phone.client.cookies["device"].value,
    ]
    assert [secret in page for secret in secrets] == [False, False, False]
